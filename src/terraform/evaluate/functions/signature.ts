/** What a Terraform function is given and gives back, and the shapes that most of them share. */
import type { Origin } from '../../../source/span.js';
import { toText } from '../../../value/text.js';
import {
  type Data,
  isList,
  isMap,
  isUnknown,
  type Known,
  known,
  type Refinements,
  type Unknown,
  type Value,
} from '../../../value/value.js';
import { toNumber, typeName } from '../data.js';
import { isWhollyKnown } from '../derive.js';
import type { FileAccess } from '../scope.js';

export interface FunctionCall {
  readonly name: string;
  readonly args: readonly Value[];
  readonly from: Origin;
  readonly files: FileAccess | undefined;
  /** The unknown result: its term is the printed call. */
  unknown(refinements?: Refinements): Unknown;
  /** The result where Terraform fails. */
  fail(message: string): Unknown;
}

export type TerraformFunction = (call: FunctionCall) => Value;
export type FunctionTable = Readonly<Record<string, TerraformFunction>>;

/** A function that must see every part of its arguments: unknown while one of them is. */
export const strict =
  (
    f: (call: FunctionCall, args: readonly Known[]) => Value,
    refinements?: Refinements,
  ): TerraformFunction =>
  (call) =>
    isWhollyKnown(call.args) ? f(call, call.args.filter(isKnown)) : call.unknown(refinements);

export const isKnown = (value: Value): value is Known => !isUnknown(value);

/** A function of texts; numbers and booleans are converted, as Terraform does. */
export const onTexts = (
  count: number,
  f: (...texts: string[]) => Data | undefined,
  refinements: Refinements = { notNull: true },
): TerraformFunction =>
  strict((call, args) => {
    const texts = args.map((arg) => toText(arg.value));
    if (args.length !== count) return call.fail(`it takes ${count} arguments, not ${args.length}`);
    const wrong = texts.indexOf(undefined);
    if (wrong >= 0) return call.fail(notA('text', args, wrong));
    return result(call, f(...(texts as string[])));
  }, refinements);

/** A function of numbers, as a list; texts that are numbers are converted. */
export const onNumbers = (f: (numbers: readonly number[]) => Data | undefined): TerraformFunction =>
  strict(
    (call, args) => {
      const numbers = args.map((arg) => toNumber(arg.value));
      const wrong = numbers.indexOf(undefined);
      if (wrong >= 0) return call.fail(notA('number', args, wrong));
      return result(call, f(numbers.filter((number) => number !== undefined)));
    },
    { notNull: true },
  );

/** What a plain function gave; undefined where it has no answer, as where Terraform fails. */
export const result = (call: FunctionCall, data: Data | undefined): Value =>
  data === undefined || (typeof data === 'number' && !Number.isFinite(data))
    ? call.fail('it has no result for these arguments')
    : known(data, call.from);

const notA = (type: string, args: readonly Known[], index: number): string =>
  `argument ${index + 1} must be a ${type}, not ${typeName(args[index]?.value ?? null)}`;

/** A function that we do not compute. */
export const never: TerraformFunction = (call) => call.unknown({ notNull: true });

/** A function of time or chance: Terraform itself knows its result only after apply. */
export const later: TerraformFunction = (call) => ({
  ...call.unknown({ notNull: true }),
  unknown: 'apply',
});

/** Texts as a list value. */
export const textList = (texts: readonly string[], from: Origin): Known =>
  known(
    texts.map((text) => known(text, from)),
    from,
  );

/** The elements of a list, a set, or the values of an object; undefined for anything else. */
export function sequence(value: Value | undefined): readonly Value[] | undefined {
  if (value === undefined || isUnknown(value)) return undefined;
  if (isList(value.value)) return value.value;
  return undefined;
}

export function mapping(value: Value | undefined): ReadonlyMap<string, Value> | undefined {
  if (value === undefined || isUnknown(value)) return undefined;
  return isMap(value.value) ? value.value : undefined;
}
