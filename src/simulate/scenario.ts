/** Reads a scenario file: a wave as somebody describes it, every number at its place. */

import schema from '../../schemas/scenario.v1.schema.json' with { type: 'json' };
import type { Finding, Outcome } from '../diagnostics/finding.js';
import { durationSeconds } from '../manifests/duration.js';
import { tolerationsOf } from '../manifests/workloads.js';
import type { Amount, Toleration } from '../model/workload.js';
import { booleanAt, itemsAt, numberAt, textAt } from '../policy/fields.js';
import type { SchemaNode } from '../policy/schema.js';
import { type Form, heldAgainst } from '../policy/validate.js';
import { type Origin, span } from '../source/span.js';
import { entry } from '../value/read.js';
import { isUnknown, type Located, type Value } from '../value/value.js';
import { readYaml } from '../value/yaml.js';
import validate from './generated/validate-scenario.js';

export interface ScenarioPods {
  readonly name: string;
  readonly perNode?: number;
  readonly replicas?: number;
  readonly grace?: number;
  readonly stops?: number;
  readonly volume: boolean;
  readonly protected: boolean;
  readonly priorityClassName?: string;
  readonly daemon: boolean;
  readonly tolerations: readonly Toleration[];
  readonly elsewhere: number;
  readonly minAvailable?: Amount;
  readonly maxUnavailable?: Amount;
  readonly from: Origin;
}

export interface ScenarioPool {
  readonly name: Located<string>;
  readonly nodes?: number;
  readonly daemonPods?: number;
  readonly pods?: readonly ScenarioPods[];
}

/** Settings that take the place of the policy's, by the names that the handlers give them. */
export interface Settings {
  readonly workers?: number;
  readonly replicas?: number;
  readonly qps?: number;
  readonly burst?: number;
  readonly sharedLimit?: boolean;
  readonly taintNode?: boolean;
  readonly nodeTerminationGracePeriod?: number;
  readonly podTerminationGracePeriod?: number;
  readonly sqsMsgVisibilityTimeoutSec?: number;
}

export interface Scenario {
  readonly seed?: number;
  readonly spread?: number;
  readonly rebalance?: boolean;
  readonly nth: Settings;
  readonly karpenter: Settings;
  readonly pools?: readonly ScenarioPool[];
}

const FORM: Form = {
  validate,
  schema: schema as unknown as SchemaNode,
  name: 'the scenario',
  rule: 'unreadable-file',
};

/** Whether a text is a scenario and not a list of objects. */
export const isScenario = (text: string): boolean =>
  /^\s*["']?kind["']?\s*:\s*["']?InterruptionScenario/m.test(text);

export function readScenario(file: string, text: string): Outcome<Scenario> {
  const { documents, findings } = readYaml(file, text);
  const [document, second] = documents;
  if (document === undefined)
    return { findings: findings.length > 0 ? findings : [empty(file, 'the file says nothing')] };
  if (second !== undefined)
    return { findings: [...findings, empty(file, 'one scenario to a file: this has several')] };
  const all = [...findings, ...heldAgainst(FORM, document.value)];
  return all.length > 0 ? { findings: all } : { value: scenarioOf(document.value), findings: [] };
}

const empty = (file: string, message: string): Finding => ({
  rule: 'unreadable-file',
  severity: 'error',
  message,
  at: span(file, 0, 0),
  help: 'a scenario begins with "apiVersion: interlock/v1" and "kind: InterruptionScenario"',
});

function scenarioOf(body: Value): Scenario {
  const wave = entry(body, 'wave');
  const pools = entry(body, 'pools');
  return {
    ...optional('seed', numberAt(wave, 'seed')),
    ...seconds('spread', wave),
    ...optional('rebalance', booleanAt(wave, 'rebalance')),
    nth: settingsOf(entry(body, 'handlers', 'nth')),
    karpenter: settingsOf(entry(body, 'handlers', 'karpenter')),
    ...(pools !== undefined && { pools: itemsAt(body, 'pools').map(poolOf) }),
  };
}

const NUMBERS = [
  'workers',
  'replicas',
  'qps',
  'burst',
  'nodeTerminationGracePeriod',
  'podTerminationGracePeriod',
  'sqsMsgVisibilityTimeoutSec',
] as const;

const FLAGS = ['sharedLimit', 'taintNode'] as const;

function settingsOf(body: Value | undefined): Settings {
  const numbers = NUMBERS.map((key) => optional(key, numberAt(body, key)));
  const flags = FLAGS.map((key) => optional(key, booleanAt(body, key)));
  return Object.assign({}, ...flags, ...numbers);
}

function poolOf(body: Value): ScenarioPool {
  const pods = entry(body, 'pods');
  return {
    name: textAt(body, 'name') ?? { value: '', from: body.from },
    ...optional('nodes', numberAt(body, 'nodes')),
    ...optional('daemonPods', numberAt(body, 'daemonPods')),
    ...(pods !== undefined && { pods: itemsAt(body, 'pods').map(podsOf) }),
  };
}

function podsOf(body: Value): ScenarioPods {
  const [min, max] = [amountAt(body, 'minAvailable'), amountAt(body, 'maxUnavailable')];
  return {
    name: textAt(body, 'name')?.value ?? '',
    ...optional('perNode', numberAt(body, 'perNode')),
    ...optional('replicas', numberAt(body, 'replicas')),
    ...seconds('grace', body),
    ...seconds('stops', body),
    volume: booleanAt(body, 'volume')?.value ?? false,
    protected: booleanAt(body, 'doNotDisrupt')?.value ?? false,
    ...optional('priorityClassName', textAt(body, 'priorityClassName')),
    daemon: booleanAt(body, 'daemonSet')?.value ?? false,
    tolerations: tolerationsOf(body),
    elsewhere: numberAt(body, 'elsewhere')?.value ?? 0,
    ...(min && { minAvailable: min }),
    ...(max && { maxUnavailable: max }),
    from: entry(body, 'name')?.from ?? body.from,
  };
}

/** `3` or `"10%"`. */
function amountAt(body: Value, key: string): Amount | undefined {
  const value = entry(body, key);
  if (value === undefined || isUnknown(value)) return undefined;
  const { from } = value;
  if (typeof value.value === 'number') return { pods: value.value, from };
  return { percent: Number.parseInt(String(value.value), 10), from };
}

const optional = <K extends string, T>(key: K, found: Located<T> | undefined) =>
  (found === undefined ? {} : { [key]: found.value }) as { readonly [key in K]?: T };

const seconds = <K extends string>(key: K, body: Value | undefined) => {
  const written = textAt(body, key);
  const value = written === undefined ? undefined : durationSeconds(written.value);
  return (value === undefined ? {} : { [key]: value }) as { readonly [key in K]?: number };
};
