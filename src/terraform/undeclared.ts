/**
 * Names that a module refers to and does not declare, and functions that there
 * are not: Terraform refuses the module for each. Looks at the text of the whole
 * module and evaluates nothing.
 */
import type { Span } from '../source/span.js';
import { FUNCTIONS } from './evaluate/functions/index.js';
import type { Expression } from './syntax/expression.js';
import type { ModuleSource, SourceBlock, SourceBody } from './syntax/module.js';
import { partsOf } from './syntax/visit.js';

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
    const uses: Undeclared[] = [];
    usesIn(block.body, block.type, uses);
    return uses.filter(({ name }) => !declared.has(name) && !own.has(name));
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

function usesIn({ attributes, blocks }: SourceBody, type: string, found: Undeclared[]): void {
  for (const { name, value } of attributes)
    if (!OTHER_NAMES.has(name) && !(type === 'variable' && name === 'type'))
      uses(value, NONE, found);
  for (const block of blocks) usesIn(block.body, block.type, found);
}

const NONE: ReadonlySet<string> = new Set();

/** What an expression uses; `bound` are names that it declares for its parts. */
function uses(e: Expression, bound: ReadonlySet<string>, found: Undeclared[]): void {
  switch (e.kind) {
    case 'literal':
      return;
    case 'variable':
    case 'attribute':
    case 'index':
      reference(e, bound, found);
      return;
    case 'splat':
      uses(e.object, bound, found);
      uses(e.each, new Set([...bound, '*']), found);
      return;
    case 'for': {
      uses(e.collection, bound, found);
      const inner = new Set([...bound, e.itemName, ...(e.keyName ? [e.keyName] : [])]);
      for (const part of [e.key, e.value, e.condition])
        if (part !== undefined) uses(part, inner, found);
      return;
    }
    default:
      if (e.kind === 'call' && !isFunction(e.name)) found.push({ name: `${e.name}()`, at: e.at });
      for (const part of partsOf(e)) uses(part, bound, found);
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
  found: Undeclared[],
): void {
  const names: string[] = [];
  const keys: Expression[] = [];
  let base: Expression = e;
  while (base.kind === 'attribute' || base.kind === 'index') {
    if (base.kind === 'attribute') names.unshift(base.name);
    else {
      keys.push(base.key);
      // What stands before an index is the whole address: the names after it are attributes.
      names.length = 0;
    }
    base = base.object;
  }
  if (base.kind !== 'variable') uses(base, bound, found);
  else if (!bound.has(base.name) && !BOUND.has(base.name)) {
    const length = base.name === 'data' || base.name === 'ephemeral' ? 2 : 1;
    found.push({ name: [base.name, ...names.slice(0, length)].join('.'), at: e.at });
  }
  for (const key of keys) uses(key, bound, found);
}
