/** Violations of a CRD's schema and rules as findings: what is wrong, where, and what to write instead. */
import type { KubeObject } from '../../configuration/configuration.js';
import type { Finding, Fix, Severity } from '../../diagnostics/finding.js';
import { nearest, renaming, suggestion } from '../../diagnostics/suggest.js';
import type { Span } from '../../source/span.js';
import { isUnknown } from '../../value/value.js';
import { nameOf } from '../kube.js';
import type { BrokenRule } from './cel.js';
import { enumSince, fieldName, fieldSince, siblings, type Table } from './fields.js';
import { movedTo } from './moves.js';
import { keySpan, type Path, pathText, titleOf, valueAt, valueSpan } from './place.js';
import type { Violation } from './violations.js';

/** What a finding of a manifest has in common with the others of its object. */
export interface Said {
  readonly rule: string;
  readonly severity?: Severity;
  readonly at: Span;
  readonly message: string;
  readonly help?: string;
  readonly fix?: Fix;
}

export const findingOf = (object: KubeObject, said: Said): Finding => ({
  severity: 'error',
  ...said,
  ...(POOLS.has(object.kind) && nameOf(object) !== '' && { pool: nameOf(object) }),
});

const POOLS = new Set(['NodePool', 'Provisioner']);

export function violationFinding(object: KubeObject, violation: Violation, table: Table): Finding {
  if (violation.keyword === 'additionalProperties' && violation.key !== undefined)
    return unknownField(object, violation.path, violation.key, table);
  const moved = movedTo(object.apiVersion, object.kind, fieldName(violation.path));
  if (moved !== undefined && violation.keyword === 'type')
    return movedField(object, violation.path, moved);
  return invalidField(object, violation, table);
}

function unknownField(object: KubeObject, path: Path, key: string, table: Table): Finding {
  const whole = [...path, key];
  const name = fieldName(whole);
  const moved = movedTo(object.apiVersion, object.kind, name);
  if (moved !== undefined) return movedField(object, whole, moved);
  const at = keySpan(object, whole);
  const known = siblings(table, fieldName(path));
  const since = fieldSince(table, name);
  const elsewhere = [...table.fields.keys()].filter((field) => field.endsWith(`.${key}`));
  const near = nearest(key, known);
  return findingOf(object, {
    rule: 'unknown-field',
    at,
    message: `${titleOf(object)} has no field "${pathText(whole)}"${since === undefined ? '' : ` in Karpenter ${table.release}`}`,
    help: since ?? placeHelp(elsewhere) ?? suggestion(key, known, 'fields'),
    ...(near !== undefined && since === undefined && elsewhere.length === 0
      ? { fix: renaming(at, near) }
      : {}),
  });
}

const placeHelp = (elsewhere: readonly string[]): string | undefined =>
  elsewhere.length === 1 ? `it belongs at "${elsewhere[0]}"` : undefined;

const movedField = (object: KubeObject, path: Path, to: string): Finding =>
  findingOf(object, {
    rule: 'moved-field',
    at: keySpan(object, path),
    message: `"${pathText(path)}" is not a field of ${object.kind} in ${object.apiVersion}`,
    help: `write ${to}, or run "interlock convert"`,
  });

function invalidField(object: KubeObject, violation: Violation, table: Table): Finding {
  const { path, keyword, key, limit } = violation;
  const subject = `"${pathText(path)}" of ${titleOf(object)}`;
  const said = (at: Span, message: string, help?: string): Finding =>
    findingOf(object, { rule: 'invalid-field', at, message, ...(help && { help }) });
  if (keyword === 'required') {
    const owner = path.length === 0 ? titleOf(object) : subject;
    return said(keySpan(object, path), `${owner} lacks "${key ?? ''}"`, `add "${key ?? ''}"`);
  }
  const at = valueSpan(object, path);
  const shown = shownValue(object, path);
  if (keyword === 'enum' && Array.isArray(limit)) {
    const since = enumSince(table, fieldName(path), shown.replaceAll('"', ''));
    const help = since ?? suggestion(shown.replaceAll('"', ''), limit.map(String), 'values');
    return said(at, `${subject} cannot be ${shown}`, help);
  }
  if (keyword === 'type')
    return said(at, `${subject} is ${shown}, where ${typeText(limit)} is expected`);
  if (keyword === 'pattern')
    return said(at, `${subject} cannot be ${shown}`, patternHelp(String(limit), shown));
  return said(at, `${subject} ${limitText(keyword, limit)}`);
}

/** Long texts and collections are not repeated in a message. */
function shownValue(object: KubeObject, path: Path): string {
  const value = valueAt(object.body, path);
  if (value === undefined) return 'absent';
  if (isUnknown(value) || value.secret === true) return 'what it is';
  const data = value.value;
  if (data === null) return 'null';
  if (typeof data === 'object') return Array.isArray(data) ? 'a list' : 'an object';
  const text = String(data);
  return `"${text.length > 60 ? `${text.slice(0, 57)}...` : text}"`;
}

function typeText(limit: unknown): string {
  const names = (Array.isArray(limit) ? limit : [limit]).map(String);
  return names.map((name) => TYPES[name] ?? name).join(' or ');
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

/** Patterns of durations and quantities in words; any other as it is. */
function patternHelp(pattern: string, shown: string): string {
  if (/\(s\|m\|h\)|\(h\|m\)/.test(pattern)) {
    const days = /^"(\d+)d"$/.exec(shown)?.[1];
    const units = pattern.includes('s|m|h') ? 'h, m and s' : 'h and m';
    const example = days === undefined ? '' : `: write "${Number(days) * 24}h"`;
    return `a duration is numbers with ${units}${pattern.includes('Never') ? ', or Never' : ''}${example}`;
  }
  return pattern.includes('KMGTPE')
    ? 'write a quantity such as "1000" or "16Gi"'
    : `it has to match ${pattern}`;
}

function limitText(keyword: string, limit: unknown): string {
  const text = LIMITS[keyword];
  return text === undefined ? `breaks "${keyword}"` : `${text} ${String(limit)}`;
}

const LIMITS: Readonly<Record<string, string>> = {
  const: 'has to be',
  maxItems: 'has more entries than',
  maxLength: 'is longer than',
  maxProperties: 'has more entries than',
  maximum: 'is more than',
  minItems: 'has fewer entries than',
  minLength: 'is shorter than',
  minimum: 'is less than',
  uniqueItems: 'has the same entry twice; unique entries:',
};

export const ruleFinding = (object: KubeObject, { path, rule, entry }: BrokenRule): Finding =>
  findingOf(object, {
    rule: 'invalid-field',
    at: entry === true ? keySpan(object, path) : valueSpan(object, path),
    message: `"${pathText(path)}" of ${titleOf(object)} ${rule.says}`,
  });
