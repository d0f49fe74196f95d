/**
 * Selectors of v1alpha1, maps of tags with some keys of special meaning, as terms.
 * Values are lists with commas, which terms are not: each combination becomes a
 * term (aws/karpenter-provider-aws@v0.32.10 pkg/utils/nodeclass/nodeclass.go).
 */
import { isScalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { type Field, field, keyOf, mapOf, nodeOf, seqOf } from './nodes.js';

export interface Terms {
  readonly terms: YAMLSeq;
  /** Keys whose value is a list with commas. */
  readonly lists: readonly string[];
  /** Ids stood beside tags: both had to hold, and in a term an id stands alone. */
  readonly idsBesideTags: boolean;
  /** More combinations than are worth writing out. */
  readonly tooMany: boolean;
}

/** Special keys of a selector, by what they are called in a term. */
const SPECIAL: Readonly<Record<string, string>> = {
  'aws-ids': 'id',
  'aws::ids': 'id',
  'aws::name': 'name',
  'aws::owners': 'owner',
};

const MOST_TERMS = 100;

export function termsOf(selector: YAMLMap): Terms {
  const parts = (selector.items as Field[]).map((item) => ({
    item,
    key: keyOf(item),
    values: valuesOf(item),
  }));
  const special = parts.filter(({ key }) => Object.hasOwn(SPECIAL, key));
  const tags = parts.filter((part) => !special.includes(part));
  const ids = special.some(({ key }) => SPECIAL[key] === 'id');
  const lists = parts.filter(({ values }) => values.length > 1).map(({ key }) => key);
  const count = parts.reduce((product, { values }) => product * values.length, 1);
  const used = ids ? special.filter(({ key }) => SPECIAL[key] === 'id') : parts;
  const combinations = count > MOST_TERMS ? [] : combined(used);
  return {
    terms: seqOf(...combinations.map((values) => term(values, ids ? [] : tags, lists))),
    lists,
    idsBesideTags: ids && parts.length > used.length,
    tooMany: count > MOST_TERMS,
  };
}

interface Part {
  readonly item: Field;
  readonly key: string;
  readonly values: readonly string[];
}

const valuesOf = ({ value }: Field): readonly string[] =>
  isScalar(value) && value.value !== null
    ? String(value.value)
        .split(',')
        .map((one) => one.trim())
    : [''];

type Chosen = ReadonlyMap<string, string>;

function combined(parts: readonly Part[]): readonly Chosen[] {
  return parts.reduce<readonly Chosen[]>(
    (all, { key, values }) =>
      all.flatMap((chosen) => values.map((value) => new Map([...chosen, [key, value]]))),
    [new Map()],
  );
}

function term(values: Chosen, tags: readonly Part[], lists: readonly string[]): YAMLMap {
  const special = [...values].filter(([key]) => Object.hasOwn(SPECIAL, key));
  const fields = special.map(([key, value]) => field(SPECIAL[key] ?? key, nodeOf(value)));
  if (tags.length > 0) {
    const tagFields = tags.map(({ item, key }) =>
      // One value keeps the field as it was written, comments included.
      lists.length > 0 ? field(key, nodeOf(values.get(key) ?? '')) : item,
    );
    fields.push(field('tags', mapOf(...tagFields)));
  }
  return mapOf(...fields);
}
