/**
 * Numbers of an interruption wave that no setting gives: how handlers ask for
 * work, what a drain costs them at the API server, how soon capacity comes back.
 * docs/simulation.md is held against this table. Seconds unless a name says otherwise.
 */

/** A number with where it is from; `assumed` where nobody publishes one. */
export interface Parameter {
  readonly value: number;
  readonly source: string;
  readonly assumed?: true;
}

const NTH = 'aws/aws-node-termination-handler@v1.25.6';
const KARPENTER = 'kubernetes-sigs/karpenter@v1.9.1';
const KUBECTL = 'kubernetes/kubectl@v0.30.4 pkg/drain/drain.go';

/** Queues: SQS as both handlers read it. */
export const QUEUE = {
  batch: { value: 10, source: `${NTH} pkg/monitor/sqsevent/sqs-monitor.go` },
  visibility: { value: 20, source: `${NTH} pkg/monitor/sqsevent/sqs-monitor.go` },
  retention: { value: 300, source: `${NTH} README.md` },
} as const satisfies Readonly<Record<string, Parameter>>;

/** NTH in queue mode; one replica has its own workers, loops and rate limits. */
export const NTH_COST = {
  /** The monitor asks the queue again after this long, or at once when it was busy for longer. */
  pollEvery: { value: 2, source: `${NTH} cmd/node-termination-handler.go` },
  /** Workers are handed work this often. */
  assignEvery: { value: 1, source: `${NTH} cmd/node-termination-handler.go` },
  /** Each message is looked up before the next one is. */
  describeInstances: {
    value: 0.1,
    source: 'an assumption: a call to DescribeInstances',
    assumed: true,
  },
  /** Calls to the core API that a drain makes before it evicts, in turn. */
  callsBefore: { value: 6, source: `${NTH} pkg/interruptionevent/draincordon/handler.go` },
  /** Calls more where nodes are tainted. */
  callsToTaint: { value: 2, source: `${NTH} pkg/node/node.go` },
  /** A pod that was evicted is looked up this often until it is gone. */
  lookEvery: { value: 1, source: KUBECTL },
  /** A refused eviction is tried again after this long. */
  retryEvery: { value: 5, source: KUBECTL },
  /** client-go's own limit for each API group, where a client sets none. */
  qps: { value: 5, source: 'kubernetes/client-go@v0.30.4 rest/config.go' },
  burst: { value: 10, source: 'kubernetes/client-go@v0.30.4 rest/config.go' },
} as const satisfies Readonly<Record<string, Parameter>>;

export const KARPENTER_COST = {
  /** One round of receiving and handling messages. */
  round: {
    value: 0.1,
    source: 'an assumption: a call to SQS and one to the API server, ten at a time',
    assumed: true,
  },
  /** Calls that a node costs before its pods are evicted: NodeClaim, Node, taint and conditions. */
  callsBefore: { value: 5, source: `${KARPENTER} pkg/controllers/node/termination/controller.go` },
  qps: { value: 200, source: `${KARPENTER} pkg/operator/options/options.go` },
  burst: { value: 300, source: `${KARPENTER} pkg/operator/options/options.go` },
  retryFirst: {
    value: 0.1,
    source: `${KARPENTER} pkg/controllers/node/termination/terminator/eviction.go`,
  },
  retryMost: {
    value: 10,
    source: `${KARPENTER} pkg/controllers/node/termination/terminator/eviction.go`,
  },
  /** A node that is not empty yet is looked at again after this long. */
  lookEvery: { value: 1, source: `${KARPENTER} pkg/controllers/node/termination/controller.go` },
} as const satisfies Readonly<Record<string, Parameter>>;

export const EKS_COST = {
  /** EKS publishes nothing of how it drains; it is taken to have no limit of its own. */
  retryEvery: { value: 5, source: 'an assumption: as kubectl drain does', assumed: true },
} as const satisfies Readonly<Record<string, Parameter>>;

/** Any call to an API server, once a limit lets it through. */
export const CALL: Parameter = {
  value: 0.02,
  source: 'an assumption: a call within one region',
  assumed: true,
};

/** Where a pod goes. */
export const REPLACEMENT = {
  /** From the wish for a node to one that is ready. */
  node: {
    value: 40,
    source: 'a published time line of Karpenter: found at 10 s, ready at 50 s',
  },
  /** From a place on a node to a pod that is ready. */
  pod: { value: 10, source: 'an assumption: a pod whose image is small', assumed: true },
} as const satisfies Readonly<Record<string, Parameter>>;

/** What came before the notice: 30 recommendations and 15 notices that were counted on one fleet. */
export const REBALANCE = {
  /** Notices that a recommendation came before. */
  before: { value: 9 / 15, source: 'aws/aws-node-termination-handler issue 141' },
  /** Recommendations that no notice came after. */
  alone: { value: 21 / 30, source: 'aws/aws-node-termination-handler issue 141' },
  /** How long before, at most. */
  lead: { value: 120, source: 'an assumption: no distribution is published', assumed: true },
} as const satisfies Readonly<Record<string, Parameter>>;

/** What runs where nobody says it. */
export const WORKLOAD = {
  nodes: { value: 200, source: 'an assumption: a large wave', assumed: true },
  podsPerNode: { value: 20, source: 'an assumption: nodes of medium size', assumed: true },
  daemonPods: { value: 4, source: 'an assumption: the usual add-ons of EKS', assumed: true },
  /** One pod in so many has a volume, where a policy says that volumes are used. */
  volumeEvery: { value: 10, source: 'an assumption', assumed: true },
} as const satisfies Readonly<Record<string, Parameter>>;
