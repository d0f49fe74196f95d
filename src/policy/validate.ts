/** Holds a policy against its schema and says what is wrong in the policy's own words, at the place. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Finding } from '../diagnostics/finding.js';
import { nearestFix, suggestion } from '../diagnostics/suggest.js';
import { type Span, span } from '../source/span.js';
import { entry, plain } from '../value/read.js';
import { isList, isUnknown, type Value } from '../value/value.js';
import validate from './generated/validate-policy.js';
import { at, POLICY_SCHEMA, resolveNode, type SchemaNode, schemaAt } from './schema.js';

/** Keywords whose errors only repeat what another error says better. */
const ECHOES = new Set(['if', 'oneOf', 'anyOf', 'allOf', 'not']);

/** A kind of file with a schema. */
export interface Form {
  readonly validate: ValidateFunction;
  readonly schema: SchemaNode;
  /** `the policy`. */
  readonly name: string;
  readonly rule: string;
}

const POLICY: Form = {
  validate,
  schema: POLICY_SCHEMA,
  name: 'the policy',
  rule: 'invalid-policy',
};

/**
 * Findings for everything in the policy that its schema refuses; empty when it is well-formed.
 * Of one that is not whole, because something that it extends was not read, nothing is missing.
 */
export const validatePolicy = (policy: Value, whole = true): readonly Finding[] =>
  heldAgainst(POLICY, policy, whole);

/** The same for any file that has a schema. */
export function heldAgainst(form: Form, policy: Value, whole = true): readonly Finding[] {
  if (form.validate(plain(policy, () => null))) return [];
  const findings = new Map<string, Finding>();
  for (const error of form.validate.errors ?? []) {
    if (ECHOES.has(error.keyword) || (error.keyword === 'required' && !whole)) continue;
    const finding = describe(form, policy, error);
    const place = `${finding.at.file}:${finding.at.start}:${finding.at.end}`;
    // A union of types reports once for the union and once for the branch: the first is the better.
    const id = error.keyword === 'type' ? `${place}:type` : `${place}:${finding.message}`;
    if (!findings.has(id)) findings.set(id, finding);
  }
  return [...findings.values()];
}

function describe(form: Form, policy: Value, error: ErrorObject): Finding {
  const path = error.instancePath.split('/').slice(1).map(unescapePointer);
  const value = at(policy, path);
  const name = path.at(-1) ?? form.name;
  const place = placeOf(policy, path);
  const schema = schemaAt(policy, path, form.schema);
  const finding = (message: string, help?: string, where: Span = place): Finding => ({
    rule: form.rule,
    severity: 'error',
    message,
    at: where,
    ...(help === undefined ? {} : { help }),
  });

  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(error.params.additionalProperty);
      const keys = Object.keys(
        schema.properties ?? resolveNode(schema.then ?? {}).properties ?? {},
      );
      const written = entry(value, key);
      const where = written === undefined ? place : keySpan(written);
      return {
        ...finding(
          `unknown key "${key}"${path.length === 0 ? '' : ` in "${path.join('.')}"`}`,
          suggestion(key, keys, 'keys'),
          where,
        ),
        ...nearestFix(where, key, unwritten(value, keys)),
      };
    }
    case 'required':
      return finding(
        `"${String(error.params.missingProperty)}" is missing${path.length === 0 ? '' : ` in "${path.join('.')}"`}`,
        describeProperty(schema, String(error.params.missingProperty)),
      );
    case 'enum': {
      const allowed = (error.params.allowedValues as unknown[]).map(String);
      return {
        ...finding(
          `"${shown(value)}" is not accepted for "${name}"`,
          suggestion(shown(value), allowed, 'values'),
        ),
        ...(isText(value) ? nearestFix(place, shown(value), allowed) : {}),
      };
    }
    case 'const':
      return finding(
        `"${shown(value)}" is not accepted for "${name}"`,
        `write ${JSON.stringify(error.params.allowedValue)}`,
      );
    case 'discriminator': {
      const kind = String(error.params.tagValue);
      const where = placeOf(policy, [...path, 'kind']);
      return {
        ...finding(`"${kind}" is no kind of pool`, suggestion(kind, KINDS, 'kinds'), where),
        ...nearestFix(where, kind, KINDS),
      };
    }
    case 'type':
      return finding(`"${name}" must be ${typeNames(error.params.type)}, found ${typeOf(value)}`);
    case 'pattern':
      return finding(
        `"${shown(value)}" is not of the form that "${name}" takes`,
        example(schema) ?? `it must match ${String(error.params.pattern)}`,
      );
    case 'propertyNames':
      return finding(
        `"${String(error.params.propertyName)}" cannot be a key of "${name}"`,
        undefined,
        keySpan(entry(value, String(error.params.propertyName)) ?? policy),
      );
    case 'minLength':
      return finding(`"${name}" must not be empty`);
    case 'minItems':
      return finding(`"${name}" must name at least one`);
    case 'minProperties':
    case 'maxProperties':
      return finding(`"${name}" ${error.message ?? 'has a wrong number of keys'}`);
    case 'minimum':
    case 'maximum':
      return finding(`"${name}" ${error.message ?? 'is out of range'}, found ${shown(value)}`);
    default:
      return finding(`"${name}" ${error.message ?? 'is not valid'}`);
  }
}

const KINDS = [
  'NodePool',
  'ManagedNodeGroup',
  'SelfManagedNodeGroup',
  'FargateProfile',
  'AutoMode',
];

const unescapePointer = (token: string): string => token.replace(/~1/g, '/').replace(/~0/g, '~');

/** The value where it is short, else its key: nobody wants a whole block underlined. */
function placeOf(policy: Value, path: readonly string[]): Span {
  const value = at(policy, path) ?? at(policy, path.slice(0, -1)) ?? policy;
  const where = value.from.at;
  if (isUnknown(value) || value.value instanceof Map || isList(value.value)) {
    if ('key' in value && value.key !== undefined) return value.key;
    return span(where.file, where.start, Math.min(where.end, where.start + 1));
  }
  return where;
}

/** A key that is written already was not meant. */
const unwritten = (value: Value | undefined, keys: readonly string[]): readonly string[] =>
  keys.filter((key) => entry(value, key) === undefined);

const isText = (value: Value | undefined): boolean =>
  value !== undefined && !isUnknown(value) && typeof value.value === 'string';

const keySpan = (value: Value): Span =>
  'key' in value && value.key !== undefined ? value.key : value.from.at;

function shown(value: Value | undefined): string {
  if (value === undefined || isUnknown(value)) return '';
  return typeof value.value === 'object' ? typeOf(value) : String(value.value);
}

function typeOf(value: Value | undefined): string {
  if (value === undefined || isUnknown(value)) return 'nothing';
  const data = value.value;
  if (data === null) return 'nothing';
  if (isList(data)) return 'a list';
  if (typeof data === 'object') return 'an object';
  return { string: 'a text', number: 'a number', boolean: 'a boolean' }[
    typeof data as 'string' | 'number' | 'boolean'
  ];
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

const typeNames = (types: unknown): string =>
  (Array.isArray(types) ? types : [types])
    .map((type) => (type === 'object' ? '{ terraform: ... }' : TYPE_NAMES[String(type)]))
    .filter((type, _, all) => all.length > 1 || type !== '{ terraform: ... }' || types === 'object')
    .map((type) => (types === 'object' ? 'an object' : type))
    .join(' or ');

const example = (schema: SchemaNode): string | undefined =>
  schema.examples === undefined
    ? undefined
    : `for example ${schema.examples.map((item) => JSON.stringify(item)).join(' or ')}`;

const describeProperty = (schema: SchemaNode, name: string): string | undefined => {
  const property = schema.properties?.[name];
  const says = property === undefined ? undefined : resolveNode(property).description;
  return says === undefined ? undefined : `add it: ${says.replace(/\.$/, '')}`;
};
