/** NTH in IMDS mode: a pod on the node itself asks the metadata service. No queue, no tag; its `enable…` values count. */
import type { Hop, Path } from './hop.js';
import { nodeAction } from './nth-action.js';
import { isOwnCluster, type Reading, runHops } from './reader.js';
import { settingHop } from './setting.js';

const IMDS = 'aws/aws-node-termination-handler@v1.25.6 pkg/monitor';

type Steps = Pick<Path, 'hops' | 'reaction' | 'does'>;

interface Monitor {
  readonly key: string;
  /** What the handler takes where the chart says nothing. */
  readonly otherwise: boolean;
  readonly wish: 'drain' | 'cordon';
  readonly file: string;
}

const MONITORS: Readonly<Record<string, readonly Monitor[]>> = {
  'spot-interruption': [
    {
      key: 'enableSpotInterruptionDraining',
      otherwise: true,
      wish: 'drain',
      file: 'spotitn/spot-itn-monitor.go',
    },
  ],
  'scheduled-change': [
    {
      key: 'enableScheduledEventDraining',
      otherwise: false,
      wish: 'drain',
      file: 'scheduledevent/scheduled-event-monitor.go',
    },
  ],
  'rebalance-recommendation': [
    {
      key: 'enableRebalanceDraining',
      otherwise: false,
      wish: 'drain',
      file: 'rebalancerecommendation/rebalance-recommendation-monitor.go',
    },
    {
      key: 'enableRebalanceMonitoring',
      otherwise: false,
      wish: 'cordon',
      file: 'rebalancerecommendation/rebalance-recommendation-monitor.go',
    },
  ],
  'asg-termination': [
    {
      key: 'enableASGLifecycleDraining',
      otherwise: false,
      wish: 'drain',
      file: 'asglifecycle/asg-lifecycle-monitor.go',
    },
  ],
};

/** One way for each of its monitors that can see the event. */
export const nthMonitors = (reading: Reading): readonly Steps[] =>
  (MONITORS[reading.event.kind ?? ''] ?? []).flatMap((monitor) => monitored(reading, monitor));

function monitored(reading: Reading, { key, otherwise, wish, file }: Monitor): readonly Steps[] {
  const { installation, release, facts } = reading;
  const read = facts.nth.nthValues(release).get(key);
  if (read?.modes.includes('imds') !== true) return [];
  const byChart = typeof read.default === 'boolean' ? read.default : otherwise;
  const { hops, reaction, does } = nodeAction(reading, wish);
  return [
    {
      hops: [
        ...runHops(installation),
        placementHop(reading),
        settingHop(installation, key, { otherwise: byChart, fact: `${IMDS}/${file}` }),
        ...hops,
      ],
      reaction,
      does,
    },
  ];
}

function placementHop(reading: Reading): Hop {
  const { installation, pool } = reading;
  const hop = { step: 'run' as const, node: installation.id };
  if (!isOwnCluster(reading))
    return {
      ...hop,
      passes: false,
      says: 'its DaemonSet runs in another cluster',
      from: installation.from,
    };
  const placement = installation.runsOn?.(pool);
  if (placement === undefined)
    return {
      ...hop,
      passes: false,
      says: 'its DaemonSet runs on no node',
      from: installation.from,
    };
  const { open, because, from, partly, assuming } = placement;
  return {
    ...hop,
    passes: open,
    says: because,
    from: from ?? installation.from,
    ...(partly === true ? { partly } : {}),
    ...(assuming === undefined ? {} : { assuming }),
  };
}
