/** What runs on which node, from the objects of a cluster: kinds of pods, and budgets over them. */
import type { KubeObject } from '../configuration/configuration.js';
import { itemsAt, nameOf, namespaceOf, wordAt } from '../manifests/kube.js';
import { workloadsOf } from '../manifests/workloads.js';
import { keptBy, selectsPods } from '../model/pdb.js';
import type { PodBudget, Workload } from '../model/workload.js';
import { entry, number } from '../value/read.js';
import { isUnknown, type Value } from '../value/value.js';
import type { WaveBudget } from './wave.js';

/** Pods of one owner. */
export interface PlacedKind {
  readonly workload: Workload;
  readonly name: string;
  /** Of a DaemonSet. */
  readonly daemon: boolean;
  /** Names of budgets over it, by `namespace/name`. */
  readonly budgets: readonly string[];
}

export interface PlacedNode {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  /** Indices of kinds, one for each pod. */
  readonly pods: readonly number[];
  readonly daemonPods: number;
}

export interface Placed {
  readonly kinds: readonly PlacedKind[];
  readonly budgets: ReadonlyMap<string, WaveBudget>;
  readonly nodes: readonly PlacedNode[];
  /** Pods with a claim of a volume that is not among the objects. */
  readonly unclaimed: number;
}

const ENDED = new Set(['Succeeded', 'Failed']);

/** Undefined where there are no pods that run on nodes. */
export function placedOf(objects: readonly KubeObject[]): Placed | undefined {
  const pods = objects.filter(
    ({ kind, body }) =>
      kind === 'Pod' &&
      wordAt(body, 'spec', 'nodeName') !== undefined &&
      !ENDED.has(wordAt(body, 'status', 'phase') ?? ''),
  );
  if (pods.length === 0) return undefined;
  const groups = new Map<string, KubeObject[]>();
  for (const pod of pods) {
    const key = ownerKey(pod);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [pod]);
    else group.push(pod);
  }
  const moved = [...groups].filter(([key]) => !/^Node\n/.test(key));
  const { kinds, budgets } = kindsOf(moved, objects);
  const nodes = nodesOf(objects, pods);
  for (const [index, [, group]] of moved.entries())
    for (const pod of group) nodes.get(nodeNameOf(pod))?.pods.push(index);
  for (const [key, group] of groups)
    if (STAYING.test(key))
      for (const pod of group) {
        const node = nodes.get(nodeNameOf(pod));
        if (node !== undefined) node.daemonPods++;
      }
  return { kinds, budgets, nodes: [...nodes.values()], unclaimed: unclaimed(pods, objects) };
}

function unclaimed(pods: readonly KubeObject[], objects: readonly KubeObject[]): number {
  const known = new Set(
    objects
      .filter(({ kind }) => kind === 'PersistentVolumeClaim')
      .map((claim) => `${namespaceOf(claim)}/${nameOf(claim)}`),
  );
  const isUnknownClaim = (pod: KubeObject, volume: Value): boolean => {
    const claim = wordAt(volume, 'persistentVolumeClaim', 'claimName');
    return claim !== undefined && !known.has(`${namespaceOf(pod)}/${claim}`);
  };
  return pods.filter((pod) =>
    itemsAt(pod.body, 'spec', 'volumes').some((volume) => isUnknownClaim(pod, volume)),
  ).length;
}

const nodeNameOf = ({ body }: KubeObject): string => wordAt(body, 'spec', 'nodeName') ?? '';

/** Pods of DaemonSets, which NTH and EKS leave, and those that the kubelet runs from files, which everybody does. */
const STAYING = /^(?:DaemonSet|Node)\n/;

/** Pods of one controller are alike; one without a controller is alone. */
function ownerKey(pod: KubeObject): string {
  const owner = itemsAt(pod.body, 'metadata', 'ownerReferences').find(
    (one) => wordAt(one, 'controller') !== 'false',
  );
  const [kind, name] = [wordAt(owner, 'kind') ?? 'Pod', wordAt(owner, 'name') ?? nameOf(pod)];
  const hash = wordAt(pod.body, 'metadata', 'labels', 'pod-template-hash');
  const short =
    hash !== undefined && name.endsWith(`-${hash}`) ? name.slice(0, -hash.length - 1) : name;
  return `${kind}\n${namespaceOf(pod)}\n${short}`;
}

type Group = readonly [key: string, pods: readonly KubeObject[]];

function kindsOf(
  groups: readonly Group[],
  objects: readonly KubeObject[],
): Pick<Placed, 'kinds' | 'budgets'> {
  const others = objects.filter(({ kind }) =>
    ['PersistentVolumeClaim', 'StorageClass', 'PodDisruptionBudget'].includes(kind),
  );
  const firsts = groups.flatMap(([, [first]]) => (first === undefined ? [] : [first]));
  const { workloads, budgets } = workloadsOf([...firsts, ...others]);
  const over = workloads.map((workload) => budgets.filter((one) => selectsPods(one, workload)));
  const kinds = workloads.map((workload, index): PlacedKind => {
    const [kind, namespace, name] = (groups[index]?.[0] ?? '').split('\n');
    return {
      workload,
      name: namespace === 'default' ? `${name}` : `${namespace}/${name}`,
      daemon: kind === 'DaemonSet',
      budgets: (over[index] ?? []).map(budgetId),
    };
  });
  const found = budgets.map((budget): readonly [string, WaveBudget] => {
    const pods = groups.reduce(
      (sum, [, group], index) => sum + (over[index]?.includes(budget) ? group.length : 0),
      0,
    );
    return [budgetId(budget), waveBudget(budget, pods, objects)];
  });
  return { kinds, budgets: new Map(found) };
}

const budgetId = ({ namespace, name }: PodBudget): string => `${namespace}/${name}`;

/** What the cluster itself counted wins over what the list shows. */
function waveBudget(budget: PodBudget, pods: number, objects: readonly KubeObject[]): WaveBudget {
  const own = objects.find(
    (object) =>
      object.kind === 'PodDisruptionBudget' &&
      nameOf(object) === budget.name &&
      namespaceOf(object) === budget.namespace,
  );
  const status = entry(own?.body, 'status');
  return {
    name: budgetId(budget),
    healthy: countAt(status, 'currentHealthy') ?? pods,
    desired: countAt(status, 'desiredHealthy') ?? keptBy(budget, pods),
  };
}

function countAt(value: Value | undefined, key: string): number | undefined {
  const found = number(entry(value, key));
  return found === undefined || isUnknown(found) ? undefined : found.value;
}

interface NodeInMaking extends PlacedNode {
  readonly pods: number[];
  daemonPods: number;
}

/** The nodes of the list; where there are none, those that pods name. */
function nodesOf(
  objects: readonly KubeObject[],
  pods: readonly KubeObject[],
): Map<string, NodeInMaking> {
  const listed = objects.filter(({ kind }) => kind === 'Node');
  const names = listed.length > 0 ? listed.map(nameOf) : pods.map(nodeNameOf);
  const labels = new Map(listed.map((node) => [nameOf(node), labelsOf(node)]));
  return new Map(
    [...new Set(names)]
      .sort()
      .map((name) => [
        name,
        { name, labels: labels.get(name) ?? new Map(), pods: [], daemonPods: 0 },
      ]),
  );
}

function labelsOf({ body }: KubeObject): ReadonlyMap<string, string> {
  const found = entry(body, 'metadata', 'labels');
  if (found === undefined || isUnknown(found) || !(found.value instanceof Map)) return new Map();
  const map: ReadonlyMap<string, Value> = found.value;
  return new Map([...map.keys()].map((key) => [key, wordAt(map.get(key)) ?? '']));
}
