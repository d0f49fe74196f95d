/**
 * Kubelet settings went from the pool to its node class: pools that share a class
 * and differ in them need classes of their own.
 */
import { type Node, stringify, type YAMLMap } from 'yaml';
import type { Span } from '../../source/span.js';
import { type Field, field, fieldAt, mapAt, nodeOf } from './nodes.js';
import { ask, type Conversation, tellChange } from './report.js';

export interface KubeletMove {
  readonly pool: string;
  /** Spec of the converted pool. */
  readonly spec: YAMLMap;
  readonly kubelet: Field | undefined;
  readonly className: string;
  readonly at: Span;
  readonly conversation: Conversation;
}

export interface TargetClass {
  readonly name: string;
  /** The whole object, for a copy. */
  readonly object: YAMLMap;
  /** Has the copy written after the class. */
  readonly add: (copy: YAMLMap) => void;
}

/** Puts each pool's settings into its class, or into a copy of it where another pool differs. */
export function moveKubelets(moves: readonly KubeletMove[], classes: readonly TargetClass[]): void {
  for (const name of new Set(moves.map(({ className }) => className))) {
    const own = moves.filter(({ className }) => className === name);
    if (own.every(({ kubelet }) => kubelet === undefined)) continue;
    const target = classes.find((one) => one.name === name);
    if (target === undefined) for (const move of own) askForClass(move);
    else distribute(own, target);
  }
}

function distribute(moves: readonly KubeletMove[], target: TargetClass): void {
  const spec = mapAt(target.object, 'spec');
  if (spec === undefined) return;
  const original = target.object.clone() as YAMLMap;
  // A class that says nothing stays with the pools that say nothing.
  const plainPools = moves.some(({ kubelet }) => kubelet === undefined);
  const placed = new Map<string, string>(plainPools ? [['', target.name]] : []);
  for (const move of moves) {
    if (move.kubelet === undefined) continue;
    const text = textOf(move.kubelet);
    const name =
      placed.get(text) ?? (placed.size === 0 ? target.name : `${target.name}-${move.pool}`);
    if (!placed.has(text)) {
      if (name === target.name) spec.items.push(move.kubelet);
      else target.add(copyOf(original, name, move.kubelet));
      placed.set(text, name);
    }
    refer(move, name);
    tellChange(
      move.conversation,
      move.at,
      `kubelet settings of "${move.pool}" are those of EC2NodeClass "${name}" now${name === target.name ? '' : `, a copy of "${target.name}" with which other pools differ`}`,
    );
  }
}

const textOf = ({ value }: Field): string => stringify(value, { sortMapEntries: true });

function copyOf(original: YAMLMap, name: string, kubelet: Field): YAMLMap {
  const copy = original.clone() as YAMLMap;
  mapAt(copy, 'metadata')?.set('name', nodeOf(name));
  mapAt(copy, 'spec')?.items.push(kubelet);
  return copy;
}

function refer({ spec }: KubeletMove, name: string): void {
  const reference = mapAt(mapAt(mapAt(spec, 'template'), 'spec'), 'nodeClassRef');
  reference?.set('name', nodeOf(name));
}

/** The class is out of sight: the settings stay as a comment above the reference, so that nothing is lost. */
function askForClass(move: KubeletMove): void {
  const { kubelet, spec, className, pool, conversation, at } = move;
  if (kubelet === undefined) return;
  const text = stringify(kubeletMap(kubelet), { lineWidth: 0 }).trimEnd();
  const reference = fieldAt(mapAt(mapAt(spec, 'template'), 'spec'), 'nodeClassRef');
  if (reference !== undefined)
    reference.key.commentBefore = [
      reference.key.commentBefore,
      ` belongs to spec of EC2NodeClass "${className}":`,
      ...text.split('\n').map((line) => `   ${line}`),
    ]
      .filter((line) => line)
      .join('\n');
  ask(conversation, 'error', at, {
    message: `kubelet settings of "${pool}" belong to EC2NodeClass "${className}", which is not among the files`,
    line: `the "kubelet" of the comment (in spec of EC2NodeClass "${className}")`,
  });
}

function kubeletMap({ value }: Field): Node {
  const map = nodeOf({}) as YAMLMap;
  map.items.push(field('kubelet', value as Node));
  return map;
}
