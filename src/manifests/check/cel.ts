/**
 * A CRD's CEL rules evaluated on an object. Rules of transition judge a change
 * and are left out. An expression that fails at run time refuses the object, as
 * it does in the API server.
 */
import { Environment, type ParseResult } from '@marcbachmann/cel-js';
import type { JsonSchema } from '../../facts/crd-schema.js';
import type { CrdRule } from '../../facts/karpenter-crds.js';
import type { Path } from './place.js';
import { type Sample, touchesOpen } from './sample.js';

export interface BrokenRule {
  /** Of the field that has the rule. */
  readonly field: Path;
  readonly path: Path;
  readonly rule: CrdRule;
  /** The path is that of one entry, which breaks a rule about each of them. */
  readonly entry?: true;
}

export type RuleJudge = (sample: Sample) => readonly BrokenRule[];

/** Compiles the rules of a schema when they are first met. The sample's data has its defaults filled in. */
export function rulesOf(schema: JsonSchema): RuleJudge {
  const environment = celEnvironment();
  const compiled = new Map<string, ParseResult>();
  const holds = (rule: string, self: unknown): boolean => {
    try {
      let evaluate = compiled.get(rule);
      if (evaluate === undefined) {
        evaluate = environment.parse(rule);
        compiled.set(rule, evaluate);
      }
      return evaluate({ self }) === true;
    } catch {
      return false;
    }
  };
  return (sample) => {
    const broken: BrokenRule[] = [];
    visit(schema, sample.data, [], (rules, data, path) => {
      if (touchesOpen(sample.open, path)) return;
      const self = celValue(data);
      for (const rule of rules)
        if (rule.transition !== true && !holds(rule.rule, self))
          broken.push({
            field: path,
            path,
            rule,
            ...culprit(path, self, (one) => holds(rule.rule, one)),
          });
    });
    return broken;
  };
}

/** The one entry that breaks a rule about each of them. */
function culprit(
  path: Path,
  self: unknown,
  holds: (self: unknown) => boolean,
): Pick<BrokenRule, 'path' | 'entry'> | undefined {
  const at = (step: string | number) => ({ path: [...path, step], entry: true as const });
  if (Array.isArray(self)) {
    const alone = self.map((item) => holds([item]));
    return alone.filter((held) => !held).length === 1 ? at(alone.indexOf(false)) : undefined;
  }
  if (!(self instanceof Map) || !holds(new Map())) return undefined;
  const found = [...self].filter(([key, item]) => !holds(new Map([[key, item]])));
  return found.length === 1 ? at(String(found[0]?.[0])) : undefined;
}

/** `find` is a function of Kubernetes' own CEL library: the first match of a regular expression, or nothing. */
const celEnvironment = (): Environment =>
  new Environment({ unlistedVariablesAreDyn: true }).registerFunction(
    'string.find(string): string',
    (text: string, pattern: string) => new RegExp(pattern).exec(text)?.[0] ?? '',
  );

type OnRules = (rules: readonly CrdRule[], data: unknown, path: Path) => void;

function visit(schema: JsonSchema, data: unknown, path: Path, onRules: OnRules): void {
  if (data === undefined || data === null) return;
  const rules = schema['x-kubernetes-validations'];
  if (rules !== undefined) onRules(rules, data, path);
  if (Array.isArray(data)) {
    const { items } = schema;
    if (items === undefined) return;
    for (const [i, item] of data.entries()) visit(items, item, [...path, i], onRules);
  } else if (typeof data === 'object') {
    const { properties, additionalProperties } = schema;
    for (const [key, item] of Object.entries(data)) {
      const own =
        properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
      const other = typeof additionalProperties === 'object' ? additionalProperties : undefined;
      const next = own ?? other;
      if (next !== undefined) visit(next, item, [...path, key], onRules);
    }
  }
}

/** CEL tells integers from other numbers, as JavaScript does not. */
function celValue(data: unknown): unknown {
  if (typeof data === 'number') return Number.isInteger(data) ? BigInt(data) : data;
  if (Array.isArray(data)) return data.map(celValue);
  if (data === null || typeof data !== 'object') return data;
  return new Map(Object.entries(data).map(([key, item]) => [key, celValue(item)]));
}
