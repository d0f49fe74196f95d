/**
 * What events of one kind look like: for each field the values it can have. A
 * pattern is judged against that, not against samples: a filter that no sample
 * hits need not be dead.
 */
import { isUnknown, type Maybe, type Unknown } from '../value/value.js';
import { type Token, tokensOf } from './glob.js';
import { type Scalar, scalarOf } from './matcher.js';

export type FieldShape = (ClosedField | TextField | OpenField) & {
  /** Absent from some events; of an array, that it may be empty too. */
  readonly optional?: true;
};

/** One of a closed list. An unknown stands for one value that is the same in all events. */
export interface ClosedField {
  readonly values: readonly (Scalar | Unknown)[];
}

/**
 * Text of one of the given forms: `*` is any text, `{path}` the text of another field of the
 * event, `{partition|aws|aws-cn}` one of a few texts, which may be known by that name. What
 * `except` lists never occurs, in no spelling of its letters.
 */
export interface TextField {
  readonly like: readonly string[];
  readonly except?: readonly string[];
}

/** Anything at all at this path or below it, or nothing. */
export interface OpenField {
  readonly open: true;
}

/**
 * Fields by path, with `[]` after the name of an array: `detail.entities[].id`. A required field
 * of an array says that there is at least one element and that each has it. What is not listed
 * is in no event of this shape.
 */
export interface EventShape {
  readonly fields: ReadonlyMap<string, FieldShape>;
  /** What is known of the events that are meant, where they are not all of those fields. */
  readonly known?: KnownFields;
}

export const eventShape = (fields: Readonly<Record<string, FieldShape>>): EventShape => ({
  fields: new Map(Object.entries(fields)),
});

/** What is known of fields by path: `region`, `account`, `detail.AutoScalingGroupName`; and the `partition`. */
export type KnownFields = Readonly<Record<string, string | Maybe<string> | undefined>>;

/** The shape of those events only that have the given values; a field that the shape lacks stays absent. */
export const specialise = (
  { fields, known: before }: EventShape,
  known: KnownFields,
): EventShape => ({
  fields,
  known: { ...before, ...known },
});

/** What the events meant have at a path as patterns write it; undefined where the shape says nothing of it. */
export function fieldAt({ fields, known }: EventShape, path: string): FieldShape | undefined {
  const named = fields.get(path);
  const [marked, field] =
    named === undefined || 'open' in named ? inArray(fields, path) : [path, named];
  return field === undefined || known === undefined ? field : specialised(marked, field, known);
}

/** The field whose path has arrays in it. */
const inArray = (
  fields: EventShape['fields'],
  path: string,
): readonly [path: string, field?: FieldShape] =>
  [...fields].findLast(([marked, field]) => !('open' in field) && patternPath(marked) === path) ?? [
    path,
  ];

function specialised(path: string, field: FieldShape, known: KnownFields): FieldShape {
  const value = known[path];
  if (value !== undefined && !('open' in field))
    return { values: [scalarOf(value)], ...optionalOf(field) };
  if (!('like' in field)) return field;
  return { ...field, like: field.like.map((form) => fillIn(form, known)) };
}

const optionalOf = (field: FieldShape): { readonly optional?: true } =>
  field.optional ? { optional: true } : {};

const REFERENCE = /\{([^{}|]*)(?:\|[^{}]*)?\}/g;
const CHOICE = /\{[^{}|]*\|([^{}]*)\}/;

function fillIn(form: string, known: KnownFields): string {
  return form.replace(REFERENCE, (reference, path: string) => {
    const value = known[path];
    if (value === undefined || (typeof value !== 'string' && isUnknown(value))) return reference;
    const text = typeof value === 'string' ? value : value.value;
    return /[*{}]/.test(text) ? reference : text;
  });
}

/** The forms that a form stands for: one for each text of a choice. */
export function formsOf(form: string): readonly string[] {
  const [choice, texts = ''] = CHOICE.exec(form) ?? [];
  if (choice === undefined) return [form];
  return texts.split('|').flatMap((text) => formsOf(form.replace(choice, text)));
}

/** A form as people read it, and as a language: a reference to another field may be any text. */
export const globText = (form: string): string => form.replace(REFERENCE, '*').replace(/\*+/g, '*');

export const formTokens = (form: string): readonly Token[] => tokensOf(globText(form).split('*'));

/** The path that patterns write: arrays are not marked in it. */
export const patternPath = (path: string): string => path.replaceAll('[]', '');

/** Where an open field begins: the path without its trailing `.*`. */
export const openPath = (path: string): string => patternPath(path).replace(/\.?\*$/, '');
