/** The tag by which NTH knows a group's instances: set on groups that exist, named for groups that Terraform writes. */
import { isReference } from '../../policy/intent.js';
import type { NthSet } from '../../policy/nth-sets.js';
import * as make from '../../terraform/syntax/build.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { groupArn } from '../hints.js';
import { groupName, safeName } from '../names.js';
import { block } from '../plan.js';

const OUTPUT = 'node_group_tags';

/** Groups by an ARN are nobody's in this Terraform, so their tag is a resource; what launched before lacks it. */
export const groupTags = (
  context: CompileContext,
  sets: readonly NthSet[],
): readonly SourceBlock[] => [
  ...taggedPools(context, sets).flatMap((tagged) => tagResource(context, tagged)),
  ...groupTagsOutput(context, sets),
];

/**
 * A group that Terraform writes must carry the tag among its own: one that is
 * set beside it is stripped by every second apply.
 */
export function groupTagsOutput(
  context: CompileContext,
  sets: readonly NthSet[],
): readonly SourceBlock[] {
  const { at } = context;
  const written = taggedPools(context, sets).filter(
    ({ pool: { autoScalingGroup: group } }) => group === undefined || isReference(group),
  );
  if (written.length === 0) return [];
  const tags = written.map(({ pool: { name }, managedTag }) => {
    const place = name.from.at;
    return [name.value, make.object([[managedTag, make.literal('true', place)]], place)] as const;
  });
  const description =
    'Tags that each node group must carry itself and propagate at launch, or NTH leaves its instances alone.';
  return [
    block(
      'output',
      [OUTPUT],
      { description: make.literal(description, at), value: make.object(tags, at) },
      at,
    ),
  ];
}

/** A group whose instances NTH knows by a tag. */
export interface Tagged {
  readonly pool: NthSet['pools'][number];
  readonly managedTag: string;
}

export const taggedPools = (
  { intent }: CompileContext,
  sets: readonly NthSet[],
): readonly Tagged[] =>
  intent.nth.mode.value === 'queue'
    ? sets.flatMap(({ pools, managedTag }) =>
        pools.flatMap((pool) => (pool.kind === 'NodePool' ? [] : [{ pool, managedTag }])),
      )
    : [];

function tagResource(
  context: CompileContext,
  { pool, managedTag }: Tagged,
): readonly SourceBlock[] {
  const { name, autoScalingGroup: group } = pool;
  const arn = groupArn(context, pool);
  if (arn === undefined || group === undefined || isReference(group)) return [];
  const at = name.from.at;
  const tag = block(
    'tag',
    [],
    {
      key: make.literal(managedTag, at),
      value: make.literal('true', at),
      propagate_at_launch: make.literal(true, at),
    },
    at,
  );
  const made = block(
    'resource',
    ['aws_autoscaling_group_tag', `nth_${safeName(name.value)}`],
    {
      autoscaling_group_name: groupName(arn, at),
    },
    at,
  );
  return [{ ...made, body: { ...made.body, blocks: [tag] } }];
}
