/**
 * Numbers of the two minutes: how long a notice is, how long it takes to reach a
 * handler, and what the handlers and Kubernetes then wait for. Seconds.
 */

/** A number with where it is from; `assumed` where nobody publishes one. */
export interface TimingFact {
  readonly seconds: number;
  readonly source: string;
  readonly assumed?: true;
}

const NTH = 'aws/aws-node-termination-handler@v1.25.6';

/** From the notice to the loss of the instance. */
export const NOTICE: TimingFact = {
  seconds: 120,
  source: 'EC2 user guide, spot-instance-termination-notices',
};

/** From the event to a message in the queue. */
export const DELIVERY: TimingFact = {
  seconds: 5,
  source: 'an assumption: no bound is published for EventBridge and SQS together',
  assumed: true,
};

/** Longest wait until a handler looks again. */
export const POLL = {
  karpenter: {
    seconds: 0,
    source: 'aws/karpenter-provider-aws@v1.14.1 pkg/providers/sqs/sqs.go (long polling)',
  },
  'nth-queue': { seconds: 3, source: `${NTH} cmd/node-termination-handler.go` },
  'nth-imds': { seconds: 2, source: `${NTH} cmd/node-termination-handler.go` },
  eks: { seconds: 0, source: 'EKS user guide, managed-node-groups', assumed: true },
} as const satisfies Readonly<Record<string, TimingFact>>;

/** From the end of the last pod to a volume that another node can attach. */
export const DETACH: TimingFact = {
  seconds: 20,
  source: 'an assumption: no bound is published for an orderly detach of an EBS volume',
  assumed: true,
};

/** How long Kubernetes waits before it detaches a volume from a node that went without letting go of it. */
export const FORCED_DETACH: TimingFact = {
  seconds: 360,
  source:
    'kubernetes/kubernetes@v1.31.0 pkg/controller/volume/attachdetach/attach_detach_controller.go',
};

/** Drains that a handler works on at once, where nothing is set. */
export const WORKERS = {
  nth: 10,
  source: `${NTH} config/helm/aws-node-termination-handler/values.yaml`,
} as const;

/** Longest life of a node of EKS Auto Mode, its drain included, and the drain's own default. */
export const AUTO_MODE = {
  lifetime: 21 * 24 * 3600,
  terminationGracePeriod: 24 * 3600,
  source: 'EKS user guide, automode',
} as const;

/** Fewer instance types than this leave a Spot pool little to choose from when one of them is reclaimed. */
export const FEW_TYPES = {
  types: 5,
  source: 'aws/karpenter-provider-aws@v1.14.1 pkg/providers/instance/instance.go',
} as const;
