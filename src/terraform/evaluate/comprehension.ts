/** `for` expressions and splats. */
import type { Origin } from '../../source/span.js';
import { isUndecided } from '../../value/logic.js';
import { partOf, sizeKnown } from '../../value/read.js';
import { toText } from '../../value/text.js';
import {
  isList,
  isMap,
  isUnknown,
  type Known,
  known,
  type Unknown,
  type Value,
} from '../../value/value.js';
import type { Expression, For, Splat } from '../syntax/expression.js';
import { canonical, ELEMENT } from './canonical.js';
import { typeName } from './data.js';
import { decide } from './decision.js';
import { asExpression, derive, failure } from './derive.js';
import { inOrder } from './order.js';
import { originIn, type Scope, withBound } from './scope.js';

/** Elements of an unknown list that are given names of their own. */
const MAX_UNKNOWN_ELEMENTS = 1_000;

export interface Item {
  readonly key: Value;
  readonly value: Value;
}

/** `[for k, v in c : value if condition]` and `{for k, v in c : key => value... if condition}`. */
export function evaluateFor(e: For, scope: Scope): Value {
  const from = originIn(scope, e.at);
  const collection = scope.run.evaluate(e.collection, scope);
  const items = itemsOf(collection);
  if (items === undefined) return withoutItems(e, collection, scope, from);
  const unsettled = isUnknown(collection) ? undefined : collection.unsettled;
  const result =
    e.key === undefined ? listFor(e, items, scope, from) : objectFor(e, items, scope, from);
  if (isUnknown(result)) return result;
  return unsettled === undefined ? result : { ...result, unsettled };
}

/** The elements with their keys, in Terraform's order; undefined where they are not all known. */
export function itemsOf(collection: Value): readonly Item[] | undefined {
  if (isUnknown(collection)) {
    const { length } = collection;
    if (length === undefined || length > MAX_UNKNOWN_ELEMENTS) return undefined;
    return Array.from({ length }, (_, i) => ({
      key: known(i, collection.from),
      value: partOf(collection, i),
    }));
  }
  const data = collection.value;
  if (isList(data)) {
    return data.map((value, i) => ({
      key: collection.set === true ? value : known(i, value.from),
      value,
    }));
  }
  if (!isMap(data) || collection.rest !== undefined) return undefined;
  return inOrder(data).map(([key, value]) => ({ key: known(key, keyOrigin(value)), value }));
}

/** A key was written where the entry says, or else where its value is. */
const keyOrigin = (value: Value): Origin =>
  !isUnknown(value) && value.key !== undefined ? { ...value.from, at: value.key } : value.from;

function withoutItems(e: For, collection: Value, scope: Scope, from: Origin): Value {
  const open = isUnknown(collection) ? collection : collection.rest;
  if (open !== undefined) return derive(canonical(e, scope), [open], from, { notNull: true });
  const type = isUnknown(collection) ? 'it' : typeName(collection.value);
  return failure(`${type} has no elements for "for"`, canonical(e, scope), from);
}

const bindItem = (e: For, item: Item, scope: Scope): Scope =>
  withBound(
    scope,
    e.keyName === undefined
      ? [[e.itemName, item.value]]
      : [
          [e.keyName, item.key],
          [e.itemName, item.value],
        ],
  );

interface Filtered {
  readonly scopes: readonly Scope[];
  /** Filters that stay open, and so hide how many items there are. */
  readonly open: readonly Unknown[];
  /** A filter that will pass, though Terraform cannot tell before apply. */
  readonly presumed: Unknown | undefined;
}

/** What a provider computes is hardly ever null or empty, which is why people filter for it. */
const NOT_EMPTY = /^!\(.* == (?:""|null)\)$/s;

const isPresumed = (value: Value): value is Unknown =>
  isUnknown(value) &&
  value.unknown === 'apply' &&
  value.failed === undefined &&
  NOT_EMPTY.test(value.term);

function filtered(e: For, items: readonly Item[], scope: Scope): Filtered {
  const scopes = items.map((item) => bindItem(e, item, scope));
  const { condition } = e;
  if (condition === undefined) return { scopes, open: [], presumed: undefined };
  const values = scopes.map((inner) => scope.run.evaluate(condition, inner));
  const choices = values.map((value) => isPresumed(value) || decide(value, scope));
  return {
    scopes: scopes.filter((_, i) => choices[i] === true),
    open: choices.filter(isUndecided),
    presumed: values.find(isPresumed),
  };
}

function listFor(e: For, items: readonly Item[], scope: Scope, from: Origin): Value {
  const { scopes, open, presumed } = filtered(e, items, scope);
  if (open.length > 0) return derive(canonical(e, scope), open, from, { notNull: true });
  const list = known(
    scopes.map((inner) => scope.run.evaluate(e.value, inner)),
    from,
  );
  return presumed === undefined ? list : { ...list, unsettled: presumed };
}

function objectFor(e: For, items: readonly Item[], scope: Scope, from: Origin): Value {
  const { scopes, open, presumed } = filtered(e, items, scope);
  if (open.length > 0) return derive(canonical(e, scope), open, from, { notNull: true });
  const entries = new Map<string, Value>();
  const unknownKeys: Unknown[] = [];
  for (const inner of scopes) {
    const key = scope.run.evaluate(e.key ?? e.value, inner);
    const name = isUnknown(key) ? undefined : toText(key.value);
    if (isUnknown(key)) unknownKeys.push(key);
    else if (name === undefined) return failure('a key must be text', canonical(e, scope), from);
    else {
      const value = scope.run.evaluate(e.value, inner);
      entries.set(name, gathered(e, entries.get(name), { value, key }, from));
    }
  }
  const result = { ...known(entries, from), ...(presumed && { unsettled: presumed }) };
  if (unknownKeys.length === 0) return result;
  return { ...result, rest: derive(canonical(e, scope), unknownKeys, from) };
}

/** With `...`, values of one key are gathered in a list; else the later one counts. */
function gathered(e: For, before: Value | undefined, item: Item, from: Origin): Value {
  const at = item.key.from.at;
  if (e.grouping !== true) return isUnknown(item.value) ? item.value : { ...item.value, key: at };
  const list =
    before !== undefined && !isUnknown(before) && isList(before.value) ? before.value : [];
  return known([...list, item.value], from, at);
}

/** `object[*].x.y`: a list of the parts; null has none, a single value is a list of one. */
export function evaluateSplat(e: Splat, scope: Scope): Value {
  const from = originIn(scope, e.at);
  const object = scope.run.evaluate(e.object, scope);
  const of = (item: Value): Value => scope.run.evaluate(e.each, withBound(scope, [['*', item]]));
  if (isUnknown(object)) {
    const items = itemsOf(object);
    if (items !== undefined)
      return known(
        items.map(({ value }) => of(value)),
        from,
      );
    const splat: Expression = {
      ...e,
      object: asExpression(object),
      each: canonical(e.each, scope, ELEMENT),
    };
    return derive(splat, [object], from, { notNull: true });
  }
  if (object.value === null) return known([], from);
  if (!isList(object.value)) return known([of(object)], from);
  return sameSize(known(object.value.map(of), from), object);
}

/** A list made element by element is as settled as the one it was made of. */
function sameSize(result: Known, of: Known): Known {
  const size = sizeKnown(of);
  return isUndecided(size) ? { ...result, unsettled: size } : result;
}
