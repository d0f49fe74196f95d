/** Volumes of single nodes that a workload's pods use: what has to be detached before a pod can start elsewhere. */
import type { KubeObject } from '../configuration/configuration.js';
import type { NodeVolume } from '../model/workload.js';
import { entry, isAbsent } from '../value/read.js';
import type { Value } from '../value/value.js';
import { itemsAt, namespaceOf, wordAt } from './kube.js';

export interface PodSource {
  readonly object: KubeObject;
  readonly spec: Value | undefined;
  readonly namespace: string;
}

export function volumesOf(
  { object, spec, namespace }: PodSource,
  objects: readonly KubeObject[],
): readonly NodeVolume[] {
  const templates = itemsAt(object.body, 'spec', 'volumeClaimTemplates');
  const used = itemsAt(spec, 'volumes').flatMap((volume) => {
    if (!isAbsent(entry(volume, 'awsElasticBlockStore'))) return [volume];
    const template = entry(volume, 'ephemeral', 'volumeClaimTemplate');
    if (template !== undefined) return [volume];
    const claim = wordAt(volume, 'persistentVolumeClaim', 'claimName');
    const found = objects.find(
      (one) =>
        one.kind === 'PersistentVolumeClaim' &&
        namespaceOf(one) === namespace &&
        wordAt(one.body, 'metadata', 'name') === claim,
    );
    return found === undefined ? [] : [found.body];
  });
  return [...templates, ...used]
    .filter((claim) => isOfOneNode(claim, objects))
    .map((claim) => ({
      name: wordAt(claim, 'metadata', 'name') ?? wordAt(claim, 'name') ?? '',
      from: (entry(claim, 'metadata', 'name') ?? entry(claim, 'name') ?? claim).from,
    }));
}

/** Access modes of a single node, on storage that attaches to one. */
const SINGLE = new Set(['ReadWriteOnce', 'ReadWriteOncePod']);
/** Drivers of shared file systems mount over the network: nothing is detached. */
const SHARED = /^(?:efs|fsx|fsx\.openzfs|s3|nfs)\.csi\./;

function isOfOneNode(claim: Value, objects: readonly KubeObject[]): boolean {
  if (!isAbsent(entry(claim, 'awsElasticBlockStore'))) return true;
  const spec = entry(claim, 'ephemeral', 'volumeClaimTemplate', 'spec') ?? entry(claim, 'spec');
  const modes = itemsAt(spec, 'accessModes').flatMap((mode) => wordAt(mode) ?? []);
  if (!modes.some((mode) => SINGLE.has(mode))) return false;
  const name = wordAt(spec, 'storageClassName');
  const storage = objects.find(
    ({ kind, body }) => kind === 'StorageClass' && wordAt(body, 'metadata', 'name') === name,
  );
  return !SHARED.test(wordAt(storage?.body, 'provisioner') ?? '');
}
