/** Leaves of planned resources by their links, so that wiring joins as it does in the text of Terraform. */
import { originAt } from '../../source/span.js';
import { isUnknown, known, unknown, type Value } from '../../value/value.js';
import type { JsonNode } from '../json/text.js';
import { entriesOf, itemsOf, marksAny, nodeAt, stringOf } from './document.js';
import type { Ends, Links, Place, Target } from './links.js';
import type { PlanResource } from './resources.js';
import { type Leaf, type LeafValue, type Path, plainValue } from './values.js';
import { isComputed, type Wanted, wantedBy, wantedByActions, wantedBySetting } from './wanted.js';

export const placeOf = ({ module, key, config }: PlanResource): Place => ({ module, key, config });

/** What the leaves of a resource are. */
export function leavesOf(resource: PlanResource, links: Links): LeafValue {
  return (leaf) => {
    const wanted = wantedOf(resource, leaf);
    return leaf.node === undefined
      ? hidden(resource, leaf, wanted, links)
      : wanted && linked(resource, { ...leaf, node: leaf.node }, wanted, links);
  };
}

function wantedOf({ kind }: PlanResource, { path, holder }: Leaf): Wanted | undefined {
  const own = wantedBy(kind, path);
  if (own !== undefined) return own;
  if (kind === 'helm_release' && /^set(?:_sensitive)?$/.test(String(path[0])))
    return wantedBySetting(stringOf(nodeAt(holder, 'name')) ?? '');
  if (kind === 'data.aws_iam_policy_document' && path[2] === 'resources')
    return wantedByActions(
      itemsOf(nodeAt(holder, 'actions')).flatMap((node) => stringOf(node) ?? []),
    );
  return undefined;
}

/** A value that is known after apply. Undefined where nobody gave one: the provider makes it up. */
function hidden(
  resource: PlanResource,
  leaf: Leaf,
  wanted: Wanted | undefined,
  links: Links,
): Value | undefined {
  const expression = writtenAt(resource, leaf.path);
  if (expression === 'absent' || isNamedByPrefix(resource, leaf.path)) return undefined;
  // A value that is written somewhere would be known: whatever hides this one is a resource.
  const { targets } = endsOf(resource, leaf, expression, wanted, links);
  const [target, other] = chosen(targets, leaf.path);
  if (target !== undefined && other === undefined) return targetValue(target, leaf);
  const term = `${resource.address}.${pathText(leaf.path)}`;
  return unknown('unread', term, originAt(leaf.near.at));
}

const isNamedByPrefix = ({ values }: PlanResource, path: Path): boolean =>
  path.length === 1 && path[0] === 'name' && !!stringOf(nodeAt(values, 'name_prefix'));

function endsOf(
  resource: PlanResource,
  { path }: Leaf,
  expression: WrittenAt,
  wanted: Wanted | undefined,
  links: Links,
): Ends {
  if (typeof expression !== 'string' || wanted === undefined)
    return links.ends(
      typeof expression === 'string' ? undefined : expression,
      placeOf(resource),
      wanted,
    );
  const { module } = resource;
  for (const name of [String(path[0]), undefined]) {
    const given = links.argumentEnds(module, name, wanted);
    if (given.targets.length > 0) return { ...given, values: [] };
  }
  return { targets: links.within(module, wanted), values: [] };
}

/** Of the elements of a list, each leads to its own. */
function chosen(targets: readonly Target[], path: Path): readonly Target[] {
  const position = path.at(-1);
  if (targets.length < 2 || typeof position !== 'number') return targets;
  const own = targets[position];
  return own === undefined ? targets : [own];
}

/** A written text that is what AWS computed for another resource is a reference to it. */
function linked(
  resource: PlanResource,
  leaf: Leaf & { readonly node: JsonNode },
  wanted: Wanted,
  links: Links,
): Value | undefined {
  if (!isComputed(wanted.attribute)) return undefined;
  const ends = endsOf(resource, leaf, writtenAt(resource, leaf.path), wanted, links);
  const own = ends.targets.find(
    ({ resource: target, attribute }) =>
      stringOf(nodeAt(target.values, attribute)) === stringOf(leaf.node),
  );
  return own && unknown('apply', termOf(own), originAt(leaf.node.at));
}

function targetValue(target: Target, { near }: Leaf): Value {
  const { resource, attribute } = target;
  const written = isComputed(attribute) ? undefined : nodeAt(resource.values, attribute);
  const isNull = written?.kind === 'scalar' && written.value === null;
  if (written !== undefined && !isNull) {
    const secret = marksAny(nodeAt(resource.sensitive, attribute));
    return { ...plainValue(written, secret), from: { at: near.at, via: originAt(written.at) } };
  }
  return unknown('apply', termOf(target), originAt(near.at));
}

const termOf = ({ resource, attribute }: Target): string => `${resource.address}.${attribute}`;

const pathText = (path: Path): string =>
  path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join('');

/** Nothing is written there; or `dynamic` or a local may have made it, which a plan does not show. */
type WrittenAt = JsonNode | 'absent' | 'unseen';

/** Blocks that people make with `dynamic`. */
const OFTEN_DYNAMIC = new Set(['data.aws_iam_policy_document.statement', 'helm_release.set']);

/** The expression behind a part of a resource. */
function writtenAt({ kind, config, values }: PlanResource, path: Path): WrittenAt {
  let expression = nodeAt(config, 'expressions');
  let value = values;
  for (const [index, step] of path.entries()) {
    if (isExpression(expression)) break;
    if (typeof step === 'number') {
      const item = itemsOf(value)[step];
      if (expression?.kind === 'array') expression = blockFor(expression.items, item, step);
      value = item;
      continue;
    }
    const inner = nodeAt(expression, step);
    const isLast = index === path.length - 1;
    if (inner === undefined) {
      const isMade = isLast && !OFTEN_DYNAMIC.has(`${kind}.${step}`);
      return config === undefined || (expression !== undefined && isMade) ? 'absent' : 'unseen';
    }
    expression = inner;
    value = nodeAt(value, step);
  }
  return expression !== undefined && isExpression(expression) ? expression : 'unseen';
}

const isExpression = (node: JsonNode | undefined): boolean =>
  nodeAt(node, 'references') !== undefined || nodeAt(node, 'constant_value') !== undefined;

/** Of blocks of one type, the one whose constants the planned block has: sets are planned in another order. */
function blockFor(
  blocks: readonly JsonNode[],
  item: JsonNode | undefined,
  position: number,
): JsonNode | undefined {
  if (blocks.length === 1) return blocks[0];
  const fitting = blocks.filter((block) =>
    entriesOf(block).every(({ name, value }) => {
      const constant = nodeAt(value, 'constant_value');
      const planned = nodeAt(item, name);
      if (constant?.kind !== 'scalar' || planned?.kind !== 'scalar') return true;
      return String(constant.value) === String(planned.value);
    }),
  );
  const there = blocks[position];
  if (there !== undefined && fitting.includes(there)) return there;
  return fitting.length === 1 ? fitting[0] : undefined;
}

interface Argument {
  readonly name: string;
  readonly place: Place;
  readonly links: Links;
  /** What it is called where nothing is known of it. */
  readonly term: string;
  readonly secret: boolean;
}

/**
 * An argument of a call or a provider. A plan does not show what is made of a
 * reference, so only what has the same name is taken to be handed on as it is.
 */
export function argumentValue(node: JsonNode, argument: Argument): Value {
  const { term, secret } = argument;
  const from = originAt(node.at);
  const constant = nodeAt(node, 'constant_value');
  if (constant !== undefined) return plainValue(constant, secret);
  if (isExpression(node)) return handedOn(node, argument) ?? unknown('unread', term, from);
  if (node.kind === 'array')
    return known(
      node.items.map((item, i) => argumentValue(item, { ...argument, term: `${term}[${i}]` })),
      from,
    );
  const inner = entriesOf(node).map(({ name, value }) => {
    const part = argumentValue(value, { ...argument, name, term: `${term}.${name}` });
    return [name, part] as const;
  });
  return inner.length === 0 ? unknown('unread', term, from) : known(new Map(inner), from);
}

function handedOn(node: JsonNode, { name, place, links, secret }: Argument): Value | undefined {
  const { targets, values } = links.ends(node, place, undefined);
  const [target, more] = targets;
  if (target !== undefined && more === undefined && values.length === 0) {
    const value = targetValue(target, { path: [], holder: undefined, near: node, node: undefined });
    return isUnknown(value) || name.endsWith(target.attribute) ? value : undefined;
  }
  const [value, second] = values;
  const names = itemsOf(nodeAt(node, 'references')).map(stringOf);
  if (value === undefined || second !== undefined || targets.length > 0) return undefined;
  if (!names.every((one) => one === `var.${name}`)) return undefined;
  return { ...plainValue(value.node, secret || value.secret), from: originAt(node.at) };
}
