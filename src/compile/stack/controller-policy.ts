/**
 * What Karpenter's controller may do: the actions that upstream grants at the
 * chart's version, each bound to this cluster by the tags that Karpenter sets
 * (aws/karpenter-provider-aws@v1.14.1 getting-started cloudformation.yaml).
 */
import { dnsSuffixOf, partitionOf } from '../../facts/partitions.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { CompileContext } from '../context.js';
import { allow, type Conditions, type Statement } from '../parts/iam.js';
import { CLUSTER_DATA } from '../root.js';

type Test = readonly [key: Expression, value: Expression];

/** Kinds of EC2 resources that a launch creates, and that Karpenter tags while it does. */
const CREATED = [
  'fleet',
  'instance',
  'volume',
  'network-interface',
  'launch-template',
  'spot-instances-request',
];
/** Kinds that a launch only uses. */
const USED = ['security-group', 'subnet', 'capacity-reservation', 'placement-group'];

const INSTANCE_PROFILES = [
  'iam:AddRoleToInstanceProfile',
  'iam:RemoveRoleFromInstanceProfile',
  'iam:DeleteInstanceProfile',
];

export function controllerStatements(
  context: CompileContext,
  queued: boolean,
): readonly Expression[] {
  const granted = new Set(context.facts.karpenter.iamActions(context.intent.karpenter.chart.value));
  const known = [
    ...launching(context),
    ...instanceProfiles(context),
    ...reading(context),
    ...(queued ? [queueing(context)] : []),
  ];
  const placed = new Set(known.flatMap(({ actions }) => actions));
  // What a later chart reads and this table does not place: reads name no resource, or any.
  const further = [...granted].filter(
    (action) =>
      !placed.has(action) && /:(Get|List|Describe)/.test(action) && !action.startsWith('sqs:'),
  );
  const statements: readonly Statement[] =
    further.length === 0
      ? known
      : [
          ...known,
          { sid: 'ReadFurther', actions: further.sort(), resources: make.literal('*', context.at) },
        ];
  return statements.flatMap((statement) => {
    const actions = statement.actions.filter((action) => granted.has(action));
    return actions.length === 0 ? [] : [allow({ ...statement, actions }, context.at)];
  });
}

function launching(context: CompileContext): readonly Statement[] {
  const { at } = context;
  const ec2 = (kind: string): string => ec2Arn(context, kind, '*');
  const created = make.fromData(CREATED.map(ec2), at);
  const anyNodePool: Test = [
    make.literal('aws:RequestTag/karpenter.sh/nodepool', at),
    make.literal('*', at),
  ];
  const requested: readonly Test[] = [owned(context, 'RequestTag'), named(context)];
  return [
    {
      sid: 'UseForLaunch',
      actions: ['ec2:RunInstances', 'ec2:CreateFleet'],
      resources: make.fromData(
        [ec2Arn(context, 'image', ''), ec2Arn(context, 'snapshot', ''), ...USED.map(ec2)],
        at,
      ),
    },
    {
      sid: 'UseOwnLaunchTemplates',
      actions: ['ec2:RunInstances', 'ec2:CreateFleet'],
      resources: make.literal(ec2('launch-template'), at),
      conditions: ownNodes(context),
    },
    {
      sid: 'LaunchTagged',
      actions: ['ec2:RunInstances', 'ec2:CreateFleet', 'ec2:CreateLaunchTemplate'],
      resources: created,
      conditions: [
        ['StringEquals', requested],
        ['StringLike', [anyNodePool]],
      ],
    },
    {
      sid: 'TagAtLaunch',
      actions: ['ec2:CreateTags'],
      resources: created,
      conditions: [
        [
          'StringEquals',
          [
            ...requested,
            [
              make.literal('ec2:CreateAction', at),
              make.fromData(['RunInstances', 'CreateFleet', 'CreateLaunchTemplate'], at),
            ],
          ],
        ],
        ['StringLike', [anyNodePool]],
      ],
    },
    {
      sid: 'TagOwnInstances',
      actions: ['ec2:CreateTags'],
      resources: make.literal(ec2('instance'), at),
      conditions: [
        ...ownNodes(context),
        ['StringEqualsIfExists', [named(context)]],
        [
          'ForAllValues:StringEquals',
          [
            [
              make.literal('aws:TagKeys', at),
              make.fromData(['eks:eks-cluster-name', 'karpenter.sh/nodeclaim', 'Name'], at),
            ],
          ],
        ],
      ],
    },
    {
      sid: 'DeleteOwn',
      actions: ['ec2:TerminateInstances', 'ec2:DeleteLaunchTemplate'],
      resources: make.fromData([ec2('instance'), ec2('launch-template')], at),
      conditions: ownNodes(context),
    },
  ];
}

function instanceProfiles(context: CompileContext): readonly Statement[] {
  const { intent, at } = context;
  const region = intent.cluster.region.value;
  const profiles = make.template(
    [`arn:${partitionOf(region)}:iam::`, accountId(context), ':instance-profile/*'],
    at,
  );
  const inRegion = (tag: TagKind): Test => [
    make.literal(`aws:${tag}/topology.kubernetes.io/region`, at),
    make.literal(region, at),
  ];
  const ofNodeClass = (tag: TagKind): Test => [
    make.literal(`aws:${tag}/karpenter.k8s.aws/ec2nodeclass`, at),
    make.literal('*', at),
  ];
  const existing: readonly Test[] = [owned(context, 'ResourceTag'), inRegion('ResourceTag')];
  const requested: readonly Test[] = [
    owned(context, 'RequestTag'),
    named(context),
    inRegion('RequestTag'),
  ];
  return [
    {
      sid: 'PassNodeRole',
      actions: ['iam:PassRole'],
      resources: make.reference('aws_iam_role.karpenter_node.arn', at),
      conditions: [
        [
          'StringEquals',
          [
            [
              make.literal('iam:PassedToService', at),
              make.fromData([...new Set(['ec2.amazonaws.com', `ec2.${dnsSuffixOf(region)}`])], at),
            ],
          ],
        ],
      ],
    },
    {
      sid: 'CreateInstanceProfiles',
      actions: ['iam:CreateInstanceProfile'],
      resources: profiles,
      conditions: [
        ['StringEquals', requested],
        ['StringLike', [ofNodeClass('RequestTag')]],
      ],
    },
    {
      sid: 'TagInstanceProfiles',
      actions: ['iam:TagInstanceProfile'],
      resources: profiles,
      conditions: [
        ['StringEquals', [...existing, ...requested]],
        ['StringLike', [ofNodeClass('ResourceTag'), ofNodeClass('RequestTag')]],
      ],
    },
    {
      sid: 'ChangeInstanceProfiles',
      actions: INSTANCE_PROFILES,
      resources: profiles,
      conditions: [
        ['StringEquals', existing],
        ['StringLike', [ofNodeClass('ResourceTag')]],
      ],
    },
    { sid: 'ReadInstanceProfiles', actions: ['iam:GetInstanceProfile'], resources: profiles },
    {
      sid: 'ListInstanceProfiles',
      actions: ['iam:ListInstanceProfiles'],
      resources: make.literal('*', at),
    },
  ];
}

function reading(context: CompileContext): readonly Statement[] {
  const { intent, facts, at } = context;
  const region = intent.cluster.region.value;
  const cluster = make.reference(`${CLUSTER_DATA}.arn`, at);
  const everything = make.literal('*', at);
  const describes = facts.karpenter
    .iamActions(intent.karpenter.chart.value)
    .filter((action) => action.startsWith('ec2:Describe'));
  return [
    {
      sid: 'ReadRegion',
      actions: describes,
      resources: everything,
      conditions: [
        ['StringEquals', [[make.literal('aws:RequestedRegion', at), make.literal(region, at)]]],
      ],
    },
    {
      sid: 'ReadImageParameters',
      actions: ['ssm:GetParameter'],
      resources: make.literal(
        `arn:${partitionOf(region)}:ssm:${region}::parameter/aws/service/*`,
        at,
      ),
    },
    { sid: 'ReadPrices', actions: ['pricing:GetProducts'], resources: everything },
    { sid: 'ReadCluster', actions: ['eks:DescribeCluster'], resources: cluster },
    {
      sid: 'ReadZonalShift',
      actions: ['arc-zonal-shift:GetManagedResource'],
      resources: everything,
      conditions: [
        ['StringEquals', [[make.literal('arc-zonal-shift:ResourceIdentifier', at), cluster]]],
      ],
    },
  ];
}

const queueing = ({ at }: CompileContext): Statement => ({
  sid: 'PollQueue',
  actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:ReceiveMessage'],
  resources: make.reference('aws_sqs_queue.karpenter.arn', at),
});

type TagKind = 'RequestTag' | 'ResourceTag';

/** `…/kubernetes.io/cluster/<name>` is `owned`. */
const owned = ({ clusterName, at }: CompileContext, tag: TagKind): Test => [
  make.template([`aws:${tag}/kubernetes.io/cluster/`, clusterName], at),
  make.literal('owned', at),
];

const named = ({ clusterName, at }: CompileContext): Test => [
  make.literal('aws:RequestTag/eks:eks-cluster-name', at),
  clusterName,
];

const ownNodes = (context: CompileContext): Conditions => [
  ['StringEquals', [owned(context, 'ResourceTag')]],
  [
    'StringLike',
    [
      [
        make.literal('aws:ResourceTag/karpenter.sh/nodepool', context.at),
        make.literal('*', context.at),
      ],
    ],
  ],
];

function ec2Arn({ intent }: CompileContext, kind: string, account: string): string {
  const region = intent.cluster.region.value;
  return `arn:${partitionOf(region)}:ec2:${region}:${account}:${kind}/*`;
}

/** The account is the fifth part of the cluster's own ARN. */
const accountId = ({ at }: CompileContext): Expression =>
  make.index(
    make.call('split', [make.literal(':', at), make.reference(`${CLUSTER_DATA}.arn`, at)], at),
    4,
    at,
  );
