/**
 * Names that a module refers to and does not declare, and functions that there
 * are not: Terraform refuses the module for each. Looks at the text of the whole
 * module and evaluates nothing.
 */
import type { Span } from '../source/span.js';
import { FUNCTIONS } from './evaluate/functions/index.js';
import type { Expression } from './syntax/expression.js';
import type { ModuleSource, SourceBlock, SourceBody } from './syntax/module.js';

export interface Undeclared {
  /** As it is written: `var.region`, `jsonencod()`. */
  readonly name: string;
  readonly at: Span;
}

export function undeclared({ blocks }: ModuleSource): readonly Undeclared[] {
  const declared = new Set([...GIVEN, ...blocks.flatMap(declarations)]);
  return blocks.flatMap((block) => {
    // What a check looks up is its own.
    const own = new Set(block.type === 'check' ? block.body.blocks.flatMap(declarations) : []);
    return usesIn(block.body, block.type).filter(
      ({ name }) => !declared.has(name) && !own.has(name),
    );
  });
}

/** Names that Terraform declares itself. */
const GIVEN = ['path.module', 'path.root', 'path.cwd', 'terraform.workspace'];

function declarations({ type, labels, body }: SourceBlock): readonly string[] {
  const [first = '', second = ''] = labels;
  switch (type) {
    case 'variable':
      return [`var.${first}`];
    case 'locals':
      return body.attributes.map(({ name }) => `local.${name}`);
    case 'module':
      return [`module.${first}`];
    case 'resource':
      return [`${first}.${second}`];
    case 'data':
    case 'ephemeral':
      return [`${type}.${first}.${second}`];
    default:
      return [];
  }
}

/** Arguments that hold names of another kind: of providers, of types, of the resource's own arguments. */
const OTHER_NAMES = new Set(['provider', 'providers', 'ignore_changes']);

function usesIn(body: SourceBody, type: string): readonly Undeclared[] {
  return [
    ...body.attributes
      .filter(({ name }) => !OTHER_NAMES.has(name) && !(type === 'variable' && name === 'type'))
      .flatMap(({ value }) => uses(value, new Set())),
    ...body.blocks.flatMap((block) => usesIn(block.body, block.type)),
  ];
}

/** What an expression uses; `bound` are names that it declares for its parts. */
function uses(e: Expression, bound: ReadonlySet<string>): readonly Undeclared[] {
  const of = (...parts: readonly (Expression | undefined)[]): readonly Undeclared[] =>
    parts.flatMap((part) => (part === undefined ? [] : uses(part, bound)));
  switch (e.kind) {
    case 'literal':
      return [];
    case 'variable':
    case 'attribute':
    case 'index':
      return reference(e, bound);
    case 'template':
      return of(...e.parts);
    case 'tuple':
      return of(...e.items);
    case 'object':
      return of(...e.entries.flatMap(({ key, value }) => [key, value]));
    case 'call':
      return [...(isFunction(e.name) ? [] : [{ name: `${e.name}()`, at: e.at }]), ...of(...e.args)];
    case 'unary':
      return of(e.operand);
    case 'binary':
      return of(e.left, e.right);
    case 'conditional':
      return of(e.condition, e.then, e.otherwise);
    case 'splat':
      return [...of(e.object), ...uses(e.each, new Set([...bound, '*']))];
    case 'for': {
      const inner = new Set([...bound, e.itemName, ...(e.keyName ? [e.keyName] : [])]);
      const parts = [e.key, e.value, e.condition].filter((part) => part !== undefined);
      return [...of(e.collection), ...parts.flatMap((part) => uses(part, inner))];
    }
  }
}

/** Functions that look at their arguments themselves, and those of providers. */
const isFunction = (name: string): boolean =>
  FUNCTIONS.has(name) || /^(try|can|templatefile|templatestring)$|::/.test(name);

/** Names that are bound by where they stand. */
const BOUND = new Set(['each', 'count', 'self']);

function reference(
  e: Extract<Expression, { kind: 'variable' | 'attribute' | 'index' }>,
  bound: ReadonlySet<string>,
): readonly Undeclared[] {
  const names: string[] = [];
  const inner: Undeclared[] = [];
  let base: Expression = e;
  while (base.kind === 'attribute' || base.kind === 'index') {
    if (base.kind === 'attribute') names.unshift(base.name);
    else {
      inner.push(...uses(base.key, bound));
      // What stands before an index is the whole address: the names after it are attributes.
      names.length = 0;
    }
    base = base.object;
  }
  if (base.kind !== 'variable') return [...uses(base, bound), ...inner];
  if (bound.has(base.name) || BOUND.has(base.name)) return inner;
  const length = base.name === 'data' || base.name === 'ephemeral' ? 2 : 1;
  return [{ name: [base.name, ...names.slice(0, length)].join('.'), at: e.at }, ...inner];
}
