/** Terraform's own blocks: what labels they have, which keys are blocks, and how their texts are read. */

export interface BlockSchema {
  readonly labels: number;
  /** Keys that are nested blocks. */
  readonly blocks?: Readonly<Record<string, BlockSchema>>;
  /** How attributes are read that are no templates; `literal` where none of them is. */
  readonly attributes?: 'literal' | Readonly<Record<string, 'literal' | 'bare'>>;
}

const CONDITION: BlockSchema = { labels: 0 };

const LIFECYCLE: BlockSchema = {
  labels: 0,
  blocks: { precondition: CONDITION, postcondition: CONDITION },
  attributes: { ignore_changes: 'literal', replace_triggered_by: 'literal' },
};

const PROVISIONER: BlockSchema = { labels: 1, blocks: { connection: CONDITION } };

const DYNAMIC: BlockSchema = {
  labels: 1,
  blocks: {
    content: {
      labels: 0,
      /** The content of a dynamic block may hold dynamic blocks again. */
      get blocks() {
        return { dynamic: DYNAMIC };
      },
    },
  },
  attributes: { iterator: 'literal' },
};

const RESOURCE: BlockSchema = {
  labels: 2,
  blocks: {
    dynamic: DYNAMIC,
    lifecycle: LIFECYCLE,
    connection: CONDITION,
    provisioner: PROVISIONER,
  },
  attributes: { depends_on: 'literal', provider: 'literal' },
};

const LITERAL: BlockSchema = { labels: 0, attributes: 'literal' };

export const BLOCKS: Readonly<Record<string, BlockSchema>> = {
  resource: RESOURCE,
  data: RESOURCE,
  ephemeral: RESOURCE,
  module: {
    labels: 1,
    attributes: {
      depends_on: 'literal',
      providers: 'literal',
      source: 'literal',
      version: 'literal',
    },
  },
  provider: { labels: 1, attributes: { alias: 'literal', version: 'literal' } },
  variable: {
    labels: 1,
    blocks: { validation: CONDITION },
    attributes: { type: 'bare', default: 'literal', description: 'literal' },
  },
  output: {
    labels: 1,
    blocks: { precondition: CONDITION },
    attributes: { depends_on: 'literal', description: 'literal' },
  },
  locals: { labels: 0 },
  terraform: {
    labels: 0,
    blocks: { required_providers: LITERAL, backend: { ...LITERAL, labels: 1 }, cloud: LITERAL },
    attributes: 'literal',
  },
  moved: LITERAL,
  removed: { labels: 0, blocks: { lifecycle: LIFECYCLE }, attributes: { from: 'literal' } },
  import: { labels: 0, attributes: { to: 'literal', provider: 'literal' } },
  check: { labels: 1, blocks: { data: RESOURCE, assert: CONDITION } },
};
