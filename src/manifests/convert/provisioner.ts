/**
 * Provisioner of v1alpha5 to NodePool of v1. What the old API did without being
 * told is written out, so that the new one does the same
 * (kubernetes-sigs/karpenter@v0.32.10 pkg/utils/nodepool/nodepool.go,
 * aws/karpenter-provider-aws@v0.32.10 pkg/apis/v1alpha5/provisioner.go).
 */
import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import type { Span } from '../../source/span.js';
import { durationText } from '../duration.js';
import {
  type Field,
  field,
  fieldAt,
  inPlaceOf,
  keyOf,
  mapAt,
  mapOf,
  nodeOf,
  plain,
  renamed,
  seqAt,
  settleComments,
  textAt,
} from './nodes.js';
import { askForBounds, classReference, inOrder, tellExpiry } from './pools.js';
import { ask, type Conversation, tellChange } from './report.js';

export interface ConvertedProvisioner {
  readonly spec: YAMLMap;
  /** For the node class: kubelet settings, and the whole class where it stood in the Provisioner. */
  readonly kubelet?: Field;
  readonly provider?: YAMLMap;
}

interface Work extends Conversation {
  readonly name: string;
  readonly old: YAMLMap;
  readonly at: Span;
  readonly metadata: Field[];
  readonly template: Field[];
  readonly top: Field[];
  kubelet?: Field;
  provider?: YAMLMap;
}

export function convertProvisioner(
  conversation: Conversation,
  name: string,
  old: YAMLMap,
  at: Span,
): ConvertedProvisioner {
  settleComments(old);
  const work: Work = { ...conversation, name, old, at, metadata: [], template: [], top: [] };
  for (const item of [...old.items] as Field[]) convertField(work, item);
  if (fieldAt(old, 'requirements') === undefined)
    work.template.unshift(field('requirements', nodeOf([])));
  addRequirements(work);
  if (fieldAt(old, 'providerRef') === undefined) reference(work);
  if (fieldAt(old, 'ttlSecondsUntilExpired') === undefined) neverExpires(work);
  addDisruption(work);
  const template = mapOf(
    work.metadata.length > 0 ? field('metadata', mapOf(...work.metadata)) : undefined,
    field('spec', mapOf(...work.template)),
  );
  const spec = mapOf(...inOrder([field('template', template), ...work.top]));
  askForBounds(work, {
    pool: name,
    at,
    spec,
    grace: false,
    never: fieldAt(old, 'ttlSecondsUntilExpired') === undefined,
  });
  return {
    spec,
    ...(work.kubelet && { kubelet: work.kubelet }),
    ...(work.provider && { provider: work.provider }),
  };
}

/** Where each field goes; what goes nowhere is asked about. */
function convertField(work: Work, item: Field): void {
  const convert = FIELDS.get(keyOf(item));
  if (convert !== undefined) convert(work, item);
  else
    ask(work, 'error', work.place(item.key), {
      message: `"${keyOf(item)}" of Provisioner "${work.name}" is left out: no field of a NodePool is known for it`,
      line: 'what it was meant to do, in fields of the NodePool',
    });
}

type Convert = (work: Work, item: Field) => void;

const FIELDS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['labels', (work, item) => work.metadata.push(item)],
  ['annotations', (work, item) => work.metadata.push(item)],
  ['taints', (work, item) => work.template.push(item)],
  ['startupTaints', (work, item) => work.template.push(item)],
  ['requirements', (work, item) => work.template.push(item)],
  ['weight', (work, item) => work.top.push(item)],
  ['limits', convertLimits],
  ['kubeletConfiguration', takeKubelet],
  ['providerRef', convertReference],
  ['provider', takeProvider],
  ['ttlSecondsUntilExpired', convertExpiry],
  // Both are read where disruption is written.
  ['ttlSecondsAfterEmpty', () => undefined],
  ['consolidation', () => undefined],
]);

function convertLimits({ top }: Work, item: Field): void {
  const resources = isMap(item.value) ? fieldAt(item.value, 'resources') : undefined;
  if (resources?.value) top.push(inPlaceOf(item, 'limits', resources.value));
}

function takeKubelet(work: Work, item: Field): void {
  if (isMap(item.value)) {
    const runtime = fieldAt(item.value, 'containerRuntime');
    if (runtime !== undefined) {
      item.value.items.splice(item.value.items.indexOf(runtime), 1);
      tellChange(
        work,
        work.place(runtime.key),
        '"containerRuntime" is left out: containerd is the only runtime',
      );
    }
  }
  work.kubelet = renamed(item, 'kubelet');
}

function takeProvider(work: Work, item: Field): void {
  if (isMap(item.value)) work.provider = item.value;
}

function convertReference(work: Work, item: Field): void {
  const name = isMap(item.value) ? textAt(item.value, 'name') : undefined;
  work.template.push(inPlaceOf(item, 'nodeClassRef', classReference(name ?? work.name)));
}

/** Without a reference the class stood in the Provisioner itself, and gets its name. */
function reference(work: Work): void {
  work.template.push(field('nodeClassRef', classReference(work.name)));
  if (work.provider === undefined)
    ask(work, 'error', work.at, {
      message: `Provisioner "${work.name}" refers to no node template`,
      line: `name: CLASS (in spec.template.spec.nodeClassRef of NodePool "${work.name}")`,
    });
}

function convertExpiry(work: Work, item: Field): void {
  const seconds = isScalar(item.value) ? Number(item.value.value) : Number.NaN;
  if (!Number.isFinite(seconds)) {
    neverExpires(work);
    return;
  }
  const after = durationText(seconds);
  work.template.push(inPlaceOf(item, 'expireAfter', plain(after)));
  tellExpiry(work, work.name, { at: work.place(item.key), after });
}

function neverExpires(work: Work): void {
  const comment = 'a Provisioner without a TTL never expired its nodes';
  work.template.push(field('expireAfter', plain('Never', comment)));
  tellChange(
    work,
    work.at,
    `"${work.name}" never expired its nodes; without expireAfter a NodePool does so after 720h`,
    'expireAfter: Never keeps it as it was',
  );
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
  /** Not added where one of these is required. */
  readonly unless: readonly string[];
}

const TYPE = 'node.kubernetes.io/instance-type';
const AWS = 'karpenter.k8s.aws/instance';
const OF_TYPE = [TYPE, `${AWS}-family`, `${AWS}-category`, `${AWS}-generation`];

/** What the webhook of v1alpha5 added. */
const IMPLICIT: readonly Requirement[] = [
  { key: 'kubernetes.io/os', operator: 'In', values: ['linux'], unless: ['kubernetes.io/os'] },
  { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'], unless: ['kubernetes.io/arch'] },
  {
    key: 'karpenter.sh/capacity-type',
    operator: 'In',
    values: ['on-demand'],
    unless: ['karpenter.sh/capacity-type'],
  },
  { key: `${AWS}-category`, operator: 'In', values: ['c', 'm', 'r'], unless: OF_TYPE },
  { key: `${AWS}-generation`, operator: 'Gt', values: ['2'], unless: OF_TYPE },
];

function addRequirements(work: Work): void {
  const requirements = seqAt(mapOf(...work.template), 'requirements');
  if (!isSeq(requirements)) return;
  const required = new Set(
    requirements.items.map((item) => (isMap(item) ? textAt(item, 'key') : undefined)),
  );
  const missing = IMPLICIT.filter(({ unless }) => !unless.some((key) => required.has(key)));
  for (const { key, operator, values } of missing) {
    const added = mapOf(
      field('key', plain(key, 'default of v1alpha5')),
      field('operator', plain(operator)),
      field('values', nodeOf(values)),
    );
    requirements.items.push(added);
  }
  if (missing.length > 0) {
    requirements.flow = false;
    tellChange(
      work,
      work.at,
      `requirements that v1alpha5 added to "${work.name}" by itself are written out: ${missing.map(({ key, operator, values }) => `${key} ${operator} ${values.join(', ')}`).join('; ')}`,
      'v1 adds none: without them the pool also launches Spot, arm64 and Windows nodes',
    );
  }
}

/** Consolidation wins over the TTL of empty nodes; with neither nothing was ever taken away. */
function addDisruption(work: Work): void {
  const { old, name, at } = work;
  const consolidation = fieldAt(old, 'consolidation');
  const empty = fieldAt(old, 'ttlSecondsAfterEmpty');
  const enabled = textAt(mapAt(old, 'consolidation'), 'enabled') === 'true';
  const seconds = isScalar(empty?.value) ? Number(empty.value.value) : Number.NaN;
  const place = work.place((enabled ? consolidation : empty)?.key) ?? at;
  const source = enabled ? consolidation : empty;
  const [policy, after] = enabled
    ? ['WhenEmptyOrUnderutilized', '0s']
    : ['WhenEmpty', Number.isFinite(seconds) ? durationText(seconds) : 'Never'];
  const comment = after === 'Never' ? 'nothing was ever consolidated' : undefined;
  const disruption = mapOf(
    field('consolidationPolicy', plain(policy)),
    source === undefined || enabled
      ? field('consolidateAfter', plain(after, comment))
      : inPlaceOf(source, 'consolidateAfter', plain(after)),
    field('budgets', nodeOf(budgets(enabled))),
  );
  work.top.push(field('disruption', disruption));
  if (after === 'Never')
    tellChange(
      work,
      at,
      `"${name}" never removed nodes; a NodePool without disruption settings consolidates them at once`,
      'consolidateAfter: Never keeps it as it was',
    );
  tellChange(
    work,
    place,
    `v1 lets ten percent of the nodes of "${name}" go at once; budgets keep ${enabled ? 'consolidation' : 'empty nodes'} free of that limit`,
    'remove the budget of 100% to take the new limit',
  );
  tellChange(
    work,
    at,
    `drift was off by default and cannot be switched off in v1: a budget of 0 for "Drifted" keeps "${name}" from being rolled`,
    'remove that budget to have changes of node class and AMI reach the nodes',
  );
}

const budgets = (consolidates: boolean): readonly unknown[] => [
  { nodes: '100%', reasons: consolidates ? ['Empty', 'Underutilized'] : ['Empty'] },
  { nodes: '0', reasons: ['Drifted'] },
];
