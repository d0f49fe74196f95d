/**
 * EventBridge event patterns, read from a value or from JSON text, as the rules
 * they stand for: `$or` is multiplied out, nested names become one path. Any of
 * the rules may match; all fields of a rule must.
 */
import type { Origin } from '../source/span.js';
import { decodeText } from '../value/decode.js';
import { fromData, isMap, isUnknown, type Known, known, type Value } from '../value/value.js';
import { MAX_DEPTH, readRules, tooDeep } from './fields.js';
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
  const root = structureOf(value, report);
  if (root === undefined) return [];
  if (isUnknown(root) || isMap(root.value)) return readRules(root, report);
  report(
    root,
    'an event pattern is an object; EventBridge refuses anything else',
    'write for example {"source": ["aws.ec2"]}',
  );
  return [];
}

/** What a text says, with the places of its parts; what is no text says itself. */
function structureOf(value: Value, report: Report): Value | undefined {
  if (isUnknown(value)) return decodeText(value) ?? value;
  if (typeof value.value !== 'string') return value;
  const json = parseJson(value.value);
  if (json === undefined)
    return report(
      value,
      'the event pattern is not JSON',
      'write it as an expression: jsonencode({ source = ["aws.ec2"] })',
    );
  if (isDeeper(json.data, MAX_DEPTH)) return tooDeep(value, report);
  const { length } = JSON.stringify(json.data);
  if (length > MAX_LENGTH)
    return report(
      value,
      `the event pattern has ${length} characters; EventBridge takes at most ${MAX_LENGTH}`,
      'split it into several rules with the same target',
    );
  // The decoder refuses what only JSON allows: a name given twice, of which the last counts.
  return decodeText(value) ?? plainOf(json.data, value);
}

function plainOf(data: unknown, text: Known): Known {
  const value = fromData(data, text.from);
  const structure = isUnknown(value) ? known(null, text.from) : value;
  return text.secret ? { ...structure, secret: true } : structure;
}

function parseJson(text: string): { readonly data: unknown } | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return { data };
  } catch {
    return undefined;
  }
}

/** Looked at level by level, without recursion: the text is anybody's. */
function isDeeper(data: unknown, levels: number): boolean {
  let level = [data];
  for (let depth = 0; depth <= levels && level.length > 0; depth++)
    level = level.flatMap((item) =>
      item === null || typeof item !== 'object' ? [] : Object.values(item),
    );
  return level.length > 0;
}
