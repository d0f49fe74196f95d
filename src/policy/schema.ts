/** The policy schema by place: what it says of the value at a path. */
import schemaJson from '../../schemas/policy.v1.schema.json' with { type: 'json' };
import { entry } from '../value/read.js';
import { isList, isUnknown, type Value } from '../value/value.js';

export interface SchemaNode {
  readonly examples?: readonly unknown[];
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
  readonly then?: SchemaNode;
}

export const POLICY_SCHEMA = schemaJson as unknown as SchemaNode;

/** The schema of the value at a path; of several kinds of pool the one that the value names. */
export function schemaAt(
  policy: Value,
  path: readonly string[],
  whole: SchemaNode = POLICY_SCHEMA,
): SchemaNode {
  let node: SchemaNode = whole;
  for (const [depth, token] of path.entries()) {
    const next = childOf(node, at(policy, path.slice(0, depth)), token);
    node = branchOf(resolveNode(next ?? {}), at(policy, path.slice(0, depth + 1)));
  }
  return node;
}

/** As `schemaAt`, of a policy that is not finished: of kinds that nothing tells apart, each. */
export function schemasAt(policy: Value, path: readonly string[]): readonly SchemaNode[] {
  let nodes: readonly SchemaNode[] = [POLICY_SCHEMA];
  for (const [depth, token] of path.entries()) {
    const value = at(policy, path.slice(0, depth));
    const next = nodes.flatMap((node) => childOf(node, value, token) ?? []);
    const named = at(policy, path.slice(0, depth + 1));
    nodes = next.map((node) => branchOf(resolveNode(node), named)).flatMap(branchesOf);
  }
  return nodes;
}

const branchesOf = (node: SchemaNode): readonly SchemaNode[] =>
  node.oneOf === undefined ? [node] : node.oneOf.map(resolveNode);

function childOf(
  node: SchemaNode,
  value: Value | undefined,
  token: string,
): SchemaNode | undefined {
  const isItem = value !== undefined && !isUnknown(value) && isList(value.value);
  if (isItem || (node.items !== undefined && /^\d+$/.test(token))) return node.items;
  const { properties, additionalProperties: others, then } = node;
  return (
    properties?.[token] ??
    (typeof others === 'object' ? others : undefined) ??
    then?.properties?.[token]
  );
}

/** What stands beside a reference wins over what it refers to. */
export const resolveNode = (node: SchemaNode): SchemaNode =>
  node.$ref === undefined
    ? node
    : {
        ...(schemaJson.$defs as unknown as Readonly<Record<string, SchemaNode>>)[
          node.$ref.split('/').at(-1) ?? ''
        ],
        ...node,
      };

function branchOf(node: SchemaNode, value: Value | undefined): SchemaNode {
  if (node.oneOf === undefined) return node;
  const kind = entry(value, 'kind');
  const name = kind === undefined || isUnknown(kind) ? undefined : kind.value;
  const branches = node.oneOf.map(resolveNode);
  const kindOf = (branch: SchemaNode): unknown => branch.properties?.kind?.const;
  return branches.find((branch) => kindOf(branch) === name) ?? node;
}

/** The value at a path of keys and indices. */
export function at(policy: Value, path: readonly string[]): Value | undefined {
  let current: Value | undefined = policy;
  for (const token of path) {
    if (current === undefined || isUnknown(current)) return current;
    current = isList(current.value) ? current.value[Number(token)] : entry(current, token);
  }
  return current;
}
