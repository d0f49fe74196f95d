/** What a policy says of the workloads on its nodes: one that stands for all of them. */
import { noWorkloads, type Workload, type Workloads } from '../model/workload.js';
import { entry, number, text } from '../value/read.js';
import { isUnknown, type Located, type Value } from '../value/value.js';
import { durationSeconds } from './duration.js';
import { wordAt } from './kube.js';

/** The policy's `drain` section as a workload that may run on every pool. */
export function declaredWorkloads(drain: Value): Workloads {
  const workloads = entry(drain, 'workloads');
  const written = text(entry(workloads, 'longestGracePeriod'));
  const volumes = wordAt(workloads, 'volumes') === 'ebs' ? entry(workloads, 'volumes') : undefined;
  if (workloads === undefined || (written === undefined && volumes === undefined))
    return noWorkloads;
  const seconds =
    written === undefined || isUnknown(written) ? undefined : durationSeconds(written.value);
  const from = written?.from ?? workloads.from;
  const pods: Workload = {
    id: 'drain.workloads',
    kind: 'Policy',
    name: 'drain.workloads',
    namespace: '',
    replicas: undefined,
    grace: { value: seconds ?? 0, from },
    labels: new Map(),
    placement: [[]],
    tolerations: [{ operator: 'Exists' }],
    protection: [],
    volumes: volumes === undefined ? [] : [{ name: 'ebs', from: volumes.from }],
    daemon: false,
    declared: true,
    from,
  };
  return { workloads: [pods], budgets: [] };
}

/** The number of nodes that a policy expects to be interrupted at once. */
export function declaredWave(drain: Value): Located<number> | undefined {
  const nodes = number(entry(drain, 'wave', 'nodes'));
  return nodes === undefined || isUnknown(nodes) ? undefined : nodes;
}
