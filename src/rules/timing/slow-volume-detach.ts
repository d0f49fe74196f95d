/** ReadWriteOnce volumes on nodes that are lost uncleanly wait six minutes or more. */
import type { Timeline } from '../../model/timeline.js';
import { defineRule } from '../rule.js';
import { clusterOf } from '../words.js';

export default defineRule({
  id: 'slow-volume-detach',
  family: 'timing',
  severities: ['warning', 'note'],
  summary: 'ReadWriteOnce volumes on nodes that are lost uncleanly wait six minutes or more.',
  rationale:
    'Kubernetes does not take a volume from a node that did not let go of it, before six minutes have passed: the pod waits for it on its new node.',
  remedy:
    'Have NTH set the out-of-service taint (chart 0.27.0 and later), use Karpenter 1.0 or later, which waits for the detach, or keep such pods off Spot.',
  since: '0.1.0',
  sources: [
    'kubernetes/kubernetes@v1.31.0 pkg/controller/volume/attachdetach/attach_detach_controller.go',
    'kubernetes-sigs/aws-ebs-csi-driver issue 1955',
  ],

  *check({ system, timing }) {
    const told = new Set<unknown>();
    for (const line of timing.timelines) {
      const { workload, pool, slowDetach } = line;
      const [volume] = workload?.volumes ?? [];
      if (workload === undefined || volume === undefined || slowDetach === undefined) continue;
      if (told.has(workload)) continue;
      told.add(workload);
      yield {
        // A policy speaks of all pools at once: whether such pods run on this one is not said.
        ...(workload.declared === true ? { severity: 'note' as const } : {}),
        at: volume.from.at,
        message: `volume "${volume.name}" of "${workload.id}" waits six minutes when a Spot node of "${pool.id}" goes: ${slowDetach}`,
        related: [{ at: pool.from.at, message: 'its nodes may be Spot' }],
        help: helpFor(line),
        pool: pool.id,
        event: line.event,
        ...clusterOf(system, pool),
      };
    }
  },
});

const helpFor = ({ installation }: Timeline): string =>
  installation?.handler === 'nth'
    ? 'set enableOutOfServiceTaint with a chart that reads it, or keep it off Spot'
    : 'shorten the grace of its pods, or keep it off Spot';
