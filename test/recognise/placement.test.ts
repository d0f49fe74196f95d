/** Where the DaemonSet of NTH runs: labels, taints and tolerations of pools against those of the chart. */
import { describe, expect, it } from 'vitest';
import { prove } from './support.js';

const nth = (values: string): string => `
resource "helm_release" "nth" {
  name       = "nth"
  namespace  = "kube-system"
  repository = "oci://public.ecr.aws/aws-ec2/helm"
  chart      = "aws-node-termination-handler"
  version    = "0.27.1"
  values     = [yamlencode({ enableSpotInterruptionDraining = true${values} })]
}
`;

const GROUP = `
resource "aws_launch_template" "w" {
  user_data = base64encode("/etc/eks/bootstrap.sh shop --kubelet-extra-args '--node-labels=team=a,tier=web --register-with-taints=dedicated=batch:NoSchedule'")
  instance_market_options {
    market_type = "spot"
  }
}
resource "aws_autoscaling_group" "w" {
  name = "workers"
  launch_template {
    id = aws_launch_template.w.id
  }
}
`;

describe('the DaemonSet is on the nodes of a group', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['that taints them, as the chart tolerates everything', '', 'nth drain'],
    [
      'but not where it tolerates another taint',
      ', daemonsetTolerations = [{ key = "other", operator = "Exists" }]',
      'gap error',
    ],
    [
      'where it tolerates theirs',
      ', daemonsetTolerations = [{ key = "dedicated", operator = "Equal", value = "batch", effect = "NoSchedule" }]',
      'nth drain',
    ],
    ['whose labels it selects', ', nodeSelector = { team = "a" }', 'nth drain'],
    ['but not where it selects others', ', nodeSelector = { team = "b" }', 'gap error'],
    [
      'whose labels its own selector names',
      ', daemonsetNodeSelector = { tier = "web" }',
      'nth drain',
    ],
    [
      'but not where the selector for all, which goes before its own, names others',
      ', nodeSelector = { team = "b" }, daemonsetNodeSelector = { tier = "web" }',
      'gap error',
    ],
    [
      'but not where it keeps off what has their label',
      ', daemonsetAffinity = { nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution = { nodeSelectorTerms = [{ matchExpressions = [{ key = "team", operator = "DoesNotExist" }] }] } } }',
      'gap error',
    ],
  ];
  for (const [name, values, expected] of cases)
    it(name, async () => {
      const { pools } = await prove(GROUP + nth(values));
      expect(pools.workers?.['spot-interruption']).toBe(expected);
    });

  it('or nobody knows, where the text of their kubelet is not in sight', async () => {
    const main = GROUP.replace(/base64encode\(.*\)/, 'var.user_data')
      .replace(
        'name = "workers"',
        'name = "workers"\n  tag {\n    key = "kubernetes.io/cluster/shop"\n    value = "owned"\n    propagate_at_launch = true\n  }',
      )
      .concat('variable "user_data" {}\n');
    const { pools } = await prove(main + nth(', nodeSelector = { team = "a" }'));
    expect(pools.workers?.['spot-interruption']).toMatch(/^undetermined/);
  });
});
