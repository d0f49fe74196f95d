/** Near cases of the rules on drains and their time. */
import { karpenter, nth, nthRoot, root, rule } from './blocks.js';
import type { Files, RuleCases } from './case.js';

const nodePool = (
  spec = '',
  requirement = '[spot]',
  name = 'burst',
): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
${spec}      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: ${requirement} }
`;
const NEVER = '      expireAfter: Never\n';
const deployment = (pod: string, name = 'web', meta = ''): string => `---
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec:
  replicas: 3
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} }${meta} }
    spec:
      ${pod}
      containers: [{ name: a, image: a }]
`;
const budget = (amount: string, name = 'web', of = 'web'): string => `---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: ${name}, namespace: shop }
spec: { ${amount}, selector: { matchLabels: { app: ${of} } } }
`;
const KEPT = ', annotations: { karpenter.sh/do-not-disrupt: "true" }';
const grace = (seconds: number): string => `terminationGracePeriodSeconds: ${seconds}`;
const DATA = 'volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]';
const CLAIM = `---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec: { accessModes: [ReadWriteOnce], storageClassName: gp3, resources: { requests: { storage: 1Gi } } }
`;
const given = (manifests: string, main = root()): Files => ({
  files: { 'main.tf': main, 'pool.yaml': manifests },
});
const GROUP = `resource "aws_autoscaling_group" "batch" {
  name     = "batch"
  max_size = 3
  min_size = 1
  mixed_instances_policy {
    instances_distribution {
      on_demand_base_capacity                  = 0
      on_demand_percentage_above_base_capacity = 0
    }
    launch_template {
      launch_template_specification {
        launch_template_id = "lt-1"
      }
    }
  }
  initial_lifecycle_hook {
    name                 = "drain"
    lifecycle_transition = "autoscaling:EC2_INSTANCE_TERMINATING"
    heartbeat_timeout    = 60
  }
  tag {
    key                 = "kubernetes.io/cluster/fleet"
    value               = "owned"
    propagate_at_launch = true
  }
  tag {
    key                 = "aws-node-termination-handler/managed"
    value               = "true"
    propagate_at_launch = true
  }
}
`;
const QUEUE = 'enableSqsTerminationDraining = true, queueURL = aws_sqs_queue.nth.url';
const ALL =
  '["AWS Health Event", "EC2 Spot Instance Interruption Warning", "EC2 Instance-terminate Lifecycle Action"]';
const RULE = `resource "aws_cloudwatch_event_rule" "nth" {
  event_pattern = jsonencode({ source = ["aws.ec2", "aws.health", "aws.autoscaling"], "detail-type" = ${ALL} })
}
`;
const nthWith = (values: string): string =>
  nthRoot({
    rule: RULE,
    handler: nth({ values: values === '' ? QUEUE : `${QUEUE}, ${values}` }),
    group: GROUP,
  });

export const TIMING: readonly RuleCases[] = [
  {
    rule: 'grace-exceeds-notice',
    fails: {
      'a second more than the notice leaves': given(nodePool(NEVER) + deployment(grace(116))),
      'on two pools, one of which leaves it less': given(
        `${nodePool(NEVER)}---\n${nodePool(NEVER, '[spot]', 'steady')}${deployment(grace(300))}`,
      ),
      'a window and a grace of NTH that are longer': nthWith(
        'nodeTerminationGracePeriod = 180, podTerminationGracePeriod = 120',
      ),
    },
    passes: {
      'as much as it leaves': given(nodePool(NEVER) + deployment(grace(115))),
      'a workload on other capacity': given(
        nodePool(NEVER, '[on-demand]') + deployment(grace(300)),
      ),
      'a workload that keeps off Spot': given(
        nodePool(NEVER, '[spot, on-demand]') +
          deployment(
            `${grace(300)}\n      nodeSelector: { karpenter.sh/capacity-type: on-demand }`,
          ),
      ),
      'a grace that NTH replaces': {
        files: {
          'main.tf': nthWith('podTerminationGracePeriod = 60'),
          'web.yaml': deployment(grace(300)).slice(4),
        },
      },
    },
  },
  {
    rule: 'grace-exceeds-node-deadline',
    fails: {
      'a second more than the NodePool gives': given(
        nodePool(`${NEVER}      terminationGracePeriod: 60s\n`, '[on-demand]') +
          deployment(grace(61)),
      ),
      'a second more than the window of NTH': {
        files: {
          'main.tf': nthWith('nodeTerminationGracePeriod = 50').replace('= 60', '= 600'),
          'web.yaml': deployment(grace(51)).slice(4),
        },
      },
    },
    passes: {
      'as much as the NodePool gives': given(
        nodePool(`${NEVER}      terminationGracePeriod: 60s\n`, '[on-demand]') +
          deployment(grace(60)),
      ),
      'a window that cuts a Spot notice alone': {
        files: {
          'main.tf': nthWith('nodeTerminationGracePeriod = 50').replace(RULE, rule('nth')),
          'web.yaml': deployment(grace(51)).slice(4),
        },
      },
      'a NodePool without a deadline': given(
        nodePool(NEVER, '[on-demand]') + deployment(grace(600)),
      ),
      'as much as the window of NTH': {
        files: {
          'main.tf': nthWith('nodeTerminationGracePeriod = 50').replace('= 60', '= 600'),
          'web.yaml': deployment(grace(50)).slice(4),
        },
      },
    },
  },
  {
    rule: 'short-lifecycle-hook',
    fails: {
      'a window that is longer': nthWith('nodeTerminationGracePeriod = 61'),
      'a grace that is longer, of two workloads': {
        files: {
          'main.tf': nthWith(''),
          'web.yaml': deployment(grace(61)).slice(4) + deployment(grace(90), 'api'),
        },
      },
    },
    passes: {
      'a window that is as long': nthWith('nodeTerminationGracePeriod = 60'),
      heartbeats: nthWith('nodeTerminationGracePeriod = 61, heartbeatInterval = 30'),
    },
  },
  {
    rule: 'blocking-do-not-disrupt',
    fails: {
      'two workloads on a Spot pool, each once': given(
        `${nodePool(NEVER)}---\n${nodePool(NEVER, '[spot]', 'steady')}${deployment(grace(30), 'web', KEPT)}${deployment(grace(30), 'api', KEPT)}`,
      ),
    },
    passes: {
      'an older Karpenter, which evicts it': given(
        nodePool(NEVER) + deployment(grace(30), 'web', KEPT),
        root({ handler: karpenter({ version: '0.37.8' }) }),
      ),
      'on-demand capacity': given(
        nodePool(NEVER, '[on-demand]') + deployment(grace(30), 'web', KEPT),
      ),
      'a workload that keeps off Spot': given(
        nodePool(NEVER, '[spot, on-demand]') +
          deployment('nodeSelector: { karpenter.sh/capacity-type: on-demand }', 'web', KEPT),
      ),
      'a budget, which is another fault': given(
        nodePool(NEVER) + deployment(grace(30)) + budget('maxUnavailable: 0'),
      ),
    },
  },
  {
    rule: 'blocking-pdb',
    fails: {
      'nothing may be unavailable': given(
        nodePool(NEVER) + deployment(grace(30)) + budget('maxUnavailable: 0'),
      ),
      'as many as there are have to be there': given(
        nodePool(NEVER) + deployment(grace(30)) + budget('minAvailable: 3'),
      ),
      'all, of no workload in sight': given(nodePool(NEVER) + budget('minAvailable: 100%')),
      'a share that is rounded up': given(
        nodePool(NEVER) + deployment(grace(30)) + budget('minAvailable: 67%'),
      ),
      'two budgets': given(
        nodePool(NEVER) +
          deployment(grace(30)) +
          budget('maxUnavailable: 1') +
          budget('maxUnavailable: 2', 'more'),
      ),
    },
    passes: {
      'one may go': given(nodePool(NEVER) + deployment(grace(30)) + budget('minAvailable: 2')),
      'two budgets of two workloads': given(
        nodePool(NEVER) +
          deployment(grace(30)) +
          deployment(grace(30), 'api') +
          budget('maxUnavailable: 1') +
          budget('maxUnavailable: 1', 'api', 'api'),
      ),
    },
  },
  {
    rule: 'slow-volume-detach',
    fails: {
      'a grace that leaves no time': given(
        nodePool(NEVER) + deployment(`${grace(100)}\n      ${DATA}`) + CLAIM,
      ),
      'NTH without its taint': {
        files: { 'main.tf': nthWith(''), 'web.yaml': deployment(DATA).slice(4) + CLAIM },
      },
    },
    passes: {
      'time enough': given(nodePool(NEVER) + deployment(`${grace(30)}\n      ${DATA}`) + CLAIM),
      'on-demand capacity': given(
        nodePool(NEVER, '[on-demand]') + deployment(`${grace(100)}\n      ${DATA}`) + CLAIM,
      ),
      'NTH with its taint': {
        files: {
          'main.tf': nthWith('enableOutOfServiceTaint = true'),
          'web.yaml': deployment(DATA).slice(4) + CLAIM,
        },
      },
    },
  },
  {
    rule: 'unbounded-expiry',
    fails: {
      'a life that is written': given(nodePool('      expireAfter: 336h\n')),
      'the default, where a pod cannot be moved': given(
        nodePool() + deployment(grace(30)) + budget('maxUnavailable: 0'),
      ),
      'a life of minutes, where a pod is kept': given(
        nodePool('      expireAfter: 90m\n') + deployment(grace(30), 'web', KEPT),
      ),
      'a life of seconds': given(nodePool('      expireAfter: 3601s\n')),
    },
    passes: {
      'the default alone': given(nodePool()),
      'no end': given(nodePool(NEVER)),
      'a bound': given(nodePool('      expireAfter: 336h\n      terminationGracePeriod: 1h\n')),
    },
  },
  {
    rule: 'narrow-spot-pool',
    fails: {
      'four types': given(
        `${nodePool(NEVER)}        - { key: node.kubernetes.io/instance-type, operator: In, values: [m5.large, m5a.large, m6i.large, m6a.large] }\n`,
      ),
      'one type, beside on-demand': given(
        `${nodePool(NEVER, '[spot, on-demand]')}        - { key: node.kubernetes.io/instance-type, operator: In, values: [m5.large] }\n`,
      ),
    },
    passes: {
      'five types': given(
        `${nodePool(NEVER)}        - { key: node.kubernetes.io/instance-type, operator: In, values: [a.a, b.b, c.c, d.d, e.e] }\n`,
      ),
    },
  },
  {
    rule: 'ineffective-budget',
    fails: {
      'two, of which one alone counts': given(
        `${nodePool(NEVER)}  disruption: { consolidationPolicy: WhenEmpty, consolidateAfter: 5m, budgets: [{ nodes: "10%" }, { nodes: "20%", schedule: "0 9 * * *", duration: 8h }] }\n`,
      ),
    },
    passes: {
      'a tighter one for some hours': given(
        `${nodePool(NEVER)}  disruption: { consolidationPolicy: WhenEmpty, consolidateAfter: 5m, budgets: [{ nodes: "20%" }, { nodes: "10%", schedule: "0 9 * * *", duration: 8h }] }\n`,
      ),
    },
  },
  {
    rule: 'dead-annotation',
    fails: {
      'an older word for a newer Karpenter': given(
        nodePool(NEVER) +
          deployment(grace(30), 'web', ', annotations: { karpenter.sh/do-not-evict: "true" }'),
      ),
      'a duration for an older one': given(
        nodePool(NEVER) +
          deployment(grace(30), 'web', ', annotations: { karpenter.sh/do-not-disrupt: "30m" }'),
      ),
    },
    passes: {
      'the word of the release': given(nodePool(NEVER) + deployment(grace(30), 'web', KEPT)),
      'releases of which some read it': given(
        nodePool(NEVER) +
          deployment(grace(30), 'web', ', annotations: { karpenter.sh/do-not-evict: "true" }'),
        root({ handler: karpenter({ version: '>= 0.37.0, < 1.1.0' }) }),
      ),
      'no Karpenter in sight': {
        files: {
          'web.yaml': deployment(
            grace(30),
            'web',
            ', annotations: { karpenter.sh/do-not-evict: "true" }',
          ).slice(4),
        },
      },
    },
  },
  {
    rule: 'unschedulable-workload',
    fails: {
      'a label with a slip': given(
        `${nodePool(NEVER).replace('  template:\n', '  template:\n    metadata: { labels: { team: payments } }\n')}${deployment('nodeSelector: { team: paymentz }')}`,
      ),
      'a label of four letters with one slip': given(
        `${nodePool(NEVER).replace('  template:\n', '  template:\n    metadata: { labels: { team: shop } }\n')}${deployment('nodeSelector: { team: shup }')}`,
      ),
      'a key with a slip': given(
        `${nodePool(NEVER).replace('  template:\n', '  template:\n    metadata: { labels: { team: shop } }\n')}${deployment('nodeSelector: { taem: shop, tean: shop }')}`,
      ),
      'a taint that is not tolerated': given(
        `${nodePool(`${NEVER}      taints: [{ key: gpu, value: "true", effect: NoSchedule }, { key: big, effect: NoSchedule }]\n`).replace('  template:\n', '  template:\n    metadata: { labels: { team: shop } }\n')}${deployment('nodeSelector: { team: shop }')}${deployment('nodeSelector: { team: shop }\n      tolerations: [{ key: gpu, operator: Exists }]', 'api')}`,
      ),
      'a label like none': given(
        `${nodePool(NEVER).replace('  template:\n', '  template:\n    metadata: { labels: { team: payments } }\n')}${deployment('nodeSelector: { team: orders }')}`,
      ),
    },
    passes: {
      'its label': given(
        `${nodePool(NEVER).replace('  template:\n', '  template:\n    metadata: { labels: { team: payments } }\n')}${deployment('nodeSelector: { team: payments }')}`,
      ),
      'a label of nodes out of sight': given(
        nodePool(NEVER) + deployment('nodeSelector: { disk: ssd }'),
      ),
    },
  },
];
