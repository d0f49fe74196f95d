/** NodePools of EKS Auto Mode: the same kind, served and run by EKS itself. */
import type { KubeObject } from '../../configuration/configuration.js';
import { entry, text } from '../../value/read.js';
import { isUnknown } from '../../value/value.js';

const GROUP = 'eks.amazonaws.com';

/** Whether the pool's node class is one of Auto Mode's own. */
export function isAutoMode({ kind, body }: KubeObject): boolean {
  if (kind !== 'NodePool') return false;
  const group = text(entry(body, 'spec', 'template', 'spec', 'nodeClassRef', 'group'));
  return group !== undefined && !isUnknown(group) && group.value === GROUP;
}
