/** Which settings of a handler say how nodes are drained; the others say where it runs and what it logs. */
import type { HandlerKind } from '../facts/reactions.js';

/** Values of NTH's chart (aws/aws-node-termination-handler@v1.25.6 config/helm/aws-node-termination-handler/README.md). */
const NTH: ReadonlySet<string> = new Set([
  'checkASGTagBeforeDraining',
  'checkTagBeforeDraining',
  'completeLifecycleActionDelaySeconds',
  'cordonOnly',
  'daemonsetNodeSelector',
  'deleteLocalData',
  'deleteSqsMsgIfNodeNotFound',
  'dryRun',
  'enableASGLifecycleDraining',
  'enableOutOfServiceTaint',
  'enableRebalanceDraining',
  'enableRebalanceMonitoring',
  'enableScheduledEventDraining',
  'enableSpotInterruptionDraining',
  'enableSqsTerminationDraining',
  'excludeFromLoadBalancers',
  'heartbeatInterval',
  'heartbeatUntil',
  'ignoreDaemonSets',
  'managedAsgTag',
  'managedTag',
  'nodeTerminationGracePeriod',
  'podTerminationGracePeriod',
  'replicas',
  'sqsMsgVisibilityTimeoutSec',
  'taintNode',
  'useProviderId',
  'workers',
]);

/** Of Karpenter's chart: the queue decides whether it drains at all, the gates what it does besides. */
const KARPENTER =
  /^(?:replicas|settings\.(?:aws\.)?(?:interruptionQueue(?:Name)?|featureGates\..+))$/;

export const isDrainSetting = (handler: HandlerKind, path: string): boolean =>
  handler === 'nth' ? NTH.has(path) : handler === 'karpenter' && KARPENTER.test(path);
