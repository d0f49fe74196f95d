/** The finding of a setting that nothing can keep, at its key. */
import type { Finding } from '../diagnostics/finding.js';
import type { Value } from '../value/value.js';

export const unkept = (message: string, value: Value, help: string, pool?: string): Finding => ({
  rule: 'unexpressible-setting',
  severity: 'error',
  message,
  at: ('key' in value && value.key) || value.from.at,
  help,
  ...(pool === undefined ? {} : { pool }),
});
