/** What a variable holds: the value given, its default, or an unknown of its own. */
import type { Origin } from '../../source/span.js';
import { isUnknown, unknown, type Value } from '../../value/value.js';
import type { Expression } from '../syntax/expression.js';
import type { SourceBlock } from '../syntax/module.js';
import { toBoolean } from './data.js';
import { markSecret } from './functions/conversions.js';
import { attributeIn } from './source-index.js';
import { convert } from './type-constraint.js';

export interface VariableInput {
  readonly block: SourceBlock;
  /** From a module argument, a tfvars file or the caller. */
  readonly given: Value | undefined;
  /** `var.name`, after the module's address. */
  readonly term: string;
  readonly from: Origin;
  /** Evaluates an expression of the block, which refers to nothing but itself. */
  evaluate(e: Expression): Value;
}

/** The variable's value, converted to its type. */
export function variableValue(input: VariableInput): Value {
  const value = converted(input, chosen(input));
  return isTrue(input, 'sensitive') ? markSecret(value) : value;
}

function chosen(input: VariableInput): Value {
  const { block, given, term, from } = input;
  const nullable = isTrue(input, 'nullable', true);
  const isNull = given !== undefined && !isUnknown(given) && given.value === null;
  if (given !== undefined && (nullable || !isNull)) return given;
  const standard = attributeIn(block.body, 'default');
  if (standard !== undefined) return input.evaluate(standard.value);
  const only = onlyValidValue(block);
  if (only !== undefined) return input.evaluate(only);
  return unknown('input', term, from, nullable ? undefined : { notNull: true });
}

function converted(input: VariableInput, value: Value): Value {
  const type = attributeIn(input.block.body, 'type');
  return type === undefined ? value : convert(value, type.value, input.evaluate);
}

function isTrue(input: VariableInput, name: string, otherwise = false): boolean {
  const attribute = attributeIn(input.block.body, name);
  if (attribute === undefined) return otherwise;
  const value = input.evaluate(attribute.value);
  return isUnknown(value) ? otherwise : (toBoolean(value.value) ?? otherwise);
}

/** The literal of a validation `var.x == literal`: the variable can hold nothing else. */
function onlyValidValue(block: SourceBlock): Expression | undefined {
  for (const nested of block.body.blocks) {
    if (nested.type !== 'validation') continue;
    const condition = attributeIn(nested.body, 'condition')?.value;
    if (condition?.kind !== 'binary' || condition.operator !== '==') continue;
    const { left, right } = condition;
    if (isItself(left, block) && right.kind === 'literal') return right;
    if (isItself(right, block) && left.kind === 'literal') return left;
  }
  return undefined;
}

const isItself = (e: Expression, block: SourceBlock): boolean =>
  e.kind === 'attribute' &&
  e.object.kind === 'variable' &&
  e.object.name === 'var' &&
  e.name === block.labels[0];
