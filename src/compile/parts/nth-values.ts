/** The values of the NTH chart that hold in both modes and however it is installed. */
import type { NthFeature } from '../../facts/nth.js';
import { booleanAt, numberAt, textAt } from '../../policy/fields.js';
import type { NthSet } from '../../policy/nth-sets.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import { entry } from '../../value/read.js';
import type { CompileContext } from '../context.js';
import { mergeExpressions, placementValues, type Values } from '../values.js';

/** Seconds that EC2's notice leaves for a whole drain once the message has arrived (facts: nth section 4). */
const NODE_GRACE = 110;

export function nthValues(context: CompileContext, set: NthSet): Expression {
  const { intent, bind } = context;
  const { nth, drain } = intent;
  const at = nth.from.at;
  const made: Values = {
    ...(nth.mode.value === 'queue' ? queueValues(context, set) : {}),
    nodeTerminationGracePeriod: nodeGrace(context),
    ...optional('podTerminationGracePeriod', numberAt(drain, 'nth', 'podTerminationGracePeriod')),
    ...optional('taintNode', booleanAt(drain, 'nth', 'taintNode')),
    ...taintEffect(context),
    ...(context.facts.nth.rendersPodSecurityPolicy(nth.chart.value)
      ? { rbac: { pspEnabled: false } }
      : {}),
    ...drainFeatures(context),
  };
  const written = nth.values === undefined ? undefined : bind.value(nth.values);
  return mergeExpressions(make.fromData(made, at), written, at);
}

const nodeGrace = ({ intent }: CompileContext): number =>
  numberAt(intent.drain, 'nth', 'nodeTerminationGracePeriod')?.value ?? NODE_GRACE;

function queueValues(context: CompileContext, set: NthSet): Values {
  const { intent, facts } = context;
  const { nth } = intent;
  const pool = intent.pools.find(({ name }) => name.value === nth.runsOn?.value);
  const { check, tag } = facts.reactions.tagCheckOf(nth.chart.value);
  return {
    // The gate that keeps NTH off nodes that others own; said, so that no other values switch it off.
    [check]: true,
    [tag]: set.managedTag,
    replicas: nth.replicas.value,
    ...(nth.replicas.value > 1 ? { podDisruptionBudget: { maxUnavailable: 1 } } : {}),
    // A replica that is moved must be able to end the drain that it began.
    terminationGracePeriodSeconds: nodeGrace(context),
    ...optional('workers', nth.workers),
    // Other clusters' messages reach every queue of the region: without it they come back until they expire.
    ...(facts.nth.hasFeature(nth.chart.value, 'delete-message-if-node-not-found')
      ? { deleteSqsMsgIfNodeNotFound: true }
      : {}),
    ...placementValues(pool),
  };
}

const optional = (key: string, value: { readonly value: unknown } | undefined): Values =>
  value === undefined ? {} : { [key]: value.value };

/** The chart has no value for it: the process reads it from its environment. */
function taintEffect({ intent, facts, findings }: CompileContext): Values {
  const written = textAt(intent.drain, 'nth', 'taintEffect');
  if (written === undefined) return {};
  const { chart, mode } = intent.nth;
  const reads =
    facts.nth.nthValues(chart.value).get('extraEnv')?.modes.includes(mode.value) === true;
  const taints = booleanAt(intent.drain, 'nth', 'taintNode')?.value === true;
  if (reads && taints) return { extraEnv: [{ name: 'TAINT_EFFECT', value: written.value }] };
  findings.push({
    rule: 'unexpressible-setting',
    severity: 'error',
    message: reads
      ? 'NTH taints no node, so nothing keeps "taintEffect"'
      : `chart ${chart.value} of NTH cannot keep "taintEffect": it passes no environment on`,
    at: written.from.at,
    help: reads ? 'set taintNode to true, or leave it out' : 'use chart 0.19.1 or later',
  });
  return {};
}

function drainFeatures(context: CompileContext): Values {
  const { drain } = context.intent;
  const interval = numberAt(drain, 'nth', 'heartbeat', 'interval');
  return {
    ...feature(context, 'outOfServiceTaint', 'out-of-service-taint', {
      enableOutOfServiceTaint: booleanAt(drain, 'nth', 'outOfServiceTaint')?.value,
    }),
    ...feature(context, 'heartbeat', 'heartbeats', {
      heartbeatInterval: interval?.value,
      ...optional('heartbeatUntil', numberAt(drain, 'nth', 'heartbeat', 'until')),
    }),
  };
}

/** The values of a setting that not every chart can keep; a finding where this one cannot. */
function feature(
  { intent, facts, findings }: CompileContext,
  key: string,
  name: NthFeature,
  made: Values,
): Values {
  const written = entry(intent.drain, 'nth', key);
  if (written === undefined) return {};
  const { chart, mode } = intent.nth;
  const heartbeatInImds = name === 'heartbeats' && mode.value === 'imds';
  if (facts.nth.hasFeature(chart.value, name) && !heartbeatInImds) return made;
  findings.push({
    rule: 'unexpressible-setting',
    severity: 'error',
    message: heartbeatInImds
      ? `in IMDS mode NTH answers no lifecycle hook, so "${key}" has nothing to extend`
      : `chart ${chart.value} of NTH cannot keep "${key}"`,
    at: ('key' in written && written.key) || written.from.at,
    help: heartbeatInImds
      ? 'use queue mode, or leave it out'
      : `use chart ${facts.nth.featureSince(name)} or later`,
  });
  return {};
}
