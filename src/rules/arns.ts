/** ARNs that a text writes, each with the region of what it belongs to. */
import type { Block } from '../configuration/configuration.js';
import type { System } from '../model/system.js';
import type { Written } from '../model/written.js';
import type { Span } from '../source/span.js';
import { isList, isMap, isUnknown, type Maybe, type Value } from '../value/value.js';

export interface WrittenArn {
  readonly arn: string;
  readonly at: Span;
  /** What the ARN is written in. */
  readonly block: Block;
  /** Region of what it is written in; undefined where nothing says it. */
  readonly region: string | undefined;
}

/** Types of blocks in which an ARN must be of the same partition. */
const TYPES =
  /^aws_(?:sqs_|cloudwatch_event_|iam_(?:role|policy|instance_profile)|autoscaling_|eks_|kms_)/;

/** Every ARN in resources and module calls that wiring stands on, once. */
export function arnsIn(system: System): readonly WrittenArn[] {
  const { as } = system;
  if (as === undefined) return [];
  const seen = new Set<string>();
  return as.blocks.filter(isSubject).flatMap((block) =>
    arnTexts(block.body).flatMap(({ arn, at }) => {
      const key = `${at.file}:${at.start}:${arn}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ arn, at, block, region: regionFor(system, as, block) }];
    }),
  );
}

const isSubject = ({ type, labels, exists }: Block): boolean =>
  exists !== false && ((type === 'resource' && TYPES.test(labels[0] ?? '')) || type === 'module');

/** A module call has no provider of its own: its region is the default one's. */
function regionFor(system: System, as: Written, block: Block): string | undefined {
  if (block.type === 'resource') return known(as.regionOf(block));
  return known(as.regionOf(block)) ?? known(system.clusters[0]?.region);
}

const known = (region: Maybe<string> | undefined): string | undefined =>
  region === undefined || isUnknown(region) ? undefined : region.value;

function arnTexts(value: Value): readonly { readonly arn: string; readonly at: Span }[] {
  const inner = value.encodes === undefined ? [] : arnTexts(value.encodes);
  if (isUnknown(value)) return inner.length > 0 ? inner : begun(value);
  const data = value.value;
  if (typeof data === 'string')
    return data.startsWith('arn:') ? [{ arn: data, at: value.from.at }] : inner;
  if (isList(data)) return data.flatMap(arnTexts);
  return isMap(data) ? [...data.values()].flatMap(arnTexts) : [];
}

/** An ARN of which the beginning is written: its partition is known though the rest is not. */
const begun = ({ prefix, from }: Extract<Value, { unknown: unknown }>) =>
  prefix !== undefined && /^arn:[^:]+:/.test(prefix) ? [{ arn: prefix, at: from.at }] : [];
