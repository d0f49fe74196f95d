/** Whether a text is about anything that Interlock judges: a cheap look before anything is parsed. */
import type { SourceFile } from './file-kinds.js';

const SUBJECT =
  /karpenter|node[-_]termination|aws_eks_|\beks[-_]|\/eks\/|eks\.amazonaws|aws_autoscaling_|autoscaling\/aws|EC2 (?:Spot|Instance|Capacity)|aws\.autoscaling|AWS Health Event|interruptionQueue|enableSqsTermination|enable(?:Spot|Rebalance|ScheduledEvent)/i;

export const isSubject = ({ text }: SourceFile): boolean => SUBJECT.test(text);
