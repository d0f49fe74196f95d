/** Auto Scaling groups as pools: which of them are nodes, what they launch, what their instances carry. */
import { describe, expect, it } from 'vitest';
import { blockIn, type Edit, edited, on, prove, RAW, spot } from './support.js';

const TAGS = / {2}tag \{\n {4}key += {1,2}"kubernetes[\s\S]*?\n {2}\}\n/;
const USER_DATA = /user_data +=.*\n/;
const MARKET = / {2}instance_market_options \{\n.*\n {2}\}\n/;
const OWN_TAG = / {2}tag \{\n {4}key += {1,2}"aws-node-termination[\s\S]*?\n {2}\}\n/;

describe('a group is a pool', () => {
  const cases: readonly (readonly [string, readonly Edit[], readonly string[]])[] = [
    ['whose instances are tagged for a cluster', [[USER_DATA, '']], ['shop-workers']],
    [
      'whose tags are made of a name that is not known',
      [
        [
          TAGS,
          `  dynamic "tag" {
    for_each = merge({ "kubernetes.io/cluster/\${basename(path.cwd)}" = "owned" }, {})
    content {
      key                 = tag.key
      value               = tag.value
      propagate_at_launch = true
    }
  }
`,
        ],
        [USER_DATA, ''],
        [/resource "aws_autoscaling_lifecycle_hook"[\s\S]*?\n\}\n/, ''],
      ],
      ['shop-workers'],
    ],
    ['whose instances run the bootstrap of EKS', [[TAGS, '']], ['shop-workers']],
    [
      'on which somebody puts the hook of NTH',
      [
        [TAGS, ''],
        [USER_DATA, ''],
      ],
      ['shop-workers'],
    ],
    [
      'but not where it has none of that',
      [
        [TAGS, ''],
        [USER_DATA, ''],
        [/resource "aws_autoscaling_lifecycle_hook"[\s\S]*?\n\}\n/, ''],
      ],
      [],
    ],
  ];
  for (const [name, edits, pools] of cases)
    it(name, async () => {
      const found = await prove(edited(RAW, ...edits));
      expect(Object.keys(found.pools)).toEqual(pools);
    });
});

describe('a group launches', () => {
  const mixed = (distribution: string): Edit => [
    / {2}launch_template \{\n {4}id[\s\S]*?\n {2}\}\n/,
    `  mixed_instances_policy {
    launch_template {
      launch_template_specification {
        launch_template_id = aws_launch_template.workers.id
      }
    }
    ${distribution}
  }
`,
  ];
  const cases: readonly (readonly [string, readonly Edit[], readonly string[]])[] = [
    ['Spot capacity by the market of its template', [], ['spot']],
    ['on-demand capacity where its template names no market', [[MARKET, '']], ['on-demand']],
    ['on-demand capacity where its policy says nothing', [mixed('')], ['on-demand']],
    [
      'both by the share of its policy',
      [mixed('instances_distribution {\n on_demand_percentage_above_base_capacity = 20\n }')],
      ['spot', 'on-demand'],
    ],
    [
      'both where only its base is on-demand',
      [
        mixed(
          'instances_distribution {\n on_demand_base_capacity = 1\n on_demand_percentage_above_base_capacity = 0\n }',
        ),
      ],
      ['spot', 'on-demand'],
    ],
    [
      'Spot capacity for a price of its launch configuration',
      [
        [
          / {2}launch_template \{\n {4}id[\s\S]*?\n {2}\}\n/,
          '  launch_configuration = aws_launch_configuration.w.name\n',
        ],
        [
          /$/,
          'resource "aws_launch_configuration" "w" {\n  name_prefix = "w"\n  spot_price = "0.1"\n  user_data = "/etc/eks/bootstrap.sh shop"\n}\n',
        ],
      ],
      ['spot'],
    ],
  ];
  for (const [name, edits, capacity] of cases)
    it(name, async () => {
      expect((await prove(edited(RAW, ...edits))).capacity['shop-workers']).toEqual(capacity);
    });
});

describe('NTH has its events by a tag', () => {
  const cases: readonly (readonly [string, readonly Edit[], string])[] = [
    ['of the group that reaches instances', [], 'nth drain'],
    [
      'not one that stays on the group',
      [
        [
          /(key += {1,2}"aws-node-termination-handler\/managed"[\s\S]*?propagate_at_launch = )true/,
          '$1false',
        ],
      ],
      'gap error',
    ],
    [
      'of the template for instances',
      [
        [OWN_TAG, ''],
        [
          MARKET,
          '$&  tag_specifications {\n    resource_type = "instance"\n    tags = { "aws-node-termination-handler/managed" = "" }\n  }\n',
        ],
      ],
      'nth drain',
    ],
    [
      'not of the template for volumes',
      [
        [OWN_TAG, ''],
        [
          MARKET,
          '$&  tag_specifications {\n    resource_type = "volume"\n    tags = { "aws-node-termination-handler/managed" = "" }\n  }\n',
        ],
      ],
      'gap error',
    ],
    [
      'of a dynamic block over a map',
      [
        [
          OWN_TAG,
          '  dynamic "tag" {\n    for_each = { "aws-node-termination-handler/managed" = "true" }\n    content {\n      key = tag.key\n      value = tag.value\n      propagate_at_launch = true\n    }\n  }\n',
        ],
      ],
      'nth drain',
    ],
    [
      'whatever it is called, where the chart is told so',
      [
        [/aws-node-termination-handler\/managed/, 'drain-me'],
        [
          'enableSqsTerminationDraining = true',
          'enableSqsTerminationDraining = true\n    managedTag = "drain-me"',
        ],
      ],
      'nth drain',
    ],
    [
      'unless the chart is told not to look',
      [
        [OWN_TAG, ''],
        [
          'enableSqsTerminationDraining = true',
          'enableSqsTerminationDraining = true\n    checkTagBeforeDraining = false',
        ],
      ],
      'nth drain',
    ],
  ];
  for (const [name, edits, expected] of cases)
    it(name, async () => {
      expect(await spot(edited(RAW, ...edits))).toBe(expected);
    });
});

describe('terminations of the group', () => {
  const HOOK = blockIn(RAW, 'resource "aws_autoscaling_lifecycle_hook"');
  const initial = (transition: string): Edit => [
    / {2}tag \{/,
    `  initial_lifecycle_hook {
    name                 = "own"
    lifecycle_transition = "${transition}"
  }
  tag {`,
  ];
  const cases: readonly (readonly [string, readonly Edit[], string])[] = [
    ['wait for NTH by a hook of their own', [], 'nth drain'],
    [
      'wait by a hook that the group brings',
      [[HOOK, ''], initial('autoscaling:EC2_INSTANCE_TERMINATING')],
      'nth drain',
    ],
    [
      'do not wait by a hook for launches',
      [[HOOK, ''], initial('autoscaling:EC2_INSTANCE_LAUNCHING')],
      'gap warning',
    ],
    ['do not wait without one', [[HOOK, '']], 'gap warning'],
    [
      'do not wait by the hook of another group',
      [['aws_autoscaling_group.workers.name\n', '"other"\n']],
      'gap warning',
    ],
    [
      'wait by a hook that names the group by its text',
      [['aws_autoscaling_group.workers.name\n', '"shop-workers"\n']],
      'nth drain',
    ],
  ];
  for (const [name, edits, expected] of cases)
    it(name, async () => {
      const { pools } = await prove(edited(RAW, ...edits));
      expect(pools['shop-workers']?.['asg-termination']).toBe(expected);
    });
});

describe('rebalance recommendations', () => {
  it('are answered by the group itself where it rebalances capacity, beside NTH', async () => {
    const main = edited(RAW, [
      'min_size           = 1',
      'min_size = 1\n  capacity_rebalance = true',
    ]);
    expect(await on('rebalance-recommendation', main)).toBe('conflict asg terminate, nth drain');
  });
});

describe('a group that lives elsewhere', () => {
  const main = edited(
    RAW,
    [/resource "aws_launch_template"[\s\S]*?\n\}\n/, ''],
    [/resource "aws_autoscaling_group"[\s\S]*?\n\}\n/, ''],
    ['aws_autoscaling_group.workers.name\n', 'var.group\n'],
    [/$/, 'variable "group" {}\n'],
  );

  it('is supposed where hooks are put on it', async () => {
    const { presence } = await prove(main);
    expect(presence).toEqual({ 'var.group': 'supposed' });
  });

  it('and what it launches is not known', async () => {
    expect(await spot(main)).toMatch(/^undetermined/);
  });
});
