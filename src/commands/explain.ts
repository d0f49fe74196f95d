/** `interlock explain`: the page of a rule, or every default and decision of a policy. */
import { atLeast } from '../diagnostics/order.js';
import { nearest } from '../diagnostics/suggest.js';
import { OCCURRENCES, occurrenceOf } from '../facts/reactions.js';
import type { Host } from '../host/host.js';
import type { Intent, PoolIntent } from '../policy/intent.js';
import { sourcesOf } from '../report/sources.js';
import { pad, type Style, style, visible } from '../report/terminal.js';
import { findingsText } from '../report/text.js';
import { RULES } from '../rules/registry.js';
import type { Rule } from '../rules/rule.js';
import { gatherPolicies } from './inputs.js';
import { provePolicies } from './policies.js';
import { CLEAN, type ExitStatus, FOUND, WRONG_USAGE } from './status.js';

export async function explain(host: Host, subject: string): Promise<ExitStatus> {
  const rule = RULES.find(({ id }) => id === subject);
  const paint = style(host.colour);
  if (rule !== undefined) {
    host.out(rulePage(rule, paint));
    return CLEAN;
  }
  if (host.kindOf(subject) === undefined) {
    const near = nearest(
      subject,
      RULES.map(({ id }) => id),
    );
    host.err(
      `"${subject}" is neither a rule nor a file${near === undefined ? '' : `; did you mean "${near}"?`}\n`,
    );
    return WRONG_USAGE;
  }
  const inputs = gatherPolicies(host, [subject]);
  const policies = await provePolicies(host, inputs, { strict: false });
  let status: ExitStatus = CLEAN;
  for (const { intent, findings, file } of policies) {
    const errors = findings.filter((finding) => atLeast(finding, 'error'));
    if (errors.length > 0) {
      host.err(findingsText(errors, sourcesOf(inputs.texts), paint));
      status = FOUND;
    }
    if (intent !== undefined) host.out(policyPage(file, intent, paint));
  }
  return status;
}

function rulePage(rule: Rule, paint: Style): string {
  return `${paint.bold(rule.id)} (${rule.severities.join(' or ')}, family ${rule.family}, since ${rule.since})

${rule.summary}

${paint.bold('Why')}
${rule.rationale}

${paint.bold('How to fix')}
${rule.remedy}
${rule.sources.length === 0 ? '' : `\n${paint.bold('Sources')}\n${rule.sources.map((source) => `  ${source}\n`).join('')}`}`;
}

function policyPage(file: string, intent: Intent, paint: Style): string {
  const columns = Math.max(0, ...intent.defaults.map(({ path }) => path.length));
  const defaults = intent.defaults.map(
    ({ path, value, because }) =>
      `  ${pad(path, columns)}  ${visible(value)}  ${paint.dim(because)}`,
  );
  const owners = intent.pools.flatMap((pool) => [
    `  ${paint.bold(visible(pool.name.value))} ${paint.dim(pool.kind)}`,
    ...ownerLines(intent, pool, paint),
  ]);
  return [
    paint.bold(file),
    '',
    paint.bold('Defaults that were taken'),
    ...defaults,
    '',
    paint.bold('Owners'),
    ...owners,
    '',
  ].join('\n');
}

function ownerLines(intent: Intent, pool: PoolIntent, paint: Style): readonly string[] {
  return OCCURRENCES.filter(({ pools }) => pools.includes(pool.kind)).map(({ event }) => {
    const { needs } = occurrenceOf(event);
    if (needs !== undefined && !pool.capacityTypes.includes(needs))
      return `    ${pad(event, 34)}${paint.dim(`cannot happen: no ${needs} capacity`)}`;
    const { owner, because, basis } = intent.owner(pool, event);
    return `    ${pad(event, 34)}${pad(owner, 11)}${paint.dim(because === undefined ? basis : `${basis}: ${visible(because)}`)}`;
  });
}
