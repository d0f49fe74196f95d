/**
 * The drop-in module's own tests, run by Terraform: they pass as they are
 * written, and they fail when the wiring that they are about is broken, or one
 * of the conditions that hold the invariant is gone.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stubbedModules } from '../support/terraform/modules.js';
import { type Change, changedFile, compiledFor, type Stack } from '../support/terraform/stacks.js';
import { announceSkip, findTerraform } from '../support/terraform/tools.js';
import { openWorkspace, type Workspace } from '../support/terraform/workspace.js';

const tools = findTerraform();

interface Fault {
  readonly fault: string;
  readonly change: Change;
  /** The run that must fail; the one that asserts the wiring where none is named. */
  readonly run?: string;
  /** What it says, apart from that it failed. */
  readonly says?: RegExp;
}

const RULE = 'aws_cloudwatch_event_rule';
const TARGET = 'aws_cloudwatch_event_target';
const MAIN = 'main.tf.json';
const VARIABLES = 'variables.tf.json';
const at = (...path: readonly string[]): readonly string[] => ['resource', ...path];

/** Faults in the module for two installations of NTH. */
const FAULTS: readonly Fault[] = [
  {
    fault: "an event of Karpenter's goes to NTH's queue",
    change: [MAIN, at(TARGET, 'karpenter_spot_interruption', 'arn'), '${aws_sqs_queue.nth.arn}'],
    says: /owner of spot-interruption is karpenter/,
  },
  {
    fault: 'one installation of NTH reads the queue of the other',
    change: [
      MAIN,
      ['locals', 'nth_values', 'queueURL'],
      '${aws_sqs_queue.nth_spot_scheduled_state_hook.url}',
    ],
    says: /aws-node-termination-handler must read its own queue/,
  },
  {
    fault: 'Karpenter reads a queue of NTH',
    change: [
      MAIN,
      ['locals', 'karpenter_values', 'settings', 'interruptionQueue'],
      '${aws_sqs_queue.nth.name}',
    ],
    says: /Karpenter must read its own queue/,
  },
  {
    fault: 'a rule matches an event of another owner',
    change: [
      MAIN,
      at(RULE, 'nth_asg_termination', 'event_pattern'),
      '${jsonencode({ source = ["aws.ec2"] })}',
    ],
    says: /must match asg-termination and nothing else/,
  },
  {
    fault: 'NTH drains what it does not manage',
    change: [MAIN, ['locals', 'nth_values', 'checkTagBeforeDraining'], false],
    says: /must leave nodes alone/,
  },
  {
    fault: 'two installations of NTH know their nodes by one tag',
    change: [
      MAIN,
      ['locals', 'nth_spot_scheduled_state_hook_values', 'managedTag'],
      'aws-node-termination-handler/managed',
    ],
    says: /must know its nodes by its own tag/,
  },
  {
    fault: 'a rule of another queue may send',
    change: [
      MAIN,
      at('aws_sqs_queue_policy', 'karpenter', 'policy'),
      '${jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Principal = { Service = "events.amazonaws.com" }, Action = "sqs:SendMessage", Resource = "*", Condition = { ArnEquals = { "aws:SourceArn" = [aws_cloudwatch_event_rule.nth_spot_interruption.arn] } } }] })}',
    ],
    says: /The rules of karpenter, and no others/,
  },
  {
    fault: 'nodes have a role that the cluster does not admit',
    change: [
      MAIN,
      at('aws_eks_access_entry', 'karpenter_node', 'principal_arn'),
      '${aws_iam_role.karpenter.arn}',
    ],
    says: /must admit the role of the nodes/,
  },
  {
    fault: 'a group may be given by its name',
    change: [VARIABLES, ['variable', 'batch_autoscaling_group_arn', 'validation']],
    run: 'refuses_batch_autoscaling_group_arn_that_is_a_name',
  },
  {
    fault: 'any name of a cluster is taken',
    change: [VARIABLES, ['variable', 'cluster_name', 'validation']],
    run: 'refuses_empty_cluster_name',
  },
  {
    fault: 'any provider of identities is taken',
    change: [VARIABLES, ['variable', 'oidc_provider_arn', 'validation']],
    run: 'refuses_identity_provider_that_is_a_role',
  },
  {
    fault: 'another version than that of the policy is taken',
    change: [VARIABLES, ['variable', 'cluster_version', 'validation']],
    run: 'refuses_cluster_version_other_than_the_policy_says',
  },
  {
    fault: 'any cluster is taken',
    change: [MAIN, ['data', 'aws_eks_cluster', 'this', 'lifecycle']],
    run: 'refuses_a_cluster_of_another_region',
  },
  {
    fault: 'two pools may be one group',
    change: [MAIN, at('aws_autoscaling_lifecycle_hook', 'nth_queue', 'lifecycle')],
    run: 'refuses_two_pools_that_are_one_group',
  },
  {
    fault: 'nobody looks at the tag of a group',
    change: [
      MAIN,
      ['check', 'managed_tag_of_nth_queue', 'assert'],
      [
        {
          condition: '${length(data.aws_autoscaling_group.nth_queue.tag) >= 0}',
          error_message: 'x',
        },
      ],
    ],
    run: 'warns_of_queue_without_its_tag',
  },
];

const WIRING = 'every_event_reaches_the_queue_of_its_owner';
const TESTS = 'tests/interlock.tftest.hcl';

/** The module with one run of its tests: the others would pass, and take their time. */
function onlyRun(module: Stack, name: string): Stack {
  const parts = (module.files.get(TESTS) ?? '').split(/^(?=run ")/m);
  const kept = parts.filter((part) => !part.startsWith('run ') || part.startsWith(`run "${name}"`));
  if (kept.length !== 2) throw new Error(`there is no run ${name}`);
  return { ...module, files: new Map([...module.files, [TESTS, kept.join('')]]) };
}

if ('missing' in tools) {
  announceSkip('terraform test of the drop-in modules', tools.missing);
  it.skip(`terraform test of the drop-in modules (SKIPPED: ${tools.missing})`, () => {});
} else {
  const modules = await compiledFor('module');
  const broken = modules.find(({ name }) => name === 'two-owners');
  if (broken === undefined) throw new Error('there is no module with two owners');

  describe('terraform test of the module', () => {
    let workspace: Workspace;
    beforeAll(async () => {
      workspace = await openWorkspace({ tools: tools.found, helm: 2, modules: stubbedModules });
    });
    afterAll(() => workspace?.close());

    it.each(modules)('passes: $name', async (module) => {
      const { status, said } = await terraformTest(workspace, module);
      expect(status, said).toBe(0);
      expect(said).toMatch(/[1-9]\d* passed, 0 failed/);
    });

    it.each(FAULTS)('fails where $fault', async ({ change, run = WIRING, says = /./ }) => {
      const module = onlyRun(changedFile(broken, change), run);
      const { status, said } = await terraformTest(workspace, module);
      expect(status, said).toBe(1);
      expect(said).toContain(`run "${run}"... fail`);
      expect(said).toMatch(says);
    });
  });
}

async function terraformTest(workspace: Workspace, { name, files }: Stack) {
  const root = await workspace.root(name, files);
  const init = await root.terraform('init', '-backend=false', '-input=false', '-no-color');
  expect(init, init.stdout + init.stderr).toMatchObject({ status: 0 });
  const { status, stdout, stderr } = await root.terraform('test', '-no-color');
  return { status, said: (stdout + stderr).replace(/\s+/g, ' ') };
}
