/**
 * What workloads say of Karpenter by names that are gone: annotations and labels
 * that were renamed, as edits of nothing but the name.
 */
import { isMap, isScalar, type Node, type Pair, visit } from 'yaml';
import { keyOf } from './nodes.js';
import { type Conversation, tellChange } from './report.js';

export interface NodeEdit {
  readonly node: Node;
  readonly text: string;
}

interface Rename {
  readonly to: string;
  readonly because: string;
}

/** Pairs that are renamed wherever they stand in a workload (kubernetes-sigs/karpenter@v1.0.0 pkg/apis/v1/labels.go). */
const RENAMED: ReadonlyMap<string, Rename> = new Map([
  [
    'karpenter.sh/do-not-evict',
    {
      to: 'karpenter.sh/do-not-disrupt',
      because:
        'is not read since 1.0; the new annotation also keeps a pod from being evicted on interruption',
    },
  ],
  [
    'karpenter.sh/do-not-consolidate',
    {
      to: 'karpenter.sh/do-not-disrupt',
      because: 'is not read since 1.0; the new annotation keeps a node from drift as well',
    },
  ],
  [
    'karpenter.sh/provisioner-name',
    { to: 'karpenter.sh/nodepool', because: 'is no label of nodes since 1.0' },
  ],
]);

/** The edits of a document that is not converted as a whole. */
export function renamesIn(root: Node, conversation: Conversation): readonly NodeEdit[] {
  const edits: NodeEdit[] = [];
  visit(root, {
    Pair(_, pair) {
      const edit = renameOf(pair as Pair<Node, Node | null>, conversation);
      if (edit !== undefined) edits.push(edit);
    },
  });
  return edits;
}

function renameOf(pair: Pair<Node, Node | null>, conversation: Conversation): NodeEdit | undefined {
  const key = keyOf(pair);
  const asKey = RENAMED.get(key);
  if (asKey !== undefined) {
    tell(conversation, pair.key, key, asKey);
    return { node: pair.key, text: asKey.to };
  }
  // An affinity names the label as the value of "key".
  if (key !== 'key' && key !== 'topologyKey') return undefined;
  const { value } = pair;
  if (!isScalar(value) || isMap(value)) return undefined;
  const asValue = RENAMED.get(String(value.value));
  if (asValue === undefined) return undefined;
  tell(conversation, value, String(value.value), asValue);
  return { node: value, text: asValue.to };
}

function tell(conversation: Conversation, node: Node, name: string, { to, because }: Rename): void {
  tellChange(conversation, conversation.place(node), `"${name}" ${because}: it becomes "${to}"`);
}

/** The same renames, made in nodes that are converted. */
export function renameInNodes(root: Node, conversation: Conversation): void {
  for (const { node, text } of renamesIn(root, conversation)) if (isScalar(node)) node.value = text;
}
