/** Labels that a NodePool puts on its nodes although they tell others what the nodes are not. */
import type { KubeObject } from '../../configuration/configuration.js';
import type { Finding } from '../../diagnostics/finding.js';
import { entries } from '../../value/read.js';
import { isAutoMode } from './auto-mode.js';
import { findingOf } from './describe.js';
import { keySpan, type Path, titleOf, valueAt } from './place.js';

/** What each is the mark of. The API server refuses only labels of Kubernetes' and Karpenter's own domains. */
const MARKS: Readonly<Record<string, string>> = {
  'alpha.eksctl.io/cluster-name': 'nodes that eksctl made',
  'alpha.eksctl.io/nodegroup-name': 'nodes that eksctl made',
  'eks.amazonaws.com/capacityType': 'managed node groups',
  'eks.amazonaws.com/compute-type': 'Fargate and Auto Mode',
  'eks.amazonaws.com/nodegroup': 'managed node groups',
  'eks.amazonaws.com/nodegroup-image': 'managed node groups',
};

export function reservedLabels(object: KubeObject): readonly Finding[] {
  if (object.kind !== 'NodePool' && object.kind !== 'Provisioner') return [];
  if (isAutoMode(object)) return [];
  const path: Path =
    object.kind === 'Provisioner' ? ['spec', 'labels'] : ['spec', 'template', 'metadata', 'labels'];
  const labels = entries(valueAt(object.body, path));
  if ('unknown' in labels) return [];
  return [...labels.keys()].flatMap((label) => {
    const mark = Object.hasOwn(MARKS, label) ? MARKS[label] : undefined;
    if (mark === undefined) return [];
    return [
      findingOf(object, {
        rule: 'reserved-label',
        severity: 'warning',
        at: keySpan(object, [...path, label]),
        message: `"${label}" is the mark of ${mark}; ${titleOf(object)} puts it on other nodes`,
        help: 'take a label of your own domain',
      }),
    ];
  });
}
