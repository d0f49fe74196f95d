/**
 * Terraform's expression language as data. The HCL reader makes these from
 * text, the compiler makes them directly, the evaluator reads them and
 * print.ts writes them. Plain JSON, so that module summaries can be stored.
 */
import type { Span } from '../../source/span.js';

export type Expression =
  | Literal
  | Template
  | Variable
  | Attribute
  | Index
  | Splat
  | Call
  | Unary
  | Binary
  | Conditional
  | Tuple
  | ObjectExpression
  | For;

interface Node {
  readonly at: Span;
}

export interface Literal extends Node {
  readonly kind: 'literal';
  readonly value: string | number | boolean | null;
}

/** `"a${b}c"` and heredocs: the parts are joined as text. A template of one interpolation is that expression itself. */
export interface Template extends Node {
  readonly kind: 'template';
  readonly parts: readonly Expression[];
}

/** The root name of a traversal: `var`, `local`, `module`, `aws_sqs_queue`, `each`, a `for` variable. */
export interface Variable extends Node {
  readonly kind: 'variable';
  readonly name: string;
}

export interface Attribute extends Node {
  readonly kind: 'attribute';
  readonly object: Expression;
  readonly name: string;
}

export interface Index extends Node {
  readonly kind: 'index';
  readonly object: Expression;
  readonly key: Expression;
}

/** `object[*].x.y` or `object.*.x.y`; `each` is applied to every element, which it names by the variable `*`. */
export interface Splat extends Node {
  readonly kind: 'splat';
  readonly object: Expression;
  readonly each: Expression;
}

export interface Call extends Node {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Expression[];
  /** The last argument was followed by `...`. */
  readonly expand?: true;
}

export interface Unary extends Node {
  readonly kind: 'unary';
  readonly operator: '!' | '-';
  readonly operand: Expression;
}

export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

export interface Binary extends Node {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface Conditional extends Node {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
}

export interface Tuple extends Node {
  readonly kind: 'tuple';
  readonly items: readonly Expression[];
}

export interface ObjectEntry {
  /** A literal string for a bare or quoted name; any expression for `(expr) = ...`. */
  readonly key: Expression;
  readonly value: Expression;
}

export interface ObjectExpression extends Node {
  readonly kind: 'object';
  readonly entries: readonly ObjectEntry[];
}

/** `[for k, v in c : value if condition]` and `{for k, v in c : key => value... if condition}`. */
export interface For extends Node {
  readonly kind: 'for';
  readonly keyName?: string;
  readonly itemName: string;
  readonly collection: Expression;
  /** Given for the object form. */
  readonly key?: Expression;
  readonly value: Expression;
  readonly condition?: Expression;
  /** `...` after the value: values with the same key are gathered in a list. */
  readonly grouping?: true;
}
