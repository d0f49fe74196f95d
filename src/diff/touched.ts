/**
 * Which nodes a change would take down by itself: Karpenter replaces what has
 * drifted, EKS and Auto Scaling roll a new template out, and Terraform makes a
 * group anew for what cannot be changed in place.
 */
import type { PoolStanding } from './standing.js';

export interface Touch {
  readonly pool: string;
  /** What becomes of the nodes, from the worst to the mildest. */
  readonly effect: 'recreated' | 'rolled' | 'drifted' | 'unfit' | 'new-only';
  /** What is changed, without the numbers of list items. */
  readonly because: readonly string[];
  readonly source: string;
}

const EFFECTS = ['recreated', 'rolled', 'drifted', 'unfit', 'new-only'] as const;

interface Row {
  readonly path: RegExp;
  readonly effect: Touch['effect'] | undefined;
  readonly source: string;
}

const KARPENTER = 'kubernetes-sigs/karpenter@v1.14.0 pkg/apis/v1/nodepool.go';
const NODE_CLASS = 'aws/karpenter-provider-aws@v1.14.1 pkg/apis/v1/ec2nodeclass.go';
const NODE_GROUP = 'hashicorp/terraform-provider-aws@v5.100.0 internal/service/eks/node_group.go';
const GROUP = 'hashicorp/terraform-provider-aws@v5.100.0 internal/service/autoscaling/group.go';

/** The first row that fits a path says what its change does; a path that none fits touches no node. */
const ROWS: readonly Row[] = [
  // The hash of a NodePool is that of its template, of which requirements are left out and looked at one by one.
  { path: /^NodePool spec\.template\.spec\.requirements/, effect: 'unfit', source: KARPENTER },
  { path: /^NodePool spec\.template\./, effect: 'drifted', source: KARPENTER },
  // What selectors and amiFamily find is compared with what each node has.
  { path: /^EC2NodeClass spec\.\w+SelectorTerms/, effect: 'unfit', source: NODE_CLASS },
  {
    path: /^EC2NodeClass spec\.(?:ipPrefixCount$|amiFamily$)/,
    effect: 'unfit',
    source: NODE_CLASS,
  },
  { path: /^EC2NodeClass spec\./, effect: 'drifted', source: NODE_CLASS },
  {
    path: /^aws_eks_node_group\.(?:ami_type|capacity_type|cluster_name|disk_size|instance_types|node_group_name|node_group_name_prefix|node_role_arn|remote_access|subnet_ids)\b/,
    effect: 'recreated',
    source: NODE_GROUP,
  },
  {
    path: /^aws_eks_node_group\.launch_template(?:\[0\])?\.(?:id|name)$/,
    effect: 'recreated',
    source: NODE_GROUP,
  },
  {
    path: /^aws_eks_node_group\.(?:version|release_version|launch_template)\b/,
    effect: 'rolled',
    source: NODE_GROUP,
  },
  { path: /^aws_autoscaling_group\.(?:name|name_prefix)$/, effect: 'recreated', source: GROUP },
  {
    path: /^aws_autoscaling_group\.(?:launch_template|launch_configuration|mixed_instances_policy)\b/,
    effect: 'new-only',
    source: GROUP,
  },
  {
    path: /^aws_launch_template\.(?:id|name|latest_version|tags)\b/,
    effect: undefined,
    source: GROUP,
  },
  { path: /^aws_launch_template\./, effect: 'new-only', source: GROUP },
];

/** What happens to the nodes of a pool that both configurations have; undefined where nothing does. */
export function touchOf(before: PoolStanding, after: PoolStanding): Touch | undefined {
  const changed = [...new Set([...before.nodes.keys(), ...after.nodes.keys()])].filter(
    (path) => before.nodes.get(path)?.text !== after.nodes.get(path)?.text,
  );
  const touches = changed.flatMap((path) => {
    const row = ROWS.find((one) => one.path.test(path));
    return row?.effect === undefined
      ? []
      : [{ path, effect: effectIn(row.effect, before, after), source: row.source }];
  });
  const [worst] = [...touches].sort((a, b) => rank(a.effect) - rank(b.effect));
  if (worst === undefined) return undefined;
  const because = touches.filter(({ effect }) => effect === worst.effect);
  return {
    pool: after.id,
    effect: worst.effect,
    because: [...new Set(because.map(({ path }) => withoutItems(path)))],
    source: worst.source,
  };
}

const rank = (effect: Touch['effect']): number => EFFECTS.indexOf(effect);

/** EKS rolls a new version of a template out; a group of its own waits for the next launch, unless it refreshes. */
function effectIn(
  effect: Touch['effect'],
  before: PoolStanding,
  after: PoolStanding,
): Touch['effect'] {
  if (effect !== 'new-only') return effect;
  if (after.kind === 'ManagedNodeGroup') return 'rolled';
  return before.refreshes || after.refreshes ? 'rolled' : effect;
}

/** `NodePool spec.template.spec.requirements` for a change of any of them. */
const withoutItems = (path: string): string => path.replace(/\[\d+\].*$/, '');
