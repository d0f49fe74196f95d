/** NodePools of EKS Auto Mode: the same kind, served and run by EKS itself. */
import type { KubeObject } from '../../configuration/configuration.js';
import { wordAt } from '../kube.js';

const GROUP = 'eks.amazonaws.com';

/** Whether the pool's node class is one of Auto Mode's own. */
export const isAutoMode = ({ kind, body }: KubeObject): boolean =>
  kind === 'NodePool' &&
  wordAt(body, 'spec', 'template', 'spec', 'nodeClassRef', 'group') === GROUP;
