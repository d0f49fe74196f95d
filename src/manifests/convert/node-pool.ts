/**
 * NodePool of v1beta1 to v1
 * (kubernetes-sigs/karpenter@v1.0.9 pkg/apis/v1/nodepool_conversion.go).
 */
import { isMap, type YAMLMap } from 'yaml';
import type { Span } from '../../source/span.js';
import {
  type Field,
  field,
  fieldAt,
  inPlaceOf,
  keyOf,
  mapAt,
  nodeOf,
  plain,
  renamed,
  settleComments,
  take,
  textAt,
} from './nodes.js';
import { askForBounds, classReference, GROUP, inOrder, tellExpiry } from './pools.js';
import { type Conversation, tellChange } from './report.js';

export interface ConvertedPool {
  readonly spec: YAMLMap;
  /** For the node class. */
  readonly kubelet?: Field;
}

interface Work extends Conversation {
  readonly name: string;
  readonly at: Span;
}

/** Changes the spec in its place: order and comments of what stays are kept. */
export function convertPool(
  conversation: Conversation,
  name: string,
  spec: YAMLMap,
  at: Span,
): ConvertedPool {
  const work: Work = { ...conversation, name, at };
  settleComments(spec);
  const template = mapAt(mapAt(spec, 'template'), 'spec');
  const disruption = mapAt(spec, 'disruption');
  if (disruption !== undefined) settleComments(disruption);
  if (template === undefined) return { spec };
  settleComments(template);
  convertReference(template);
  const kubelet = take(template, 'kubelet');
  dropped(work, template, 'resources');
  if (fieldAt(template, 'requirements') === undefined)
    template.items.push(field('requirements', nodeOf([])));
  moveExpiry(work, template, disruption);
  convertDisruption(work, spec, disruption);
  askForBounds(work, { pool: name, at, spec, grace: false, never: lifetime(template) === 'Never' });
  spec.items = [...inOrder(spec.items as Field[])];
  return { spec, ...(kubelet && { kubelet: renamed(kubelet, 'kubelet') }) };
}

const lifetime = (template: YAMLMap): string => textAt(template, 'expireAfter') ?? '720h';

function convertReference(template: YAMLMap): void {
  const item = fieldAt(template, 'nodeClassRef');
  if (item === undefined || !isMap(item.value)) return;
  const group = textAt(item.value, 'apiVersion')?.split('/')[0];
  const reference = classReference(
    textAt(item.value, 'name') ?? '',
    textAt(item.value, 'kind') ?? 'EC2NodeClass',
    group ?? GROUP,
  );
  item.value = reference;
}

/** A field that people leave to Karpenter. */
function dropped(work: Work, template: YAMLMap, key: string): void {
  const item = take(template, key);
  if (item !== undefined)
    tellChange(work, work.place(item.key), `"${key}" is left out: Karpenter fills it in by itself`);
}

function moveExpiry(work: Work, template: YAMLMap, disruption: YAMLMap | undefined): void {
  const item = take(disruption, 'expireAfter');
  if (item !== undefined) template.items.push(item);
  tellExpiry(work, work.name, {
    at: item === undefined ? work.at : work.place(item.key),
    after: item === undefined ? '720h (the default)' : lifetime(template),
  });
}

function convertDisruption(work: Work, spec: YAMLMap, disruption: YAMLMap | undefined): void {
  if (disruption === undefined) return;
  const policy = fieldAt(disruption, 'consolidationPolicy');
  const underutilized =
    (textAt(disruption, 'consolidationPolicy') ?? 'WhenUnderutilized') === 'WhenUnderutilized';
  if (policy !== undefined && underutilized) {
    const index = disruption.items.indexOf(policy);
    disruption.items[index] = inPlaceOf(
      policy,
      'consolidationPolicy',
      plain('WhenEmptyOrUnderutilized'),
    );
  }
  if (fieldAt(disruption, 'consolidateAfter') === undefined) {
    const added = field('consolidateAfter', plain('0s'));
    const index = disruption.items.findIndex((one) => keyOf(one) === 'consolidationPolicy');
    disruption.items.splice(index + 1, 0, added);
    if (underutilized)
      tellChange(
        work,
        work.place(policy?.key ?? null),
        `"${work.name}" says consolidateAfter: 0s: v1 requires it, and a longer time is what v1beta1 could not say`,
        'a time such as 5m keeps nodes from being moved while pods come and go',
      );
  }
  if (disruption.items.length === 0) take(spec, 'disruption');
}
