/** Locals of two roots in one: each block goes on to mean the local that it meant in its own root. */
import type { Plan } from '../../compile/plan.js';
import type { SourceAttribute, SourceBlock } from '../../terraform/syntax/module.js';

/** Both roots' locals at once: those that differ have names of their own. */
export function declared(block: SourceBlock, old: SourceBlock | undefined): SourceBlock {
  if (block.type !== 'locals' || old === undefined) return block;
  const attributes = new Map([...attributesOf(old), ...attributesOf(block)]);
  return { ...block, body: { ...block.body, attributes: [...attributes.values()] } };
}

/**
 * The old root with another name for each local that the new one gives another
 * value: what is still old goes on to mean the old one.
 */
export function aside(a: Plan, b: Plan): Plan {
  const locals = ({ root }: Plan): ReadonlyMap<string, SourceAttribute> =>
    attributesOf(root.blocks.find(({ type }) => type === 'locals'));
  const own = locals(b);
  const names = new Set(
    [...locals(a)]
      .filter(([name, one]) => own.has(name) && textOf(own.get(name)) !== textOf(one))
      .map(([name]) => name),
  );
  if (names.size === 0) return a;
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, renamed(item)] as const),
    );
    return isLocal(copy) && names.has(copy.name) ? { ...copy, name: before(copy.name) } : copy;
  };
  const blocks = (renamed(a.root.blocks) as readonly SourceBlock[]).map((block) =>
    block.type !== 'locals'
      ? block
      : {
          ...block,
          body: {
            ...block.body,
            attributes: block.body.attributes.map((one) =>
              names.has(one.name) ? { ...one, name: before(one.name) } : one,
            ),
          },
        },
  );
  return { ...a, root: { blocks } };
}

const before = (name: string): string => `${name}_before`;

/** `local.name`. */
function isLocal(node: object): node is { readonly name: string } {
  const { kind, object } = node as { kind?: unknown; object?: { kind?: unknown; name?: unknown } };
  return kind === 'attribute' && object?.kind === 'variable' && object.name === 'local';
}

/** The blocks with only those locals that something refers to: others may refer to what is gone. */
export function usedLocals(blocks: readonly SourceBlock[]): readonly SourceBlock[] {
  const locals = new Map(
    blocks.filter(({ type }) => type === 'locals').flatMap((block) => [...attributesOf(block)]),
  );
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    Object.values(value).forEach(visit);
    if (!isLocal(value) || used.has(value.name)) return;
    used.add(value.name);
    visit(locals.get(value.name)?.value);
  };
  visit(blocks.filter(({ type }) => type !== 'locals'));
  return blocks.flatMap((block) => {
    if (block.type !== 'locals') return [block];
    const attributes = block.body.attributes.filter(({ name }) => used.has(name));
    return attributes.length === 0 ? [] : [{ ...block, body: { ...block.body, attributes } }];
  });
}

export const attributesOf = (
  block: SourceBlock | undefined,
): ReadonlyMap<string, SourceAttribute> =>
  new Map((block?.body.attributes ?? []).map((one) => [one.name, one]));

/** What a block says, wherever it was said. */
export const textOf = (data: unknown): string =>
  JSON.stringify(data ?? null, (_, value: unknown) => (isSpan(value) ? undefined : value));

const isSpan = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'start' in value &&
  'end' in value &&
  'file' in value;
