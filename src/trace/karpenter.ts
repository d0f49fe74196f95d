/**
 * Karpenter, step by step as its interruption controller goes: which parser
 * takes the message, whether it is about an instance with a NodeClaim, what it
 * does then. It deletes every message that it has looked at.
 */
import type { Queue } from '../model/system.js';
import { detailOf, isScheduledChange, type TracedEvent } from './event.js';
import type { Hop, Message, Path } from './hop.js';
import { undeleted, VISIBILITY } from './queue.js';
import { isOwnCluster, permissionHop, type Reading, runHops } from './reader.js';
import { settingHop } from './setting.js';

const CONTROLLER = 'aws/karpenter-provider-aws@v1.14.1 pkg/controllers/interruption';
const SQS = 'aws/karpenter-provider-aws@v1.14.1 pkg/providers/sqs/sqs.go';

type Steps = Pick<Path, 'hops' | 'reaction' | 'does' | 'message'>;

/** What it makes of a message of its queue, once it has received it. */
export function karpenterMessage(reading: Reading, queue: Queue): Steps {
  const { system, installation } = reading;
  const retried = undeleted(system, queue, VISIBILITY);
  // A handler that does not run or may not read receives nothing: the message waits.
  const otherwise = undeleted(system, queue);
  const reads = (action: string): readonly Hop[] =>
    permissionHop(reading, { action, queue: queue.id, fact: SQS, otherwise });
  const deletes = deletion(reading, queue, retried);
  const { parser, hop } = parseHop(reading, deletes);
  const reaction = parser === undefined ? undefined : REACTIONS[parser];
  return {
    hops: [
      ...runHops(installation).map((one) => ({ ...one, otherwise })),
      ...reads('sqs:GetQueueUrl'),
      ...reads('sqs:ReceiveMessage'),
      hop,
      ...(parser === undefined ? [] : nodeHops(reading, deletes)),
    ],
    reaction: reaction?.reaction,
    does: reaction === undefined ? NOTHING : reaction.does(reading),
    message: deletes,
  };
}

const NOTHING = 'does nothing';

/** The message goes whether or not it was about one of its nodes. */
function deletion(reading: Reading, queue: Queue, retried: Message): Message {
  const [hop] = permissionHop(reading, {
    action: 'sqs:DeleteMessage',
    queue: queue.id,
    fact: SQS,
  });
  if (hop?.passes === false)
    return { ...retried, says: `${hop.says}, so ${retried.says}`, from: hop.from };
  return {
    fate: 'deleted',
    says: 'Karpenter deletes it once it has looked at it, whoever it is about',
    fact: `${CONTROLLER}/controller.go`,
  };
}

/** Parsers by upstream's folder, and what a message must be for each. */
const PARSERS: Readonly<Record<string, readonly [source: string, detailType: string]>> = {
  capacityreservationinterruption: [
    'aws.ec2',
    'EC2 Capacity Reservation Instance Interruption Warning',
  ],
  rebalancerecommendation: ['aws.ec2', 'EC2 Instance Rebalance Recommendation'],
  scheduledchange: ['aws.health', 'AWS Health Event'],
  spotinterruption: ['aws.ec2', 'EC2 Spot Instance Interruption Warning'],
  statechange: ['aws.ec2', 'EC2 Instance State-change Notification'],
};

const ACCEPTED_STATES = ['stopping', 'stopped', 'shutting-down', 'terminated'];

interface Parsed {
  readonly parser?: string;
  readonly hop: Hop;
}

function parseHop({ event, installation, release, facts }: Reading, deleted: Message): Parsed {
  const { version, source, detailType, at } = event;
  const hop = (passes: boolean, says: string, from = at('detail-type')): Hop => ({
    step: 'parse',
    node: installation.id,
    passes,
    says,
    from,
    fact: `${CONTROLLER}/parser.go`,
    otherwise: deleted,
  });
  const parser = facts.karpenter
    .parsedMessages(release)
    .find((name) => PARSERS[name]?.[0] === source && PARSERS[name]?.[1] === detailType);
  if (parser === undefined || version !== '0')
    return { hop: hop(false, `Karpenter ${release} has no parser for it and ignores it`) };
  const ignored = ignores(parser, event);
  if (ignored !== undefined) return { hop: hop(false, ignored.says, at('detail', ignored.field)) };
  return { parser, hop: hop(true, `Karpenter ${release} parses it as ${parser}`) };
}

/** Why a parser takes no notice of a message that is of its kind. */
function ignores(
  parser: string,
  event: TracedEvent,
): { readonly says: string; readonly field: string } | undefined {
  const detail = detailOf(event);
  if (parser === 'statechange') {
    const state = String(detail.state).toLowerCase();
    if (ACCEPTED_STATES.includes(state)) return undefined;
    return { says: `Karpenter ignores the state "${state}"`, field: 'state' };
  }
  if (parser !== 'scheduledchange' || isScheduledChange(detail)) return undefined;
  const says = 'Karpenter ignores Health events that are no scheduled change of EC2';
  return { says, field: detail.service === 'EC2' ? 'eventTypeCategory' : 'service' };
}

/** It looks for a NodeClaim with the very id that the event writes. */
export function nodeHops(reading: Reading, deleted?: Message): readonly Hop[] {
  const { pool, event, installation } = reading;
  const hop = (passes: Hop['passes'], says: string, from = pool.from): Hop => ({
    step: 'node',
    node: pool.id,
    passes,
    says,
    from,
    fact: `${CONTROLLER}/utils.go`,
    ...(deleted === undefined ? {} : { otherwise: deleted }),
  });
  const [first] = event.instances;
  if (event.json !== undefined && !event.instances.some(isId))
    return [
      hop(
        false,
        first === undefined
          ? 'the event names no instance'
          : `the event names "${first}", and Karpenter compares it with instance ids as it stands`,
        event.at('detail', 'affectedEntities'),
      ),
    ];
  if (!isOwnCluster(reading))
    return [hop(false, `the node is of another cluster than ${installation.id} serves`)];
  if (!hasNodeClaims(reading))
    return [hop(false, `a node of a ${pool.kind} has no NodeClaim that Karpenter acts on`)];
  return [
    hop(true, 'the node has a NodeClaim, which Karpenter finds by the id of the instance'),
    ...(pool.conditions ?? []).map(({ open, says, from, assuming }) => ({
      ...hop(open, says, from),
      ...(assuming === undefined ? {} : { assuming }),
    })),
  ];
}

const isId = (entity: string): boolean => entity.startsWith('i-');

/** Auto Mode's NodeClaims are of the v1 API, which a Karpenter must store to list them. */
function hasNodeClaims({ pool, release, facts: { karpenter } }: Reading): boolean {
  if (pool.kind === 'NodePool') return true;
  if (pool.kind !== 'AutoMode' || karpenter.nodeClaimsActedOn(release) !== 'all') return false;
  return karpenter
    .servedApis(release)
    .some(({ kind, storage }) => kind === 'NodeClaim' && storage === 'v1');
}

const drains = ({ facts, release }: Reading): string => {
  const { drainTaint } = facts.karpenter.drainBehaviour(release);
  return `deletes the NodeClaim: taints the node ${drainTaint}, evicts its pods, ends the instance, and makes room elsewhere`;
};

const REACTIONS: Readonly<
  Record<
    string,
    { readonly reaction: 'observe' | 'drain'; readonly does: (reading: Reading) => string }
  >
> = {
  capacityreservationinterruption: { reaction: 'drain', does: drains },
  rebalancerecommendation: {
    reaction: 'observe',
    does: () => 'records an event on the node and does no more',
  },
  scheduledchange: { reaction: 'drain', does: drains },
  spotinterruption: { reaction: 'drain', does: drains },
  statechange: { reaction: 'drain', does: drains },
};

/** What it learns without a queue: the status of its instances, and of its nodes where repair is on. */
export function karpenterPoll(reading: Reading): Steps | undefined {
  const { event, installation, release, facts } = reading;
  const polled = POLLED.has(event.kind ?? '');
  if (polled && facts.karpenter.pollsInstanceStatus(release))
    return {
      hops: [
        ...runHops(installation),
        ...permissionHop(reading, {
          action: 'ec2:DescribeInstanceStatus',
          fact: `${CONTROLLER}/instancestatus_controller.go`,
        }),
        {
          step: 'poll',
          node: installation.id,
          passes: true,
          says: `Karpenter ${release} asks EC2 every minute for the status of its instances, without any queue`,
          from: installation.from,
          fact: `${CONTROLLER}/instancestatus_controller.go`,
        },
        ...nodeHops(withoutIds(reading)),
      ],
      ...reactionToStatus(reading),
    };
  return event.kind === 'node-repair' ? repair(reading) : undefined;
}

const POLLED: ReadonlySet<string> = new Set(['scheduled-change', 'instance-status']);

/** The poll names instances by id, however the event of the same incident does. */
const withoutIds = (reading: Reading): Reading => ({
  ...reading,
  event: { ...reading.event, instances: ['i-'] },
});

function reactionToStatus(reading: Reading): Pick<Steps, 'reaction' | 'does'> {
  const { event, release, facts } = reading;
  const failed = event.variant === 'status-failure';
  return failed && facts.karpenter.isForcefulOnStatusFailure(release)
    ? {
        reaction: 'terminate',
        does: 'ends the instance at once, without regard for PDBs and volumes',
      }
    : { reaction: 'drain', does: drains(reading) };
}

const REPAIR = 'settings.featureGates.nodeRepair';

function repair(reading: Reading): Steps | undefined {
  const { installation, release, facts, pool } = reading;
  if (!facts.karpenter.chartValues(release).has(REPAIR) || pool.kind !== 'NodePool')
    return undefined;
  return {
    hops: [
      ...runHops(installation),
      settingHop(installation, REPAIR, { otherwise: false }),
      ...nodeHops(reading),
    ],
    reaction: 'terminate',
    does: 'replaces the node, without regard for PDBs',
  };
}
