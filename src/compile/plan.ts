/**
 * A compiled plan: plain data in the shape of its target, before cdktf. Its
 * root is a Terraform module as data, so that reading it back needs no text.
 */
import type { Span } from '../source/span.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { ModuleSource, SourceAttribute, SourceBlock } from '../terraform/syntax/module.js';

export const TARGETS = ['addons', 'inputs', 'manifests', 'module', 'stack'] as const;
export type Target = (typeof TARGETS)[number];

export interface Plan {
  readonly target: Target;
  /** Name of the stack and of its output folder. */
  readonly name: string;
  /** The root that is written, or one around the modules as somebody would write it. */
  readonly root: ModuleSource;
  /** Modules of the output by their folder in it, `.` for the output itself; none where the root is written. */
  readonly modules: ReadonlyMap<string, ModuleSource>;
  /** The node groups that the root refers to: the ARN of each group as the root writes it. */
  readonly groups: readonly { readonly pool: string; readonly arn: Expression }[];
  /** Further files of the output by path relative to the root: the chart of the NodePools, snippets. */
  readonly files: ReadonlyMap<string, string>;
}

export type Attributes = Readonly<Record<string, Expression | undefined>>;

/** A block from its attributes; undefined ones are left out, because the module takes null for a value. */
export function block(
  type: string,
  labels: readonly string[],
  attributes: Attributes,
  at: Span,
): SourceBlock {
  const written: SourceAttribute[] = [];
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) written.push({ name, key: at, value });
  return { type, labels, body: { attributes: written, blocks: [] }, at };
}
