/**
 * Workloads from Kubernetes objects, as far as a drain is about them: grace,
 * placement, protection, volumes, least number of pods.
 */
import type { KubeObject } from '../configuration/configuration.js';
import {
  DEFAULT_GRACE,
  type LabelCondition,
  type Protection,
  type Toleration,
  type Workload,
  type Workloads,
} from '../model/workload.js';
import { elements, entries, entry, isAbsent, number, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';
import { expressions, pairs } from './conditions.js';
import { nameOf, namespaceOf, wordAt } from './kube.js';
import { podBudgets } from './pod-budgets.js';
import { volumesOf } from './volumes.js';

/** Where each kind keeps the template of its pods. */
const TEMPLATES: ReadonlyMap<string, readonly string[]> = new Map([
  ['CronJob', ['spec', 'jobTemplate', 'spec', 'template']],
  ['DaemonSet', ['spec', 'template']],
  ['Deployment', ['spec', 'template']],
  ['Job', ['spec', 'template']],
  ['Pod', []],
  ['ReplicaSet', ['spec', 'template']],
  ['Rollout', ['spec', 'template']],
  ['StatefulSet', ['spec', 'template']],
]);

const GROUPS = /^(?:v1|apps\/|batch\/|argoproj\.io\/)/;

/** Everything that runs pods, and the disruption budgets over them. */
export function workloadsOf(objects: readonly KubeObject[]): Workloads {
  const workloads = objects.flatMap((object) => {
    const path = GROUPS.test(object.apiVersion) ? TEMPLATES.get(object.kind) : undefined;
    const pod = path === undefined ? undefined : entry(object.body, ...path);
    return pod === undefined || isUnknown(pod) ? [] : [workload(object, pod, objects)];
  });
  return { workloads, budgets: podBudgets(objects) };
}

function workload(object: KubeObject, pod: Value, objects: readonly KubeObject[]): Workload {
  const { body, kind } = object;
  const name = nameOf(object);
  const namespace = namespaceOf(object);
  const spec = entry(pod, 'spec');
  const from = entry(body, 'metadata', 'name')?.from ?? object.from;
  const priority = wordAt(spec, 'priorityClassName');
  return {
    id: `${kind} ${namespace === 'default' ? '' : `${namespace}/`}${name}`,
    kind,
    name,
    namespace,
    ...(object.cluster !== undefined && { cluster: object.cluster }),
    replicas: replicasOf(object, name, objects),
    grace: number(entry(spec, 'terminationGracePeriodSeconds')) ?? { value: DEFAULT_GRACE, from },
    labels: labelsOf(entry(pod, 'metadata', 'labels')),
    placement: placementOf(spec),
    tolerations: [...tolerationsOf(spec), ...ownedTolerations(spec)],
    protection: protectionOf(entry(pod, 'metadata', 'annotations')),
    ...(priority !== undefined && { priorityClassName: priority }),
    volumes: volumesOf({ object, spec, namespace }, objects),
    daemon: kind === 'DaemonSet',
    from,
  };
}

/** An autoscaler's least number wins over the number that the object was first given. */
function replicasOf(
  { body, kind, from }: KubeObject,
  name: string,
  objects: readonly KubeObject[],
): Maybe<number> | undefined {
  if (kind === 'DaemonSet') return undefined;
  if (kind === 'Pod') return { value: 1, from };
  if (kind === 'Job') return number(entry(body, 'spec', 'parallelism')) ?? { value: 1, from };
  if (kind === 'CronJob') return undefined;
  const scaler = objects.find((object) => scales(object, kind, name));
  if (scaler?.kind === 'HorizontalPodAutoscaler')
    return number(entry(scaler.body, 'spec', 'minReplicas')) ?? { value: 1, from: scaler.from };
  // Another scaler may well go down to none.
  if (scaler !== undefined) return undefined;
  return number(entry(body, 'spec', 'replicas')) ?? { value: 1, from };
}

const SCALERS = new Set(['HorizontalPodAutoscaler', 'ScaledObject']);

function scales({ kind, body }: KubeObject, ofKind: string, name: string): boolean {
  if (!SCALERS.has(kind)) return false;
  const target = entry(body, 'spec', 'scaleTargetRef');
  return wordAt(target, 'name') === name && (wordAt(target, 'kind') ?? 'Deployment') === ofKind;
}

function labelsOf(value: Value | undefined): ReadonlyMap<string, string> {
  return new Map(
    pairs(value).flatMap(({ key, values: [label] }) =>
      label === undefined || isUnknown(label) ? [] : [[key, label.value] as const],
    ),
  );
}

/** Node selector and required affinity; the terms of the affinity are alternatives. */
function placementOf(spec: Value | undefined): Workload['placement'] {
  const selected = pairs(entry(spec, 'nodeSelector'));
  const required = entry(
    spec,
    'affinity',
    'nodeAffinity',
    'requiredDuringSchedulingIgnoredDuringExecution',
    'nodeSelectorTerms',
  );
  const terms = elements(required);
  if (isAbsent(required) || 'unknown' in terms || terms.length === 0) return [selected];
  return terms.map((term): readonly LabelCondition[] => [
    ...selected,
    ...expressions(entry(term, 'matchExpressions')),
  ]);
}

/** Of a pod's spec, or of anything that writes them as one does. */
export function tolerationsOf(spec: Value | undefined): readonly Toleration[] {
  const items = elements(entry(spec, 'tolerations'));
  if ('unknown' in items) return [{ operator: 'Exists' }];
  return items.map((item) => {
    const word = (part: string): string | undefined => wordAt(item, part) || undefined;
    const [key, value, effect] = [word('key'), word('value'), word('effect')];
    return {
      operator: word('operator') === 'Exists' ? 'Exists' : 'Equal',
      ...(key !== undefined && { key }),
      ...(value !== undefined && { value }),
      ...(effect !== undefined && { effect }),
    };
  });
}

/**
 * The admission plugin ExtendedResourceToleration, which every EKS cluster runs, lets a
 * pod that asks for a device onto nodes that are tainted with the device's name
 * (EKS user guide, platform-versions; kubernetes/kubernetes@v1.30.0 plugin/pkg/admission/extendedresourcetoleration).
 */
function ownedTolerations(spec: Value | undefined): readonly Toleration[] {
  const containers = ['containers', 'initContainers'].flatMap((kind) => {
    const items = elements(entry(spec, kind));
    return 'unknown' in items ? [] : items;
  });
  const asked = containers.flatMap((container) =>
    ['requests', 'limits'].flatMap((part) => {
      const resources = entries(entry(container, 'resources', part));
      return 'unknown' in resources ? [] : [...resources.keys()];
    }),
  );
  return [...new Set(asked)]
    .filter(isExtended)
    .map((key) => ({ key, operator: 'Exists', effect: 'NoSchedule' }));
}

/** Names of Kubernetes' own have no domain, or kubernetes.io's. */
const isExtended = (resource: string): boolean =>
  resource.includes('/') && !/(?:^|\.)kubernetes\.io\//.test(resource);

/** Annotations by which pods asked Karpenter, at one release or another, to leave them alone. */
const PROTECTING = ['karpenter.sh/do-not-disrupt', 'karpenter.sh/do-not-evict'];

function protectionOf(annotations: Value | undefined): readonly Protection[] {
  const map = entries(annotations);
  if ('unknown' in map) return [];
  return PROTECTING.flatMap((annotation) => {
    const item = map.get(annotation);
    const value = text(item);
    if (item === undefined || value === undefined || isUnknown(value)) return [];
    const from = 'key' in item && item.key !== undefined ? { at: item.key } : item.from;
    return [{ annotation, value: value.value, from }];
  });
}
