/** Functions of lists; unknown elements stay in their places. */
import { isUndecided } from '../../../value/logic.js';
import { sizeKnown } from '../../../value/read.js';
import { toText } from '../../../value/text.js';
import {
  isList,
  isMap,
  isUnknown,
  type Known,
  known,
  type Unknown,
  type Value,
} from '../../../value/value.js';
import { MAX_RANGE } from '../budget.js';
import { toNumber } from '../data.js';
import { equals } from '../equality.js';
import { compareText } from '../order.js';
import { elementsOf, listOf, onList, textOf } from './collection.js';
import { type FunctionTable, result, strict, type TerraformFunction } from './signature.js';

const length: TerraformFunction = (call) => {
  const [value] = call.args;
  if (value === undefined) return call.fail('it takes one argument');
  const size = sizeKnown(value);
  if (isUnknown(value) && value.length !== undefined) return known(value.length, call.from);
  if (isUnknown(value) || isUndecided(size)) return call.unknown({ notNull: true });
  if (isList(value.value)) return known(value.value.length, call.from);
  if (isMap(value.value)) return known(value.value.size, call.from);
  const text = toText(value.value);
  return result(call, text === undefined ? undefined : [...text].length);
};

/** Lists of unknown size keep one element for the elements that they may have. */
const concat: TerraformFunction = (call) => {
  const lists = call.args.map(
    (arg) => listOf(arg) ?? (isUnknown(arg) ? [elementsOf(arg)] : undefined),
  );
  if (lists.includes(undefined)) return call.fail('it needs lists');
  const joined = known(
    lists.flatMap((list) => list ?? []),
    call.from,
  );
  const unsettled = call.args.filter(isUnknown).find((arg) => listOf(arg) === undefined);
  return unsettled === undefined ? joined : { ...joined, unsettled };
};

/** Attributes that are text by their names; an unknown of another name may be a list of unknown size. */
const TEXT_TERM = /(?:\.|_)(?:arn|id|name|url|endpoint|key|value)$/;

const flatten: TerraformFunction = onList((call, list) => {
  const items: Value[] = [];
  let unsettled: Unknown | undefined;
  const add = (item: Value, nested: boolean): void => {
    const inner = isUnknown(item) ? undefined : item.value;
    if (inner !== undefined && isList(inner)) {
      if (!isUnknown(item)) unsettled ??= item.unsettled;
      for (const part of inner) add(part, true);
    } else if (isUnknown(item) && !nested && !TEXT_TERM.test(item.term)) {
      unsettled ??= item;
      items.push(elementsOf(item));
    } else items.push(item);
  };
  for (const item of list) add(item, false);
  const flat = known(items, call.from);
  return unsettled === undefined ? flat : { ...flat, unsettled };
});

const element: TerraformFunction = onList((call, items) => {
  const [, position] = call.args;
  if (position === undefined || isUnknown(position)) return call.unknown();
  const index = toNumber(position.value);
  if (index === undefined || items.length === 0) return call.fail('the list is empty');
  const wrapped = ((index % items.length) + items.length) % items.length;
  return items[wrapped] ?? call.fail('there is no such element');
});

const index: TerraformFunction = onList((call, items) => {
  const [, wanted] = call.args;
  if (wanted === undefined) return call.fail('it takes a list and a value');
  for (const [i, item] of items.entries()) {
    const found = equals(item, wanted);
    if (found === undefined) return call.unknown({ notNull: true });
    if (found) return known(i, call.from);
  }
  return call.fail('the list has no such element');
});

/** Of an unknown list too, the size of a slice is what its ends say: it fails where the list is shorter. */
const slice: TerraformFunction = (call) => {
  const [list] = call.args;
  const [, start, end] = call.args.map((arg) => (isUnknown(arg) ? undefined : toNumber(arg.value)));
  if (list === undefined || start === undefined || end === undefined) return call.unknown();
  if (start < 0 || start > end) return call.fail('its ends are no range');
  const items = listOf(list);
  const unsettled = !isUnknown(list) && list.unsettled !== undefined;
  if (items === undefined || unsettled)
    return isUnknown(list) || unsettled
      ? call.unknown({ notNull: true, length: end - start })
      : call.fail('it needs a list');
  if (end > items.length) return call.fail('the list is shorter');
  return known(items.slice(start, end), call.from);
};

const contains: TerraformFunction = onList((call, items, list) => {
  const [, wanted] = call.args;
  if (wanted === undefined) return call.fail('it takes a list and a value');
  const answers = items.map((item) => equals(item, wanted));
  if (answers.includes(true)) return known(true, call.from);
  const open = answers.includes(undefined) || isUndecided(sizeKnown(list));
  return open ? call.unknown({ notNull: true }) : known(false, call.from);
});

const one: TerraformFunction = onList((call, items, list) => {
  if (isUndecided(sizeKnown(list))) return call.unknown();
  if (items.length > 1) return call.fail('the list has more than one element');
  return items[0] ?? known(null, call.from);
});

const reverse: TerraformFunction = onList((call, items) => known([...items].reverse(), call.from));

/** Where an element is unknown its place is too, but it is one of the elements all the same. */
const sort: TerraformFunction = onList((call, items) => {
  const texts = items.map((item) => (isUnknown(item) ? undefined : toText(item.value)));
  if (items.some((item, i) => !isUnknown(item) && texts[i] === undefined))
    return call.fail('it needs a list of texts');
  if (texts.includes(undefined)) return known(items, call.from);
  return known(
    [...items].sort((a, b) => compareText(textOf(a), textOf(b))),
    call.from,
  );
});

const chunklist: TerraformFunction = onList((call, items) => {
  const size = call.args[1];
  const count = size === undefined || isUnknown(size) ? undefined : toNumber(size.value);
  if (count === undefined) return call.unknown();
  if (!Number.isInteger(count) || count < 0) return call.fail('the size must not be negative');
  const step = count === 0 ? Math.max(items.length, 1) : count;
  const chunks: Known[] = [];
  for (let i = 0; i < items.length; i += step)
    chunks.push(known(items.slice(i, i + step), call.from));
  return known(chunks, call.from);
});

const range: TerraformFunction = strict((call, args) => {
  const numbers = args.map((arg) => toNumber(arg.value));
  const [first, second, third] = numbers;
  if (first === undefined || numbers.includes(undefined)) return call.fail('it needs numbers');
  const [start, limit] = second === undefined ? [0, first] : [first, second];
  const step = third ?? (limit < start ? -1 : 1);
  if (step === 0 || Math.abs((limit - start) / step) > MAX_RANGE)
    return call.fail(`it makes at most ${MAX_RANGE} numbers`);
  const items: Known[] = [];
  for (let x = start; step > 0 ? x < limit : x > limit; x += step) items.push(known(x, call.from));
  return known(items, call.from);
});

export const listFunctions: FunctionTable = {
  chunklist,
  concat,
  contains,
  element,
  flatten,
  index,
  length,
  one,
  range,
  reverse,
  slice,
  sort,
};
