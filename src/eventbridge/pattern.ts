/**
 * EventBridge event patterns, read from a value or from JSON text, as the rules
 * they stand for: `$or` is multiplied out, nested names become one path. Any of
 * the rules may match; all fields of a rule must.
 */
import type { Origin } from '../source/span.js';
import { plain } from '../value/read.js';
import { isMap, isUnknown, type Value } from '../value/value.js';
import { MAX_DEPTH, readRules, tooDeep } from './fields.js';
import { readJson } from './json-text.js';
import { type PatternProblem, type Report, reporter } from './report.js';
import type { Pattern, Rule } from './rule.js';

export type { PatternProblem } from './report.js';
export type { Field, Pattern, Rule } from './rule.js';

/** The pattern is there exactly when there are no problems. */
export interface PatternResult {
  readonly pattern?: Pattern;
  readonly problems: readonly PatternProblem[];
}

/** The quota can be raised to this, no further (hashicorp/terraform-provider-aws@0cdab4a internal/service/events/rule.go). */
const MAX_LENGTH = 4096;

/** Reads a pattern: an object, the JSON text of one, or something unknown. */
export function parsePattern(value: Value): PatternResult {
  const { problems, report } = reporter();
  const rules = readPattern(value, report);
  return problems.length === 0 ? { pattern: { rules }, problems } : { problems };
}

/** Reads JSON text. Of equal keys the last counts, as for Terraform, which sends the pattern on normalised. */
export const parsePatternText = (text: string, from: Origin): PatternResult =>
  parsePattern({ value: text, from });

function readPattern(value: Value, report: Report): readonly Rule[] {
  const root = value.encodes ?? (isText(value) ? readText(value, report) : value);
  if (root === undefined) return [];
  if (isUnknown(root) || isMap(root.value)) return readRules(root, report);
  report(
    root,
    'an event pattern is an object; EventBridge refuses anything else',
    'write for example {"source": ["aws.ec2"]}',
  );
  return [];
}

const isText = (value: Value): boolean =>
  value.parts !== undefined || (!isUnknown(value) && typeof value.value === 'string');

function readText(text: Value, report: Report): Value | undefined {
  const result = readJson(text, MAX_DEPTH);
  if ('problem' in result) {
    // What is interpolated may be any piece of JSON, with names and brackets of its own.
    if (isUnknown(text)) return text;
    const place = { ...text, from: result.at };
    if (result.problem === 'depth') return tooDeep(place, report);
    return report(
      place,
      'the event pattern is not JSON',
      'write it as an expression: jsonencode({ source = ["aws.ec2"] })',
    );
  }
  const { length } = isUnknown(text) ? '' : JSON.stringify(plain(result.value, () => ''));
  if (length > MAX_LENGTH)
    return report(
      text,
      `the event pattern has ${length} characters; EventBridge takes at most ${MAX_LENGTH}`,
      'split it into several rules with the same target',
    );
  return withSecret(result.value, text);
}

/** A text is a secret as a whole. */
const withSecret = (value: Value, text: Value): Value =>
  isUnknown(value) || isUnknown(text) || !text.secret ? value : { ...value, secret: true };
