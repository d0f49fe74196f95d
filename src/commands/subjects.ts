/** Whether a text is about anything that Interlock judges: a cheap look before anything is parsed. */
import type { SourceFile } from './file-kinds.js';

const SUBJECT =
  /karpenter|node[-_]termination|aws_eks_|\beks[-_]|\/eks\/|eks\.amazonaws|aws_autoscaling_|autoscaling\/aws|EC2 (?:Spot|Instance|Capacity)|aws\.autoscaling|AWS Health Event|interruptionQueue|enableSqsTermination|enable(?:Spot|Rebalance|ScheduledEvent)/i;

export const isSubject = ({ text }: SourceFile): boolean => SUBJECT.test(text);

const OWN_KINDS =
  /\bkind["']?\s*:\s*["']?(?:NodePool|EC2NodeClass|NodeClass|Provisioner|AWSNodeTemplate|NodeOverlay|CapacityBuffer|Application|ApplicationSet|HelmRelease|HelmRepository|HelmChart)\b/;

/** Whether a manifest, or values, makes handlers or their nodes, rather than something that runs on them. */
export const isOfHandlers = ({ text }: SourceFile): boolean =>
  OWN_KINDS.test(text) || !/\bkind["']?\s*:/.test(text);
