/**
 * Text of a policy is text to Terraform: thousands of hostile strings, through
 * every free text of the policy, come back from `terraform console` as they were
 * written, from roots and from the module, the values of charts included.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostilePolicy } from '../support/hostile.js';
import { stubbedModules } from '../support/terraform/modules.js';
import { compiledText } from '../support/terraform/stacks.js';
import { announceSkip, findTerraform } from '../support/terraform/tools.js';
import { openWorkspace, type Root, type Workspace } from '../support/terraform/workspace.js';

const tools = findTerraform();
const SEEDS = [20261130, 7, 3141592653];
const STRINGS = 2500;

if ('missing' in tools) {
  announceSkip('hostile strings in terraform console', tools.missing);
  it.skip(`strings stay strings (SKIPPED: ${tools.missing})`, () => {});
} else {
  describe('hostile strings in terraform console', () => {
    let workspace: Workspace;
    beforeAll(async () => {
      workspace = await openWorkspace({ tools: tools.found, helm: 2, modules: stubbedModules });
    });
    afterAll(() => workspace?.close());

    it.each(
      (['addons', 'stack', 'module'] as const).flatMap((target, i) => [
        [target, SEEDS[i] ?? 0] as const,
      ]),
    )('come back from target %s, seed %i', async (target, seed) => {
      const { text, expected } = hostilePolicy(STRINGS, seed, true);
      const { files, variables } = await compiledText(text, target);
      const root = await workspace.root(`hostile-${target}`, files);
      const init = await root.terraform('init', '-backend=false', '-input=false', '-no-color');
      expect(init.status, init.stdout + init.stderr).toBe(0);
      const { objects, karpenter, nth, inputs } = await read(root, variables, target === 'addons');
      expect(objects[0]?.spec).toMatchObject(expected.nodeClass);
      const { annotations, labels } = expected.nodePool;
      expect(objects[1]?.spec?.template?.metadata).toEqual({ annotations, labels });
      expect(karpenter).toEqual(expected.karpenter);
      expect(nth).toEqual(expected.nth);
      if (target === 'addons') expect(inputs).toEqual(expected.inputs);
    });
  });
}

interface Read {
  readonly objects: readonly { spec?: { template?: { metadata?: unknown } } }[];
  readonly karpenter: unknown;
  readonly nth: unknown;
  readonly inputs: unknown;
}

/** What Terraform makes of the texts, carried over as Base64 so that nothing on the way can change it. */
async function read(root: Root, variables: readonly string[], called: boolean): Promise<Read> {
  const given = variables.flatMap((name) => ['-var', `${name}=${GROUP}`]);
  const parts = [
    'objects = local.nodepool_values.objects',
    'karpenter = local.karpenter_values.hostile',
    'nth = local.nth_values.hostile',
    `inputs = ${called ? 'module.eks_blueprints_addons.given.tags' : 'null'}`,
  ];
  const expression = `base64encode(jsonencode({ ${parts.join(', ')} }))`;
  const { stdout, stderr } = await root.console(expression, given);
  const encoded = /"([A-Za-z0-9+/=]+)"/.exec(stdout)?.[1];
  if (encoded === undefined) throw new Error(stdout + stderr);
  return JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')) as Read;
}

const GROUP =
  'arn:aws:autoscaling:eu-central-1:123456789012:autoScalingGroup:id:autoScalingGroupName/batch';
