/**
 * Terraform provider schemas as data: what a stub provider declares and
 * Terraform then checks. Types are written as Terraform's own JSON has them.
 */
export type TypeJson =
  | string
  | readonly ['list' | 'set' | 'map', TypeJson]
  | readonly ['object', Fields];
type Fields = { readonly [name: string]: TypeJson };

export type Nesting = 'SINGLE' | 'LIST' | 'SET';

export interface Attribute {
  readonly name: string;
  readonly type?: Buffer;
  readonly nested_type?: { readonly nesting: Nesting; readonly attributes: readonly Attribute[] };
  readonly required?: true;
  readonly optional?: true;
  readonly computed?: true;
  readonly sensitive?: true;
  readonly write_only?: true;
}

export interface NestedBlock {
  readonly type_name: string;
  readonly nesting: Nesting;
  readonly min_items: number;
  readonly max_items: number;
  readonly block: Block;
}

interface Block {
  readonly attributes: readonly Attribute[];
  readonly block_types: readonly NestedBlock[];
}

export interface Schema {
  readonly version: number;
  readonly block: Block;
}

export interface Provider {
  readonly configuration: Schema;
  readonly resources: Readonly<Record<string, Schema>>;
}

export const STRING = 'string';
export const BOOL = 'bool';
export const NUMBER = 'number';
export const list = (type: TypeJson): TypeJson => ['list', type];
export const map = (type: TypeJson): TypeJson => ['map', type];
export const object = (fields: Fields): TypeJson => ['object', fields];

type Mode = Pick<Attribute, 'required' | 'optional' | 'computed' | 'sensitive' | 'write_only'>;

const attributes =
  (mode: Mode) =>
  (types: Fields): readonly Attribute[] =>
    Object.entries(types).map(([name, type]) => ({
      name,
      type: Buffer.from(JSON.stringify(type)),
      ...mode,
    }));

export const required = attributes({ required: true });
export const optional = attributes({ optional: true });
export const computed = attributes({ computed: true });
/** Optional; the provider fills in what is not said. */
export const defaulted = attributes({ optional: true, computed: true });
export const secret = attributes({ optional: true, sensitive: true });
export const requiredSecret = attributes({ required: true, sensitive: true });
export const requiredWriteOnly = attributes({ required: true, write_only: true });
export const optionalWriteOnly = attributes({ optional: true, write_only: true });

/** All of one type, by name. */
export const each = (type: TypeJson, names: string): Fields =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, type]));

/** An attribute with attributes of its own, as newer providers have them. */
export const nested = (
  name: string,
  nesting: Nesting,
  inner: readonly Attribute[],
  mode: Mode = { optional: true },
): Attribute => ({ name, nested_type: { nesting, attributes: inner }, ...mode });

/** A nested block, as older providers have them. */
export const block = (
  type: string,
  nesting: Nesting,
  inner: readonly Attribute[],
  { min = 0, max = 0, blocks = [] as readonly NestedBlock[] } = {},
): NestedBlock => ({
  type_name: type,
  nesting,
  min_items: min,
  max_items: max,
  block: { attributes: inner, block_types: blocks },
});

export const schema = (
  inner: readonly Attribute[],
  blocks: readonly NestedBlock[] = [],
): Schema => ({ version: 0, block: { attributes: inner, block_types: blocks } });
