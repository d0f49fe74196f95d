/** `interlock schema`: the JSON Schema of policies, for editors. */
import schemaJson from '../../schemas/policy.v1.schema.json' with { type: 'json' };
import type { Host } from '../host/host.js';
import { CLEAN, type ExitStatus } from './status.js';

export function schema(host: Host): ExitStatus {
  host.out(`${JSON.stringify(schemaJson, null, 2)}\n`);
  return CLEAN;
}
