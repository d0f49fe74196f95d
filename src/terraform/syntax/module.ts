/** A Terraform module as written: blocks whose leaves are expressions, before any evaluation. */
import type { Span } from '../../source/span.js';
import type { Expression } from './expression.js';

export interface SourceAttribute {
  readonly name: string;
  /** Where the name stands. */
  readonly key: Span;
  readonly value: Expression;
}

export interface SourceBody {
  readonly attributes: readonly SourceAttribute[];
  readonly blocks: readonly SourceBlock[];
}

/** A top-level or nested block. In JSON syntax a nested block is an attribute: only a schema can tell them apart. */
export interface SourceBlock {
  readonly type: string;
  readonly labels: readonly string[];
  readonly body: SourceBody;
  /** The block's header: type and labels. */
  readonly at: Span;
}

export interface ModuleSource {
  readonly blocks: readonly SourceBlock[];
}
