/**
 * What holds the policy and the world together while Terraform runs. Conditions
 * stop a run in which an owner would not be the owner; checks warn of what other
 * people's Terraform, or nobody's, has made.
 */
import { isReference, textOf } from '../policy/intent.js';
import { type NthSet, nthSets } from '../policy/nth-sets.js';
import type { Span } from '../source/span.js';
import * as make from '../terraform/syntax/build.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { SourceBlock } from '../terraform/syntax/module.js';
import type { CompileContext } from './context.js';
import { groupArn } from './hints.js';
import { hasKarpenter } from './karpenter.js';
import { groupName, safeName } from './names.js';
import { taggedPools } from './parts/group-tags.js';
import { block } from './plan.js';
import { CLUSTER_DATA, kubernetesVersion, oidcProviderArn } from './root.js';

const condition = (
  type: 'precondition' | 'postcondition' | 'assert',
  holds: Expression,
  message: Expression,
): SourceBlock => block(type, [], { condition: holds, error_message: message }, holds.at);

const binary = (operator: '==' | '!=' | '&&', left: Expression, right: Expression): Expression => ({
  kind: 'binary',
  operator,
  left,
  right,
  at: left.at,
});

const setsOf = ({ intent, facts }: CompileContext): readonly NthSet[] =>
  nthSets(intent, facts.reactions);

const partOf = (arn: Expression, index: number, at: Span): Expression =>
  make.index(make.call('split', [make.literal(':', at), arn], at), index, at);

/** The authentication mode of a cluster that does not read what the policy admits nodes by. */
const REFUSED = { API: 'CONFIG_MAP', API_AND_CONFIG_MAP: 'CONFIG_MAP', CONFIG_MAP: 'API' };

/** Postconditions of the cluster's data: it is where the policy says, and lets nodes in as the policy says. */
export function clusterGuards(context: CompileContext): readonly SourceBlock[] {
  const { region, authenticationMode: mode } = context.intent.cluster;
  const found = partOf(make.reference('self.arn', region.from.at), 3, region.from.at);
  const inRegion = condition(
    'postcondition',
    binary('==', found, make.literal(region.value, region.from.at)),
    make.template(
      [
        `The policy was compiled for ${region.value}, and the AWS provider finds the cluster in `,
        found,
        '.',
      ],
      region.from.at,
    ),
  );
  if (mode.value === 'external' || !hasKarpenter(context)) return [inRegion];
  const { at } = mode.from;
  // A cluster that says nothing of it is of a time, or of a mock, that does not know the setting.
  const admits = make.call(
    'try',
    [
      binary(
        '!=',
        make.reference('self.access_config[0].authentication_mode', at),
        make.literal(REFUSED[mode.value], at),
      ),
      make.literal(true, at),
    ],
    at,
  );
  const by = mode.value === 'CONFIG_MAP' ? 'the aws-auth ConfigMap' : 'access entries';
  return [
    inRegion,
    condition(
      'postcondition',
      admits,
      make.literal(
        `The policy admits Karpenter's nodes by ${by}, which the cluster's authentication mode ${REFUSED[mode.value]} does not read.`,
        at,
      ),
    ),
  ];
}

/** Hooks and tags with the condition that no two pools are one group: it would have two owners. */
export function guardGroups(
  context: CompileContext,
  blocks: readonly SourceBlock[],
): readonly SourceBlock[] {
  const pools = setsOf(context).flatMap((set) => set.pools);
  const arns = pools.flatMap((pool) => groupArn(context, pool) ?? []);
  if (arns.length < 2) return blocks;
  const { at } = context.intent.nth.from;
  const distinct = make.call('distinct', [make.list(arns, at)], at);
  const apart = binary('==', make.call('length', [distinct], at), make.literal(arns.length, at));
  const names = pools
    .filter(({ autoScalingGroup }) => autoScalingGroup !== undefined)
    .map(({ name }) => `"${name.value}"`);
  const message = `The pools ${names.join(', ')} must be different Auto Scaling groups: one group would get hooks and tags of two owners.`;
  const lifecycle = block('lifecycle', [], {}, at);
  const guard: SourceBlock = {
    ...lifecycle,
    body: {
      attributes: [],
      blocks: [condition('precondition', apart, make.literal(message, at))],
    },
  };
  return blocks.map((one) =>
    one.type === 'resource' && GROUP_RESOURCES.has(one.labels[0] ?? '')
      ? { ...one, body: { ...one.body, blocks: [...one.body.blocks, guard] } }
      : one,
  );
}

const GROUP_RESOURCES = new Set(['aws_autoscaling_lifecycle_hook', 'aws_autoscaling_group_tag']);

/** Checks: their failures are warnings, and nothing waits for them. */
export const checks = (context: CompileContext): readonly SourceBlock[] => [
  ...versionCheck(context),
  ...issuerCheck(context),
  ...groupChecks(context),
];

const check = (name: string, holds: Expression, message: string): SourceBlock => ({
  ...block('check', [name], {}, holds.at),
  body: {
    attributes: [],
    blocks: [condition('assert', holds, make.literal(message, holds.at))],
  },
});

/** Charts are chosen by the version of Kubernetes; a version that is bound is held by its variable. */
function versionCheck(context: CompileContext): readonly SourceBlock[] {
  const given = context.intent.cluster.kubernetesVersion;
  const judged = textOf(given);
  if (judged === undefined) return [];
  if (isReference(given) && !given.lookup) {
    kubernetesVersion(context);
    return [];
  }
  const { at } = given.from;
  const holds = binary(
    '==',
    make.reference(`${CLUSTER_DATA}.version`, at),
    make.literal(judged, at),
  );
  const message = `The policy was judged with Kubernetes ${judged}, and the cluster runs another version; say it in the policy and compile again.`;
  return [check('kubernetes_version', holds, message)];
}

/** A role that trusts another cluster's provider is one that no pod of this cluster can take. */
function issuerCheck(context: CompileContext): readonly SourceBlock[] {
  const { cluster, identity } = context.intent;
  const given = cluster.oidcProviderArn;
  if (identity.value !== 'irsa') return [];
  const roles = hasKarpenter(context) || taggedPools(context, setsOf(context)).length > 0;
  if (given === undefined || (isReference(given) && given.lookup) || !roles) return [];
  const { at } = given.from;
  const without = (value: Expression, pattern: string): Expression =>
    make.call('replace', [value, make.literal(pattern, at), make.literal('', at)], at);
  const issuer = make.reference(`${CLUSTER_DATA}.identity[0].oidc[0].issuer`, at);
  const holds = binary(
    '==',
    without(oidcProviderArn(context), '/^.*oidc-provider\\//'),
    without(issuer, 'https://'),
  );
  const message =
    "The OIDC provider is not of this cluster's issuer: no pod of it can take the handlers' roles.";
  return [check('identity_provider', holds, message)];
}

/**
 * A group that is looked up for the tag by which NTH knows its instances. The
 * look-up stands beside its check: inside, it would be read at every apply, and
 * no plan would ever be empty (hashicorp/terraform@v1.11.4
 * internal/terraform/node_resource_abstract_instance.go).
 */
export interface GuardedGroup {
  readonly name: string;
  readonly arn: Expression;
  readonly managedTag: string;
  /** Of the data source. */
  readonly address: string;
  readonly check: string;
}

export const guardedGroups = (context: CompileContext): readonly GuardedGroup[] =>
  taggedPools(context, setsOf(context)).flatMap(({ pool, managedTag }) => {
    const arn = groupArn(context, pool);
    const name = `nth_${safeName(pool.name.value)}`;
    const address = `data.aws_autoscaling_group.${name}`;
    return arn === undefined
      ? []
      : [{ name: pool.name.value, arn, managedTag, address, check: `managed_tag_of_${name}` }];
  });

/** NTH leaves instances alone that lack its tag, and a group that does not propagate the tag launches such. */
export function groupChecks(context: CompileContext): readonly SourceBlock[] {
  return guardedGroups(context).flatMap(({ name, arn, managedTag, address, check: id }) => {
    const { at } = arn;
    const label = address.split('.').at(-1) ?? '';
    const group = block('data', ['aws_autoscaling_group', label], { name: groupName(arn, at) }, at);
    const tag = (attribute: string): Expression => make.reference(`tag.${attribute}`, at);
    const holds = make.call(
      'anytrue',
      [
        {
          kind: 'for',
          itemName: 'tag',
          collection: make.reference(`${address}.tag`, at),
          value: binary(
            '&&',
            binary('==', tag('key'), make.literal(managedTag, at)),
            tag('propagate_at_launch'),
          ),
          at,
        },
      ],
      at,
    );
    const message = `The Auto Scaling group of the pool "${name}" does not carry the tag "${managedTag}" so that its instances get it at launch: NTH leaves them alone. Set it among the group's own tags.`;
    return [group, check(id, holds, message)];
  });
}

export interface Guards {
  readonly checks: ReadonlySet<string>;
  /** Hooks and tags that refuse two pools that are one group. */
  readonly apart: readonly string[];
  /** The authentication mode of a cluster that would not admit the nodes. */
  readonly admission?: string;
}

/** The guards among the blocks of an output. */
export function guardsIn({ intent }: CompileContext, blocks: readonly SourceBlock[]): Guards {
  const mode = intent.cluster.authenticationMode.value;
  const apart = blocks.filter(
    ({ type, body }) =>
      type === 'resource' && body.blocks.some((inner) => inner.type === 'lifecycle'),
  );
  const cluster = blocks.find(({ type, labels }) => [type, ...labels].join('.') === CLUSTER_DATA);
  const conditions = cluster?.body.blocks.flatMap(({ body }) => body.blocks) ?? [];
  return {
    checks: new Set(
      blocks.flatMap(({ type, labels }) => (type === 'check' ? (labels[0] ?? []) : [])),
    ),
    apart: apart.map(({ labels }) => labels.join('.')),
    ...(mode === 'external' || conditions.length < 2 ? {} : { admission: REFUSED[mode] }),
  };
}
