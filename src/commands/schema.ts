/** `interlock schema`: the JSON Schemas of policies, of interlock.yaml and of scenarios, for editors. */
import projectSchema from '../../schemas/interlock.v1.schema.json' with { type: 'json' };
import policySchema from '../../schemas/policy.v1.schema.json' with { type: 'json' };
import scenarioSchema from '../../schemas/scenario.v1.schema.json' with { type: 'json' };
import type { Host } from '../host/host.js';
import { CLEAN, type ExitStatus } from './status.js';

export const SCHEMAS = {
  policy: policySchema,
  project: projectSchema,
  scenario: scenarioSchema,
} as const;

export function schema(host: Host, of: keyof typeof SCHEMAS): ExitStatus {
  host.out(`${JSON.stringify(SCHEMAS[of], null, 2)}\n`);
  return CLEAN;
}
