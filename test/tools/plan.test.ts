/**
 * The compiled stacks do with the real add-ons module what the proof says. Each
 * can be planned; those with two handlers are applied in a mock AWS, where of
 * the events put on the bus each handler's queue receives those, and only those,
 * whose way to that handler the proof finds open. A second plan finds nothing to
 * do. The cluster and the Auto Scaling groups stand before the stack.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bind, groupOf } from '../support/terraform/bindings.js';
import { type MockAws, startMockAws } from '../support/terraform/mock-aws.js';
import { checkedOutModules } from '../support/terraform/modules.js';
import { prove, reachable } from '../support/terraform/proof.js';
import { queuesOfHandlers, receivers, sampleEvent } from '../support/terraform/routes.js';
import { goldenStacks, regionOf, rootOf, type Stack } from '../support/terraform/stacks.js';
import { announceSkip, findMockAws, type MockAwsTools } from '../support/terraform/tools.js';
import { openWorkspace, type Root, type Workspace } from '../support/terraform/workspace.js';

const tools = findMockAws();
const stacks = goldenStacks();
/** One whose handlers both come with the module, one whose second handler stands beside it. */
const APPLIED = ['mixed-fleet', 'payments-prod'];

if ('missing' in tools) {
  announceSkip('plan and apply of the compiled stacks', tools.missing);
  it.skip(`the compiled stacks can be planned (SKIPPED: ${tools.missing})`, () => {});
} else {
  describe('with the real add-ons module and a mock AWS', () => {
    let aws: MockAws;
    beforeAll(async () => {
      aws = await startMockAws(tools.found.moto);
    });
    afterAll(() => aws?.stop());

    it('has stacks to look at', () => {
      expect(stacks.map(({ name }) => name)).toEqual(expect.arrayContaining(APPLIED));
    });

    describe.each(stacks)('$name', (stack) => {
      let workspace: Workspace;
      let root: Root;
      beforeAll(async () => {
        workspace = await open(tools.found, aws);
        root = await prepare(workspace, stack, aws);
      });
      afterAll(() => workspace?.close());

      it('can be planned', async () => {
        const { status, stdout, stderr, seconds } = await root.terraform(
          'plan',
          ...QUIET,
          '-out=plan',
        );
        expect(status, stdout + stderr).toBe(0);
        const summary = /Plan: \d+ to add, 0 to change, 0 to destroy/.exec(stdout)?.[0];
        expect(summary).toBeDefined();
        expect(stdout).not.toContain('Warning:');
        process.stderr.write(`${stack.name}: ${summary} (${seconds.toFixed(0)} s)\n`);
      });

      it.runIf(APPLIED.includes(stack.name))('delivers events as the proof says', async () => {
        const { status, stdout, stderr } = await root.terraform('apply', ...QUIET, 'plan');
        expect(status, stdout + stderr).toBe(0);
        const proof = await prove(`policies/${stack.name}.yaml`);
        expect(proof.verdict).toBe('proved');
        const region = regionOf(rootOf(stack));
        const queues = await queuesOfHandlers(aws, region, workspace.applied);
        expect([...queues.values()].sort()).toEqual(['karpenter', 'nth']);
        const observed: Record<string, readonly string[]> = {};
        for (const [sample] of SAMPLES)
          observed[sample] = await receivers(
            aws,
            { region, queues },
            sampleEvent(sample, groupOf(stack)),
          );
        const expected = SAMPLES.map(([sample, ...event]) => [sample, reachable(proof, ...event)]);
        console.error(JSON.stringify(observed, null, 1));
        expect(observed).toEqual(Object.fromEntries(expected));
      });

      it.runIf(APPLIED.includes(stack.name))(
        'is stable: a second plan finds nothing to do',
        async () => {
          const { status, stdout, stderr } = await root.terraform(
            'plan',
            ...QUIET,
            '-detailed-exitcode',
          );
          expect(status, stdout + stderr).toBe(0);
        },
      );
    });
  });
}

const QUIET = ['-input=false', '-no-color'];

/** Samples of events, each with its kind and variant in the proof. */
const SAMPLES: readonly (readonly [sample: string, event: string, variant?: string])[] = [
  ['ec2-spot-interruption-warning-terminate', 'spot-interruption'],
  ['ec2-rebalance-recommendation', 'rebalance-recommendation'],
  ['ec2-state-change-stopping', 'instance-state-change', 'stopping'],
  ['health-ec2-instance-retirement-scheduled', 'scheduled-change'],
  ['asg-instance-terminate-lifecycle-action', 'asg-termination'],
  ['asg-instance-launch-lifecycle-action', 'asg-launch'],
  ['ec2-capacity-reservation-instance-interruption-warning', 'capacity-reservation-interruption'],
];

const open = (found: MockAwsTools, aws: MockAws): Promise<Workspace> =>
  openWorkspace({
    tools: found,
    helm: 2,
    modules: (store) => checkedOutModules(store, found.repository),
    env: aws.env,
  });

/** The stack as written, its variables bound in a file beside it, its providers installed. */
async function prepare(workspace: Workspace, stack: Stack, aws: MockAws): Promise<Root> {
  const values = await bind(stack, aws);
  const bindings: [string, string] = ['bindings.auto.tfvars.json', JSON.stringify(values)];
  const root = await workspace.root(stack.name, new Map([...stack.files, bindings]));
  const init = await root.terraform('init', ...QUIET);
  expect(init, init.stdout + init.stderr).toMatchObject({ status: 0 });
  return root;
}
