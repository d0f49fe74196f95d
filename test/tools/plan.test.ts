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
import { prove, reachable, SAMPLES } from '../support/terraform/proof.js';
import { queuesOfHandlers, receivers, sampleEvent } from '../support/terraform/routes.js';
import {
  compiledForRelease,
  goldenStacks,
  regionOf,
  rootOf,
  type Stack,
} from '../support/terraform/stacks.js';
import { announceSkip, findMockAws, type MockAwsTools } from '../support/terraform/tools.js';
import { openWorkspace, type Root, type Workspace } from '../support/terraform/workspace.js';

const tools = findMockAws();
const stacks = goldenStacks();
/** One whose handlers both come with the module, one whose second handler stands beside it. */
const APPLIED = ['mixed-fleet', 'payments-prod'];

const RELEASES = ['1.19.0', '1.22.0', '1.23.0'];

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

    it.each(stacks)('plans $name', async (stack) => {
      const workspace = await open(tools.found, aws);
      try {
        const root = await prepare(workspace, stack, aws);
        const { status, stdout, stderr, seconds } = await root.terraform('plan', ...QUIET);
        expect(status, stdout + stderr).toBe(0);
        expect(stdout).not.toContain('Warning:');
        const summary = /Plan: \d+ to add, 0 to change, 0 to destroy/.exec(stdout)?.[0];
        expect(summary).toBeDefined();
        process.stderr.write(`${stack.name}: ${summary} (${seconds.toFixed(0)} s)\n`);
      } finally {
        workspace.close();
      }
    });

    describe.each(APPLIED)('%s, applied', (name) => {
      const stack = stacks.find((candidate) => candidate.name === name);
      if (stack === undefined) throw new Error(`there is no golden of ${name}`);
      let workspace: Workspace;
      let root: Root;
      beforeAll(async () => {
        workspace = await open(tools.found, aws);
        root = await prepare(workspace, stack, aws);
        const applied = await root.terraform('apply', ...QUIET, '-auto-approve');
        expect(applied.status, applied.stdout + applied.stderr).toBe(0);
      }, 280_000);
      afterAll(() => workspace?.close());

      it('delivers events as the proof says', async () => {
        const region = regionOf(rootOf(stack));
        const queues = await queuesOfHandlers(aws.client, region, workspace.applied);
        expect([...queues.values()].sort()).toEqual(['karpenter', 'nth']);
        const proof = await prove(`policies/${name}.yaml`);
        expect(proof.verdict).toBe('proved');
        for (const { name: sample, event, variant } of SAMPLES) {
          const received = await receivers(
            aws.client,
            { region, queues },
            sampleEvent(sample, groupOf(stack)),
          );
          expect({ sample, received }).toEqual({
            sample,
            received: reachable(proof, event, variant),
          });
        }
      });

      it('installs the NodePools when all else stands', () => {
        const releases = workspace.applied.filter(({ type }) => type === 'helm_release');
        expect(releases.at(-1)?.body.name).toBe('interlock-nodepools');
      });

      it('is stable: a second plan finds nothing to do', async () => {
        const { status, stdout, stderr } = await root.terraform(
          'plan',
          ...QUIET,
          '-detailed-exitcode',
        );
        expect(status, stdout + stderr).toBe(0);
      });
    });

    // Where the inputs of the module changed under the same policy.
    it.each(RELEASES.flatMap((release) => APPLIED.map((name) => [name, release] as const)))(
      'applies %s with release %s, and finds nothing to do then',
      async (name, release) => {
        const own = await startMockAws(tools.found.moto);
        const workspace = await open(tools.found, own);
        try {
          const root = await prepare(workspace, await compiledForRelease(release, name), own);
          const applied = await root.terraform('apply', ...QUIET, '-auto-approve');
          expect(applied.status, applied.stdout + applied.stderr).toBe(0);
          const again = await root.terraform('plan', ...QUIET, '-detailed-exitcode');
          expect(again.status, again.stdout + again.stderr).toBe(0);
        } finally {
          workspace.close();
          own.stop();
        }
      },
    );
  });
}

const QUIET = ['-input=false', '-no-color'];

const open = (found: MockAwsTools, aws: MockAws): Promise<Workspace> =>
  openWorkspace({
    tools: found,
    helm: 2,
    modules: (store) => checkedOutModules(store, found.repository),
    env: aws.env,
  });

/** The stack as written, its variables bound in a file beside it, its providers installed. */
async function prepare(workspace: Workspace, stack: Stack, aws: MockAws): Promise<Root> {
  const values = await bind(stack, aws.client);
  const bindings: [string, string] = ['bindings.auto.tfvars.json', JSON.stringify(values)];
  const root = await workspace.root(stack.name, new Map([...stack.files, bindings]));
  const init = await root.terraform('init', ...QUIET);
  expect(init, init.stdout + init.stderr).toMatchObject({ status: 0 });
  return root;
}
