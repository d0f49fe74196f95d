/** Systems with workloads and what NodePools say of drains, and the time lines of their nodes' ends. */
import { events } from '../../src/facts/events.js';
import * as karpenterFacts from '../../src/facts/karpenter.js';
import * as nthFacts from '../../src/facts/nth.js';
import * as reactions from '../../src/facts/reactions.js';
import * as timingFacts from '../../src/facts/timing.js';
import type { PoolDrain } from '../../src/model/drain.js';
import { judge } from '../../src/model/judge.js';
import type { Hook, System } from '../../src/model/system.js';
import { type Timing, type TimingInput, timingOf } from '../../src/model/timing.js';
import type { LabelCondition, PodBudget, Workload } from '../../src/model/workload.js';
import { known, type Maybe } from '../../src/value/value.js';
import { HERE, hook, MANAGED_TAG, nth, pool, type SystemInput, system } from './system.js';

export const facts = { timing: timingFacts, karpenter: karpenterFacts, nth: nthFacts };
export const seconds = (value: number): Maybe<number> => ({ value, from: HERE });
export const count = (value: number) => known(value, HERE) as Workload['replicas'];

export const workload = (more: Partial<Workload> = {}): Workload => ({
  id: 'Deployment shop/web',
  kind: 'Deployment',
  name: 'web',
  namespace: 'shop',
  replicas: count(3),
  grace: seconds(60),
  labels: new Map([['app', 'web']]),
  placement: [[]],
  tolerations: [],
  protection: [],
  volumes: [],
  daemon: false,
  from: HERE,
  ...more,
});
export const volume = { name: 'data', from: HERE };

export const drain = (more: Partial<PoolDrain> = {}): PoolDrain => ({
  pool: 'web',
  apiVersion: 'karpenter.sh/v1',
  autoMode: false,
  expireAfter: { value: 'Never', from: HERE },
  expireAfterWritten: true,
  budgets: [],
  requirements: [],
  from: HERE,
  ...more,
});
export const is = (key: string, ...values: readonly string[]): LabelCondition => ({
  key,
  operator: 'In',
  values: values.map((value) => ({ value, from: HERE })),
  from: HERE,
});

export interface Given extends Partial<Omit<TimingInput, 'system' | 'workloads'>> {
  readonly of: SystemInput;
  readonly workloads?: readonly Workload[];
  readonly podBudgets?: readonly PodBudget[];
}

export function timed({ of, workloads = [], podBudgets = [], ...more }: Given): Timing {
  const given: System = system(of);
  return timingOf({
    system: given,
    verdicts: judge(given, { reactions, events }),
    workloads: { workloads, budgets: podBudgets },
    drains: [],
    facts,
    ...more,
  });
}

export const web = pool('NodePool', { id: 'web', capacity: ['spot', 'on-demand'] });
export const group = pool('SelfManagedNodeGroup', { id: 'batch', tags: [MANAGED_TAG] });
export const managed = pool('ManagedNodeGroup', { id: 'system', capacity: ['on-demand'] });
export const queue = (settings: Readonly<Record<string, unknown>> = {}, version = '0.27.6') => ({
  installation: nth('queue', { id: 'nth', settings, version }),
});
export const imds = (settings: Readonly<Record<string, unknown>> = {}) => ({
  installations: [nth('imds', { id: 'nth', settings })],
});
export const terminating = (timeout?: Maybe<number>): Hook => ({
  ...hook(group, 'terminating'),
  ...(timeout && { timeout }),
});
