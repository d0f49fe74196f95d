/** What conversions of pools have in common: lifetimes, disruption, references to node classes. */
import type { YAMLMap } from 'yaml';
import { type Field, field, fieldAt, mapOf, nodeOf, plain } from './nodes.js';
import { ask, type Conversation, tellChange } from './report.js';

export const GROUP = 'karpenter.k8s.aws';

/** Reference to a node class as v1 wants it: all three parts. */
export const classReference = (name: string, kind = 'EC2NodeClass', group = GROUP): YAMLMap =>
  mapOf(field('group', plain(group)), field('kind', plain(kind)), field('name', nodeOf(name)));

/** The fields of v1 in the order in which its documentation shows them; others keep theirs. */
const ORDER = ['template', 'disruption', 'limits', 'weight'];

export function inOrder(fields: readonly Field[]): readonly Field[] {
  const rank = ({ key }: Field): number => {
    const index = ORDER.indexOf(String(key.value));
    return index < 0 ? ORDER.length : index;
  };
  return [...fields].sort((a, b) => rank(a) - rank(b));
}

/** Expiry asks nobody since 1.0: what bounds the drain, a policy has to decide. */
export function tellExpiry(
  conversation: Conversation,
  pool: string,
  expires: { readonly at: Parameters<typeof tellChange>[1]; readonly after: string },
): void {
  if (expires.after === 'Never') return;
  tellChange(
    conversation,
    expires.at,
    `nodes of "${pool}" expire after ${expires.after} at once: since Karpenter 1.0 no budget and no replacement holds expiry back`,
    'budgets limit consolidation and drift only; spread the load, or write expireAfter: Never',
  );
}

/** The two things that a pool should say and that its old form did not. */
export function askForBounds(
  conversation: Conversation,
  given: {
    readonly pool: string;
    readonly at: Parameters<typeof tellChange>[1];
    readonly spec: YAMLMap;
    readonly grace: boolean;
    readonly never: boolean;
  },
): void {
  const { pool, at, spec, grace, never } = given;
  if (!grace && !never)
    ask(conversation, 'warning', at, {
      message: `nothing bounds the drain of nodes of "${pool}": how long may it take before pods are killed`,
      line: `terminationGracePeriod: 1h (in spec.template.spec of NodePool "${pool}")`,
    });
  if (fieldAt(spec, 'limits') === undefined)
    ask(conversation, 'warning', at, {
      message: `"${pool}" has no limits: how much may it grow`,
      line: `limits: { cpu: "1000" } (in spec of NodePool "${pool}")`,
    });
}
