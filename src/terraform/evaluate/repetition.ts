/** `count` and `for_each`: which instances a block has, as far as the text tells it. */
import type { Origin } from '../../source/span.js';
import { isUndecided, not, type Tri } from '../../value/logic.js';
import { quote } from '../../value/quote.js';
import { toText } from '../../value/text.js';
import {
  isList,
  isMap,
  isUnknown,
  type Known,
  known,
  type Unknown,
  unknown,
  type Value,
} from '../../value/value.js';
import type { Conditional, Expression } from '../syntax/expression.js';
import type { SourceAttribute, SourceBody } from '../syntax/module.js';
import { printExpression } from '../syntax/print.js';
import { MAX_INSTANCES } from './budget.js';
import { toNumber } from './data.js';
import { decide } from './decision.js';
import { asExpression } from './derive.js';
import { inOrder } from './order.js';
import { originIn, type Scope } from './scope.js';
import { attributeIn } from './source-index.js';

export interface Instance {
  /** What follows the block's address: nothing, `[0]`, `["a"]`, or a term in brackets where the key is unknown. */
  readonly suffix: string;
  readonly key?: string | number;
  /** `count` or `each`. */
  readonly bound: ReadonlyMap<string, Value>;
  readonly exists: Tri;
}

export interface Repetition {
  readonly kind: 'one' | 'count' | 'each';
  readonly instances: readonly Instance[];
  /** Given where the instances are not all there may be, or may not exist. */
  readonly open?: Unknown;
  /** What Terraform knows only after an apply, so that it refuses to plan the block. */
  readonly unplanned?: Unknown;
}

/** Arguments that repeat a block. All of its instances share them, and they refer to none. */
export const REPEATING: ReadonlySet<string> = new Set(['count', 'for_each']);

/** The instances of a block with this body; `evaluated` keeps what the arguments that repeat it are. */
export function repetitionOf(
  body: SourceBody,
  scope: Scope,
  evaluated: (attribute: SourceAttribute) => Value,
): Repetition {
  const count = attributeIn(body, 'count');
  if (count !== undefined) return counted(count.value, scope, () => evaluated(count));
  const forEach = attributeIn(body, 'for_each');
  if (forEach !== undefined) return eachOf(forEach.value, scope, () => evaluated(forEach));
  return { kind: 'one', instances: [{ suffix: '', bound: new Map(), exists: true }] };
}

/**
 * The branches of a conditional whose condition stays open, so that
 * `var.create ? 1 : 0` is one instance that exists if `var.create` does.
 */
interface Choice {
  readonly when: Unknown;
  readonly yes: Value;
  readonly no: Value;
}

function openChoice(e: Expression, scope: Scope): Choice | undefined {
  if (e.kind !== 'conditional') return undefined;
  const when = decide(scope.run.evaluate(e.condition, scope), scope);
  return isUndecided(when) ? branches(e, when, scope) : undefined;
}

const branches = (e: Conditional, when: Unknown, scope: Scope): Choice => ({
  when,
  yes: scope.run.evaluate(e.then, scope),
  no: scope.run.evaluate(e.otherwise, scope),
});

/** The branch with instances and when it is taken, where the other one has none. */
function onlyBranch(
  choice: Choice,
  isEmpty: (value: Value) => boolean,
): { value: Value; exists: Tri } | undefined {
  if (isEmpty(choice.no)) return { value: choice.yes, exists: choice.when };
  if (isEmpty(choice.yes)) return { value: choice.no, exists: not(choice.when) };
  return undefined;
}

function counted(e: Expression, scope: Scope, whole: () => Value): Repetition {
  const choice = openChoice(e, scope);
  const only = choice && onlyBranch(choice, (value) => countOf(value) === 0);
  const value = only?.value ?? whole();
  const exists = only?.exists ?? true;
  const count = countOf(value);
  const late = afterApply(isUnknown(value) ? [value] : [choice?.when]);
  if (count === undefined || count > MAX_INSTANCES)
    return { ...uncounted(value, originIn(scope, e.at)), ...late };
  const instances = Array.from({ length: count }, (_, i) => countInstance(i, exists, value.from));
  return { kind: 'count', instances, ...(isUndecided(exists) && { open: exists }), ...late };
}

/** The first that only an apply tells. */
function afterApply(candidates: readonly (Unknown | undefined)[]): Pick<Repetition, 'unplanned'> {
  const unplanned = candidates.find((candidate) => candidate?.unknown === 'apply');
  return unplanned === undefined ? {} : { unplanned };
}

function countOf(value: Value): number | undefined {
  const count = isUnknown(value) ? undefined : toNumber(value.value);
  return count !== undefined && Number.isInteger(count) && count >= 0 ? count : undefined;
}

const countInstance = (index: number, exists: Tri, from: Origin): Instance => ({
  suffix: `[${index}]`,
  key: index,
  bound: new Map([['count', known(new Map([['index', known(index, from)]]), from)]]),
  exists,
});

/** One instance stands for however many there are. */
function uncounted(value: Value, from: Origin): Repetition {
  const open = isUnknown(value)
    ? value
    : unknown('limit', printExpression(asExpression(value)), from);
  const term = printExpression({
    kind: 'binary',
    operator: '>',
    left: asExpression(open),
    right: { kind: 'literal', value: 0, at: from.at },
    at: from.at,
  });
  const exists = { ...open, term };
  return { kind: 'count', instances: [countInstance(0, exists, from)], open: exists };
}

function eachOf(e: Expression, scope: Scope, whole: () => Value): Repetition {
  const choice = openChoice(e, scope);
  const only = choice && onlyBranch(choice, isEmptyCollection);
  const value = only?.value ?? whole();
  const exists = only?.exists ?? true;
  const from = originIn(scope, e.at);
  if (isUnknown(value)) return { ...symbolic(value, from), ...afterApply([value]) };
  const instances = eachInstances(value, exists, from).slice(0, MAX_INSTANCES);
  const open = isUndecided(exists) ? exists : value.rest;
  // The elements of a set are its keys.
  const elements = isList(value.value) ? value.value.filter(isUnknown) : [];
  const late = afterApply([choice?.when, value.unsettled, value.rest, ...elements]);
  return { kind: 'each', instances, ...(open && { open }), ...late };
}

const isEmptyCollection = (value: Value): boolean =>
  !isUnknown(value) &&
  ((isList(value.value) && value.value.length === 0) ||
    (isMap(value.value) && value.value.size === 0 && value.rest === undefined));

function eachInstances(value: Known, exists: Tri, from: Origin): readonly Instance[] {
  const data = value.value;
  if (isList(data)) return data.map((item) => eachInstance(item, item, exists));
  if (!isMap(data)) return [];
  const instances = inOrder(data).map(([key, item]) =>
    eachInstance(known(key, item.from), item, exists),
  );
  return value.rest === undefined
    ? instances
    : [...instances, ...symbolic(value.rest, from).instances];
}

/** An instance whose key is unknown is named by the key's term. */
function eachInstance(key: Value, value: Value, exists: Tri): Instance {
  const each = known(
    new Map([
      ['key', key],
      ['value', value],
    ]),
    key.from,
  );
  const bound = new Map<string, Value>([['each', each]]);
  if (isUnknown(key)) return { suffix: `[${key.term}]`, bound, exists };
  const name = toText(key.value) ?? '';
  return { suffix: `[${quote(name)}]`, key: name, bound, exists };
}

/** One instance stands for all of an unknown collection: its key is any of the keys, its value any of the values. */
function symbolic(collection: Unknown, from: Origin): Repetition {
  const { at } = from;
  const whole = asExpression(collection);
  const any = (object: Expression): string =>
    printExpression({ kind: 'splat', object, each: { kind: 'variable', name: '*', at }, at });
  const part = (term: string): Unknown => ({ ...withoutSize(collection), term, from });
  const key = part(any({ kind: 'call', name: 'keys', args: [whole], at }));
  const exists = part(`length(${collection.term}) > 0`);
  return {
    kind: 'each',
    instances: [{ ...eachInstance(key, part(any(whole)), exists) }],
    open: collection,
  };
}

/** What is known of the whole says nothing of its parts. */
const withoutSize = ({
  length: _,
  prefix: __,
  parts: ___,
  encodes: ____,
  ...rest
}: Unknown): Unknown => rest;
