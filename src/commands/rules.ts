/** `interlock rules`: every rule with its severities and what it says. */
import type { Host } from '../host/host.js';
import { pad, style } from '../report/terminal.js';
import { RULES } from '../rules/registry.js';
import { CLEAN, type ExitStatus } from './status.js';

export function rules(host: Host, format: 'text' | 'json'): ExitStatus {
  const list = RULES.map(({ id, family, severities, summary, since }) => ({
    id,
    family,
    severities,
    summary,
    since,
  }));
  if (format === 'json') host.out(`${JSON.stringify({ version: 1, rules: list }, null, 2)}\n`);
  else {
    const paint = style(host.colour);
    const columns = Math.max(...list.map(({ id }) => id.length));
    for (const { id, severities, summary } of list)
      host.out(`${paint.bold(pad(id, columns))}  ${pad(severities[0], 7)}  ${summary}\n`);
  }
  return CLEAN;
}
