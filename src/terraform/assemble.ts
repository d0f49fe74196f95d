/**
 * The files of one directory as one module, as Terraform loads them: override
 * files change what the others declare, argument by argument.
 */
import type { ModuleSource, SourceAttribute, SourceBlock, SourceBody } from './syntax/module.js';

export interface ModuleFile {
  /** With or without a directory before it. */
  readonly file: string;
  readonly module: ModuleSource;
}

const OVERRIDE = /(?:^|[/_])override\.(?:tf|tofu)(?:\.json)?$/;

/** One module of its files. Blocks stand in the order of the files' names. */
export function assembleModule(files: readonly ModuleFile[]): ModuleSource {
  const sorted = [...files].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
  const base = sorted.filter(({ file }) => !OVERRIDE.test(file));
  const overrides = sorted.filter(({ file }) => OVERRIDE.test(file));
  const blocks = overrides.reduce<readonly SourceBlock[]>(
    (before, { module }) => module.blocks.reduce<readonly SourceBlock[]>(applyOverride, before),
    base.flatMap(({ module }) => module.blocks),
  );
  return { blocks };
}

/** What has no counterpart is added; Terraform would refuse it, but what it says is plain. */
function applyOverride(
  blocks: readonly SourceBlock[],
  override: SourceBlock,
): readonly SourceBlock[] {
  if (override.type === 'locals') return overrideLocals(blocks, override);
  const index = blocks.findIndex((block) => isSame(block, override));
  const found = blocks[index];
  if (found === undefined) return [...blocks, override];
  const merged = {
    ...found,
    body: mergeBody(found.body, override.body, override.type === 'terraform'),
  };
  return blocks.map((block, i) => (i === index ? merged : block));
}

const isSame = (a: SourceBlock, b: SourceBlock): boolean =>
  a.type === b.type && aliasOf(a) === aliasOf(b) && a.labels.join('\0') === b.labels.join('\0');

/** Provider blocks of one name are told apart by their alias. */
function aliasOf({ type, body }: SourceBlock): unknown {
  if (type !== 'provider') return undefined;
  const alias = body.attributes.find(({ name }) => name === 'alias')?.value;
  return alias?.kind === 'literal' ? alias.value : undefined;
}

/** Nested blocks replace all of their type; what `terraform` requires is merged by name. */
function mergeBody(body: SourceBody, override: SourceBody, byName: boolean): SourceBody {
  const types = new Set(override.blocks.map(({ type }) => type));
  const kept = body.blocks.filter(({ type }) => !types.has(type));
  const replaced = override.blocks.map((block) => {
    const before = byName ? body.blocks.find(({ type }) => type === block.type) : undefined;
    const isRequired = block.type === 'required_providers' && before !== undefined;
    return isRequired ? { ...block, body: mergeBody(before.body, block.body, false) } : block;
  });
  return {
    attributes: mergeAttributes(body.attributes, override.attributes),
    blocks: [...kept, ...replaced],
  };
}

function mergeAttributes(
  attributes: readonly SourceAttribute[],
  overrides: readonly SourceAttribute[],
): readonly SourceAttribute[] {
  const byName = new Map(attributes.map((attribute) => [attribute.name, attribute] as const));
  for (const override of overrides) byName.set(override.name, override);
  return [...byName.values()];
}

/** Locals are overridden one by one, wherever they are declared. */
function overrideLocals(
  blocks: readonly SourceBlock[],
  override: SourceBlock,
): readonly SourceBlock[] {
  const names = new Set(override.body.attributes.map(({ name }) => name));
  const others = blocks.map((block) => {
    if (block.type !== 'locals') return block;
    const attributes = block.body.attributes.filter(({ name }) => !names.has(name));
    return { ...block, body: { ...block.body, attributes } };
  });
  return [...others, override];
}
