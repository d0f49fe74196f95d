/**
 * NTH in queue mode, step by step as its SQS monitor and drain handler go. No
 * `enable…` value counts here. It deletes what it drops and what it has drained
 * for; what it fails on stays in the queue.
 */
import type { Queue } from '../model/system.js';
import { flag, number } from '../value/read.js';
import { isUnknown } from '../value/value.js';
import { detailOf, isScheduledChange } from './event.js';
import type { Hop, Message, Path } from './hop.js';
import { nodeAction } from './nth-action.js';
import { tagHop } from './nth-tag.js';
import { undeleted, VISIBILITY } from './queue.js';
import { isOwnCluster, permissionHop, type Reading, runHops } from './reader.js';

const MONITOR = 'aws/aws-node-termination-handler@v1.25.6 pkg/monitor/sqsevent';
const FACT = `${MONITOR}/sqs-monitor.go`;

type Steps = Pick<Path, 'hops' | 'reaction' | 'does' | 'message'>;

export function nthMessage(reading: Reading, queue: Queue): Steps {
  const { system, installation } = reading;
  const fates: Fates = {
    retried: undeleted(system, queue, visibility(reading)),
    waiting: undeleted(system, queue),
    dropped: droppedBy(reading, queue),
  };
  const parsed = parse(reading, fates);
  const calls = (action: string): readonly Hop[] =>
    permissionHop(reading, {
      action,
      queue: queue.id,
      fact: FACT,
      otherwise: action === 'sqs:ReceiveMessage' ? fates.waiting : fates.retried,
    });
  const start = [
    ...runHops(installation).map((hop) => ({ ...hop, otherwise: fates.waiting })),
    ...calls('sqs:ReceiveMessage'),
    parsed.hop,
  ];
  if (parsed.wish === undefined)
    return { hops: start, reaction: undefined, does: 'does nothing', message: fates.dropped };
  const identified = [
    ...start,
    ...calls('ec2:DescribeInstances'),
    tagHop(reading, fates.dropped),
    ...clusterHop(reading, fates),
  ];
  if (parsed.wish === 'launch')
    return {
      hops: identified,
      reaction: 'observe',
      does: 'completes the launch hook once the node is ready, and does nothing to the node',
      message: done(reading, queue, 'its hook is completed'),
    };
  const { hops, reaction, does } = nodeAction(reading, parsed.wish);
  const stopped = done(reading, queue, 'it has done as if it had drained the node');
  return {
    hops: [...identified, ...hops.map((hop) => ({ ...hop, otherwise: stopped }))],
    reaction,
    does: `${does}${completion(reading, queue)}`,
    message: done(reading, queue, `the node is ${reaction === 'cordon' ? 'cordoned' : 'drained'}`),
  };
}

interface Fates {
  readonly retried: Message;
  readonly waiting: Message;
  readonly dropped: Message;
}

/** For how long it hides a message that it has received. */
function visibility({ installation, release, facts }: Reading): number {
  if (!facts.nth.hasFeature(release, 'visibility-timeout')) return VISIBILITY;
  const set = number(installation.setting('sqsMsgVisibilityTimeoutSec'));
  if (set === undefined || isUnknown(set) || set.value < 1 || set.value > 119) return VISIBILITY;
  return set.value;
}

/** Releases before 0.16.0 leave what they drop where it is. */
function droppedBy(reading: Reading, queue: Queue): Message {
  const { release, facts, system } = reading;
  if (!facts.nth.hasFeature(release, 'drops-by-deleting'))
    return undeleted(system, queue, visibility(reading));
  return deleted(reading, queue, 'NTH deletes what it drops');
}

function done(reading: Reading, queue: Queue, when: string): Message {
  return deleted(reading, queue, `NTH deletes it once ${when}; if that fails, it comes again`);
}

function deleted(reading: Reading, queue: Queue, says: string): Message {
  const [hop] = permissionHop(reading, {
    action: 'sqs:DeleteMessage',
    queue: queue.id,
    fact: FACT,
  });
  if (hop?.passes !== false) return { fate: 'deleted', says, fact: FACT };
  const kept = undeleted(reading.system, queue, visibility(reading));
  return { ...kept, says: `${hop.says}, so ${kept.says}`, from: hop.from };
}

interface Parsed {
  readonly hop: Hop;
  readonly wish?: 'drain' | 'cordon' | 'launch';
}

function parse(reading: Reading, fates: Fates): Parsed {
  const { event, installation, release } = reading;
  const make: MakeHop = (passes, says, otherwise, field = ['detail-type']) => ({
    step: 'parse',
    node: installation.id,
    passes,
    says,
    from: event.at(...field),
    fact: FACT,
    ...(otherwise === undefined ? {} : { otherwise }),
  });
  switch (event.source) {
    case 'aws.ec2':
      return ofEc2(reading, fates, make);
    case 'aws.autoscaling':
      return ofAutoScaling(reading, fates, make);
    case 'aws.health':
      return ofHealth(reading, fates, make);
    default: {
      const says = `NTH ${release} knows no source "${event.source}" and fails on it`;
      return { hop: make(false, says, fates.retried, ['source']) };
    }
  }
}

type MakeHop = (
  passes: boolean,
  says: string,
  otherwise?: Message,
  field?: readonly string[],
) => Hop;

const STATES = ['stopping', 'stopped', 'shutting-down', 'terminated'];

function ofEc2({ event, release, facts }: Reading, { dropped }: Fates, make: MakeHop): Parsed {
  const takes = (wish: Parsed['wish']): Parsed => ({
    hop: make(true, `NTH ${release} takes it, whatever its enable… values say`),
    ...(wish === undefined ? {} : { wish }),
  });
  switch (event.detailType) {
    case 'EC2 Spot Instance Interruption Warning':
      return takes('drain');
    case 'EC2 Instance Rebalance Recommendation':
      return takes(facts.nth.hasFeature(release, 'queue-rebalance-drain') ? 'drain' : 'cordon');
    case 'EC2 Instance State-change Notification': {
      const state = String(detailOf(event).state).toLowerCase();
      if (STATES.includes(state)) return takes('drain');
      return { hop: make(false, `NTH drops the state "${state}"`, dropped, ['detail', 'state']) };
    }
    default:
      return { hop: make(false, `NTH ${release} does not know it and drops it`, dropped) };
  }
}

/** Before 0.23.0 whatever comes from Auto Scaling counts as a termination. */
function ofAutoScaling(
  { event, release, facts }: Reading,
  { dropped, retried }: Fates,
  make: MakeHop,
): Parsed {
  const transition = detailOf(event).LifecycleTransition;
  const tells = facts.nth.hasFeature(release, 'asg-launch-hook');
  const field = ['detail', 'LifecycleTransition'];
  if (tells && transition === 'autoscaling:EC2_INSTANCE_LAUNCHING')
    return {
      hop: make(true, `NTH ${release} takes it as a launch`, undefined, field),
      wish: 'launch',
    };
  if (tells && transition !== 'autoscaling:EC2_INSTANCE_TERMINATING')
    return { hop: make(false, `NTH ${release} drops what is no lifecycle action`, dropped) };
  if (event.instances.length === 0)
    return { hop: make(false, 'it names no instance, and NTH fails on it', retried) };
  const says = tells
    ? `NTH ${release} takes it as a termination`
    : `NTH ${release} takes every event of Auto Scaling as a termination`;
  return { hop: make(true, says, undefined, field), wish: 'drain' };
}

function ofHealth(reading: Reading, { dropped, retried }: Fates, make: MakeHop): Parsed {
  const { event, release, facts } = reading;
  const has = (feature: Parameters<typeof facts.nth.hasFeature>[1]): boolean =>
    facts.nth.hasFeature(release, feature);
  if (event.detailType !== 'AWS Health Event' || !has('queue-scheduled-change'))
    return { hop: make(false, `NTH ${release} does not know it and fails on it`, retried) };
  const detail = detailOf(event);
  if (!isScheduledChange(detail)) {
    const field = ['detail', detail.service === 'EC2' ? 'eventTypeCategory' : 'service'];
    const fate = has('drops-foreign-health') ? dropped : retried;
    const says = `NTH ${release} takes scheduled changes of EC2 only`;
    return { hop: make(false, says, fate, field) };
  }
  const [first] = event.instances;
  const field = ['detail', 'affectedEntities'];
  if (first === undefined) return { hop: make(false, 'it names no instance', dropped, field) };
  if (!event.instances.some((one) => one.startsWith('i-'))) {
    const fails = facts.nth
      .faults(release, 'queue')
      .some(({ id }) => id === 'malformed-instance-id-blocks');
    const says = `it names "${first}", which EC2 does not take for the id of an instance`;
    return { hop: make(false, says, fails ? retried : dropped, field) };
  }
  const more =
    event.instances.length > 1
      ? '; of several instances that are its own, only the first is drained'
      : '';
  return {
    hop: make(true, `NTH ${release} takes it and drains at once${more}`, undefined, field),
    wish: 'drain',
  };
}

/** A node of another cluster is not found: the drain fails, and the message stays unless told otherwise. */
function clusterHop(reading: Reading, { retried, dropped }: Fates): readonly Hop[] {
  if (isOwnCluster(reading)) return [];
  const { installation, release, facts, pool } = reading;
  const deletes =
    facts.nth.hasFeature(release, 'delete-message-if-node-not-found') &&
    flag(installation.setting('deleteSqsMsgIfNodeNotFound')) === true;
  return [
    {
      step: 'node',
      node: installation.id,
      passes: false,
      says: 'the node is of another cluster, and NTH does not find it',
      from: pool.from,
      fact: 'aws/aws-node-termination-handler@v1.25.6 pkg/interruptionevent/draincordon/handler.go',
      otherwise: deletes ? dropped : retried,
    },
  ];
}

/** Auto Scaling waits for the hook's answer. */
function completion(reading: Reading, queue: Queue): string {
  const { event, release, facts } = reading;
  if (event.source !== 'aws.autoscaling') return '';
  const hook = event.hook === undefined ? 'the hook' : `"${event.hook}"`;
  if (facts.nth.faults(release, 'queue').some(({ id }) => id === 'hook-never-completed'))
    return `; it never completes ${hook}, so that Auto Scaling waits for its timeout`;
  const [hop] = permissionHop(reading, {
    action: 'autoscaling:CompleteLifecycleAction',
    queue: queue.id,
    fact: `${MONITOR}/asg-lifecycle-event.go`,
  });
  return hop?.passes === false
    ? `; ${hop.says}, so that Auto Scaling waits for the timeout of ${hook}`
    : `; then it completes ${hook} with CONTINUE`;
}
