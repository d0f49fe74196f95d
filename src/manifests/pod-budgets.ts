/** PodDisruptionBudgets from Kubernetes objects. */
import type { KubeObject } from '../configuration/configuration.js';
import type { Amount, PodBudget } from '../model/workload.js';
import { entry, isAbsent, text } from '../value/read.js';
import { isUnknown, type Value } from '../value/value.js';
import { selector } from './conditions.js';
import { nameOf, namespaceOf } from './kube.js';

export const podBudgets = (objects: readonly KubeObject[]): readonly PodBudget[] =>
  objects
    .filter(
      ({ kind, apiVersion }) => kind === 'PodDisruptionBudget' && apiVersion.startsWith('policy/'),
    )
    .map(podBudget);

function podBudget(object: KubeObject): PodBudget {
  const { body } = object;
  const name = text(entry(body, 'metadata', 'name'));
  const selected = entry(body, 'spec', 'selector');
  const minAvailable = amount(entry(body, 'spec', 'minAvailable'));
  const maxUnavailable = amount(entry(body, 'spec', 'maxUnavailable'));
  // An empty selector takes every pod in v1 and none in v1beta1.
  const conditions = isAbsent(selected) ? undefined : selector(selected);
  const none = conditions?.length === 0 && object.apiVersion === 'policy/v1beta1';
  return {
    name: nameOf(object),
    namespace: namespaceOf(object),
    ...(object.cluster !== undefined && { cluster: object.cluster }),
    ...(minAvailable && { minAvailable }),
    ...(maxUnavailable && { maxUnavailable }),
    ...(conditions !== undefined && !none && { selects: conditions }),
    from: name?.from ?? object.from,
  };
}

/** A number or a share; undefined for what is unknown or neither. */
function amount(value: Value | undefined): Amount | undefined {
  const written = text(value);
  if (written === undefined || isUnknown(written)) return undefined;
  const match = /^(\d+)(%?)$/.exec(written.value);
  if (match === null) return undefined;
  const count = Number(match[1]);
  return match[2] === '%'
    ? { percent: count, from: written.from }
    : { pods: count, from: written.from };
}
