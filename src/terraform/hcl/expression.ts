/** The grammar's expressions as ours. */
import { cover, type Span } from '../../source/span.js';
import * as build from '../syntax/build.js';
import type { BinaryOperator, Expression, For, ObjectEntry } from '../syntax/expression.js';
import { type Cst, childOf } from './cst.js';
import { readQuoted, readTemplateNode } from './literal.js';
import { type HclSource, placeOf, textOf, unreadable } from './source.js';

/** Expressions nested deeper than this are not read: everything that walks them recurses. */
const MAX_DEPTH = 200;

/** Stands for what cannot be read: it refers to nothing, so it has no value. */
export const unreadableExpression = (at: Span): Expression => ({
  kind: 'variable',
  name: 'unreadable',
  at,
});

/** Reads an `expression` node. */
export function readExpression(node: Cst, source: HclSource): Expression {
  let depth = 0;
  let saidTooDeep = false;

  const expression = (node: Cst | undefined): Expression => {
    const at = placeOf(source, node ?? { type: '', start: 0, end: 0, children: [] });
    if (node === undefined) return build.literal('', at);
    const conditional = childOf(node, 'conditional');
    return deeper(at, () =>
      conditional === undefined ? term(node.children) : ternary(conditional),
    );
  };

  const deeper = (at: Span, read: () => Expression): Expression => {
    if (depth >= MAX_DEPTH) return tooDeep(at);
    depth++;
    const result = read();
    depth--;
    return result;
  };

  /** Said once: what is around it is nested as deeply. */
  const tooDeep = (at: Span): Expression => {
    if (!saidTooDeep)
      source.findings.push(unreadable(at, 'this expression is nested too deeply to be read'));
    saidTooDeep = true;
    return unreadableExpression(at);
  };

  /** A term and the steps after it; operators hold terms without a node around them. */
  const term = (nodes: readonly Cst[]): Expression => {
    const parenthesised = nodes[0]?.type === '(';
    const base = parenthesised ? expression(nodes[1]) : primary(nodes[0]);
    return steps(base, nodes.slice(parenthesised ? 3 : 1));
  };

  const primary = (node: Cst | undefined): Expression => {
    const inner = node?.children[0];
    if (node === undefined || inner === undefined) return expression(undefined);
    switch (node.type) {
      case 'literal_value':
        return literal(inner);
      case 'template_expr':
        return readTemplateNode(inner, source, expression);
      case 'collection_value':
        return inner.type === 'tuple' ? tuple(inner) : object(inner);
      case 'for_expr':
        return comprehension(inner);
      case 'function_call':
        return call(node);
      case 'operation':
        return deeper(placeOf(source, inner), () => operation(inner));
      default:
        return { kind: 'variable', name: textOf(source, node), at: placeOf(source, node) };
    }
  };

  const literal = (node: Cst): Expression => {
    const at = placeOf(source, node);
    const text = textOf(source, node);
    switch (node.type) {
      case 'string_lit':
        return readQuoted(node, source);
      case 'numeric_lit':
        return number(text, at);
      case 'null_lit':
        return build.literal(null, at);
      default:
        return build.literal(text === 'true', at);
    }
  };

  const number = (text: string, at: Span): Expression => {
    if (!/^0x/i.test(text) && Number.isFinite(Number(text))) return build.literal(Number(text), at);
    source.findings.push(
      unreadable(at, `"${text}" is no number in HCL`, 'write it in decimal digits'),
    );
    return unreadableExpression(at);
  };

  const tuple = (node: Cst): Expression =>
    build.list(
      node.children.filter(({ type }) => type === 'expression').map(expression),
      placeOf(source, node),
    );

  const object = (node: Cst): Expression => ({
    kind: 'object',
    entries: node.children.filter(({ type }) => type === 'object_elem').map(entry),
    at: placeOf(source, node),
  });

  /** A bare name is the key itself; in parentheses it is a reference. */
  const entry = (node: Cst): ObjectEntry => {
    const [key, value] = node.children.filter(({ type }) => type === 'expression');
    const only = key?.children.length === 1 ? key.children[0] : undefined;
    return {
      key:
        only?.type === 'variable_expr'
          ? build.literal(textOf(source, only), placeOf(source, only))
          : expression(key),
      value: expression(value),
    };
  };

  const call = (node: Cst): Expression => {
    const args = childOf(node, 'function_arguments')?.children ?? [];
    const name = childOf(node, 'identifier');
    return {
      kind: 'call',
      name: name === undefined ? '' : textOf(source, name),
      args: args.filter(({ type }) => type === 'expression').map(expression),
      ...(args.some(({ type }) => type === 'ellipsis') && { expand: true as const }),
      at: placeOf(source, node),
    };
  };

  const comprehension = (node: Cst): Expression => {
    const intro = childOf(node, 'for_intro');
    const names = (intro?.children ?? []).filter(({ type }) => type === 'identifier');
    const [first = '', second] = names.map((name) => textOf(source, name));
    const [one, two] = node.children.filter(({ type }) => type === 'expression').map(expression);
    const condition = childOf(node, 'for_cond');
    const missing = unreadableExpression(placeOf(source, node));
    const result: For = {
      kind: 'for',
      ...(second !== undefined && { keyName: first }),
      itemName: second ?? first,
      collection: expression(intro && childOf(intro, 'expression')),
      ...(two !== undefined && one !== undefined && { key: one }),
      value: two ?? one ?? missing,
      ...(condition && { condition: expression(childOf(condition, 'expression')) }),
      ...(childOf(node, 'ellipsis') && { grouping: true as const }),
      at: placeOf(source, node),
    };
    return result;
  };

  const operation = (node: Cst): Expression => {
    const at = placeOf(source, node);
    if (node.type === 'unary_operation') {
      const operator = node.children[0]?.type === '!' ? '!' : '-';
      const operand = term(node.children.slice(1));
      const number = operand.kind === 'literal' ? operand.value : undefined;
      if (operator === '-' && typeof number === 'number' && number !== 0)
        return build.literal(-number, at);
      return { kind: 'unary', operator, operand, at };
    }
    const middle = node.children.findIndex(({ type }) => isOperator(type));
    const operator = node.children[middle]?.type;
    if (operator === undefined || !isOperator(operator)) return unreadableExpression(at);
    const left = term(node.children.slice(0, middle));
    return { kind: 'binary', operator, left, right: term(node.children.slice(middle + 1)), at };
  };

  /** The grammar groups `a ? b : c ? d : e` to the left; HCL groups it to the right. */
  const ternary = (node: Cst): Expression => {
    const [condition, then, otherwise] = node.children.filter(({ type }) => type === 'expression');
    return choice(condition, expression(then), expression(otherwise), placeOf(source, node));
  };

  const choice = (
    node: Cst | undefined,
    then: Expression,
    otherwise: Expression,
    at: Span,
  ): Expression => {
    const inner = node && childOf(node, 'conditional');
    if (inner === undefined) return build.conditional(expression(node), then, otherwise, at);
    const [condition, innerThen, last] = inner.children.filter(({ type }) => type === 'expression');
    const rest = build.conditional(
      expression(last),
      then,
      otherwise,
      cover(placeOf(source, last ?? inner), at),
    );
    return deeper(at, () => choice(condition, expression(innerThen), rest, at));
  };

  const steps = (base: Expression, nodes: readonly Cst[]): Expression => {
    if (nodes.length > MAX_DEPTH) return tooDeep(base.at);
    let result = base;
    for (const [i, node] of nodes.entries()) {
      if (node.type === 'splat') return splat(result, node, nodes.slice(i + 1));
      result = step(result, node);
    }
    return result;
  };

  const step = (object: Expression, node: Cst): Expression => {
    const at = cover(object.at, placeOf(source, node));
    const inner = node.children[0];
    if (node.type === 'get_attr') {
      const name = childOf(node, 'identifier');
      return build.attribute(object, name === undefined ? '' : textOf(source, name), at);
    }
    if (inner?.type === 'legacy_index') {
      const key = build.literal(Number(textOf(source, inner).slice(1)), placeOf(source, inner));
      return { kind: 'index', object, key, at };
    }
    return { kind: 'index', object, key: expression(inner && childOf(inner, 'expression')), at };
  };

  /**
   * Everything after `[*]` is applied to each element; after `.*` only what is
   * written with dots is, and an index applies to the list.
   */
  const splat = (object: Expression, node: Cst, after: readonly Cst[]): Expression => {
    const inner = node.children[0];
    const own = inner?.children.slice(1) ?? [];
    const full = inner?.type === 'full_splat';
    const index = full ? -1 : own.findIndex((one) => one.children[0]?.type === 'new_index');
    const each = full ? [...own, ...after] : own.slice(0, index < 0 ? own.length : index);
    const rest = full ? [] : [...(index < 0 ? [] : own.slice(index)), ...after];
    const at = cover(object.at, placeOf(source, each.at(-1) ?? node));
    const element: Expression = {
      kind: 'variable',
      name: '*',
      at: placeOf(source, inner?.children[0] ?? node),
    };
    return steps({ kind: 'splat', object, each: steps(element, each), at }, rest);
  };

  return expression(node);
}

const OPERATORS: ReadonlySet<string> = new Set([
  '||',
  '&&',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
]);

const isOperator = (type: string): type is BinaryOperator => OPERATORS.has(type);
