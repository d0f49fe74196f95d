/** A key inside an object input that the module never reads. */
import type { Fix } from '../../diagnostics/finding.js';
import { nearest, renaming } from '../../diagnostics/suggest.js';
import type { Span } from '../../source/span.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import { argumentsOf, atEvery, byNumber, newestOf, releasesText, tabledCalls } from '../calls.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unread-module-key',
  family: 'settings',
  severities: ['error'],
  summary: 'A key inside an any-typed object that the module never reads.',
  rationale: 'It plans cleanly and does nothing.',
  remedy: 'Write the key that the message names, or leave it out.',
  since: '0.1.0',
  sources: [
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 main.tf',
    'terraform-aws-modules/terraform-aws-eks@v20.0.0 node_groups.tf',
  ],

  *check({ system, facts }) {
    for (const call of tabledCalls(system, facts)) {
      for (const { name, written } of argumentsOf(system.as, call)) {
        const objects = call.table.isMap(name) ? entriesOf(written.value) : [written.value];
        for (const { key, at } of objects.flatMap(keysOf)) {
          const unread = atEvery(call, (release) => {
            const keys = call.table.keys(release, name);
            return keys !== undefined && !keys.has(key);
          });
          if (!unread) continue;
          const keys = call.table.keys(newestOf(call), name) ?? new Set<string>();
          const hint = facts.moduleRenames?.keyHint(call.source, `${name}.${key}`);
          yield {
            at,
            message: `${releasesText(call)} of ${call.table.title} never ${byNumber(call, 'reads', 'read')} "${key}" of "${name}"`,
            help: hint ?? helpFor(key, keys),
            ...(hint === undefined && fixFor(key, keys, at)),
          };
        }
      }
    }
  },
});

function helpFor(key: string, keys: ReadonlySet<string>): string {
  const near = meant(key, keys);
  if (near !== undefined) return `did you mean "${near}"?`;
  const sorted = [...keys].sort();
  return sorted.length <= 8 ? `it reads ${sorted.join(', ')}` : 'leave it out';
}

/** A key that begins to be read may change everything; one in quotes keeps them. */
function fixFor(key: string, keys: ReadonlySet<string>, at: Span): { readonly fix?: Fix } {
  const near = meant(key, keys);
  return near === undefined || at.end - at.start !== key.length ? {} : { fix: renaming(at, near) };
}

/** `chartVersion` is `chart_version`, `role_name` is `iam_role_name`. */
function meant(key: string, keys: ReadonlySet<string>): string | undefined {
  const snake = key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  const words = snake.split('_');
  const tails = words.map((_, place) => words.slice(place + 1).join('_'));
  const longer = [...keys].filter((one) => one.endsWith(`_${snake}`));
  return (
    [snake, `iam_${snake}`, `iam_${snake.replace('_use_prefix', '_use_name_prefix')}`].find((one) =>
      keys.has(one),
    ) ??
    nearest(key, keys) ??
    tails.find((tail) => tail !== '' && keys.has(tail)) ??
    (longer.length === 1 ? longer[0] : undefined)
  );
}

/** The values of an object as it is written; nothing where it is not written as one. */
const entriesOf = (expression: Expression): readonly Expression[] =>
  expression.kind === 'object' ? expression.entries.map(({ value }) => value) : [];

/** The literal keys of an object as it is written. */
const keysOf = (expression: Expression): readonly { readonly key: string; readonly at: Span }[] =>
  expression.kind === 'object'
    ? expression.entries.flatMap(({ key }) =>
        key.kind === 'literal' ? [{ key: String(key.value), at: key.at }] : [],
      )
    : [];
