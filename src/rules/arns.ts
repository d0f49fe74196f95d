/** ARNs that a text writes, each with the region of what it belongs to. */
import type { Block } from '../configuration/configuration.js';
import type { System } from '../model/system.js';
import type { Written } from '../model/written.js';
import type { Span } from '../source/span.js';
import {
  isList,
  isMap,
  isUnknown,
  type Known,
  type Maybe,
  type Unknown,
  type Value,
} from '../value/value.js';
import { resourceType } from './blocks.js';

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
  const seen = new Set<string>();
  return as.blocks.filter(isSubject).flatMap((block) =>
    textsIn(block.body).flatMap(({ arn, at }) => {
      const key = `${at.file}:${at.start}:${arn}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ arn, at, block, region: regionFor(system, as, block) }];
    }),
  );
}

const isSubject = (block: Block): boolean =>
  block.exists !== false && (TYPES.test(resourceType(block)) || block.type === 'module');

/** A module call has no provider of its own: its region is the default one's. */
function regionFor(system: System, as: Written, block: Block): string | undefined {
  if (block.type === 'resource') return known(as.regionOf(block));
  return known(as.regionOf(block)) ?? known(system.clusters[0]?.region);
}

const known = (region: Maybe<string> | undefined): string | undefined =>
  region === undefined || isUnknown(region) ? undefined : region.value;

type ArnText = Pick<WrittenArn, 'arn' | 'at'>;

function textsIn(value: Value): readonly ArnText[] {
  const found: ArnText[] = [];
  visit(value, found);
  return found;
}

const visit = (value: Value, found: ArnText[]): void =>
  isUnknown(value) ? visitUnknown(value, found) : visitKnown(value, found);

function visitKnown({ value: data, encodes, from }: Known, found: ArnText[]): void {
  if (typeof data === 'string') {
    if (data.startsWith('arn:')) found.push({ arn: data, at: from.at });
    else if (encodes !== undefined) visit(encodes, found);
  } else if (isList(data) || isMap(data)) for (const part of data.values()) visit(part, found);
}

/** An ARN of which the beginning is written: its partition is known though the rest is not. */
function visitUnknown({ encodes, prefix, from }: Unknown, found: ArnText[]): void {
  const before = found.length;
  if (encodes !== undefined) visit(encodes, found);
  if (found.length === before && prefix !== undefined && /^arn:[^:]+:/.test(prefix))
    found.push({ arn: prefix, at: from.at });
}
