/**
 * Targets `module` and `stack` as people use them: called from HCL roots, one
 * module for two clusters by `for_each`, applied in a mock AWS with the real AWS
 * provider. Of the events put on the bus each handler's queue receives those, and
 * only those, whose way to it the proof finds open. A second plan finds nothing
 * to do, and a destroy leaves nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Target } from '../../src/compile/plan.js';
import { type Called, callerRoot } from '../support/terraform/caller.js';
import { type MockAws, startMockAws } from '../support/terraform/mock-aws.js';
import { stubbedModules } from '../support/terraform/modules.js';
import { openWays, SAMPLES } from '../support/terraform/proof.js';
import { queuesByInstallation, receivers, sampleEvent } from '../support/terraform/routes.js';
import { compiledFor, HOSTILE } from '../support/terraform/stacks.js';
import { announceSkip, findMoto } from '../support/terraform/tools.js';
import { openWorkspace, type Root, type Workspace } from '../support/terraform/workspace.js';

const tools = findMoto();
/** `module.interlock.helm_release.nth_spot` installs `aws-node-termination-handler-spot`. */
const releaseAt = (address: string): string =>
  address
    .replace(/^.*helm_release\./, '')
    .replace(/^nth/, 'aws-node-termination-handler')
    .replaceAll('_', '-');

interface Values {
  readonly hostile?: unknown;
  readonly objects?: readonly { readonly spec: { readonly role?: string } }[];
}

const isHostile = (objects: Values['objects']): boolean =>
  objects?.some(({ spec }) => spec.role?.startsWith('karpenter-hostile-')) === true;

const QUIET = ['-input=false', '-no-color'];
const AT_ONCE = ['-auto-approve', '-parallelism=40'];
const TARGETS = ['module', 'stack'] satisfies Target[];

if ('missing' in tools) {
  announceSkip('plan, apply and destroy of modules and plain stacks', tools.missing);
  it.skip(`modules and plain stacks work (SKIPPED: ${tools.missing})`, () => {});
} else {
  interface World {
    readonly aws: MockAws;
    readonly workspace: Workspace;
    readonly root: Root;
    readonly called: readonly Called[];
  }
  const worlds = new Map<Target, World>();

  /** A world of its own in which everything that a target gives is applied. */
  const applied = async (target: Target): Promise<World> => {
    const aws = await startMockAws(tools.found.moto);
    const workspace = await openWorkspace({
      tools: tools.found,
      helm: target === 'module' ? 3 : 2,
      modules: stubbedModules,
      env: aws.env,
    });
    const { files, called } = await callerRoot(await compiledFor(target), aws);
    const root = await workspace.root(target, files);
    worlds.set(target, { aws, workspace, root, called });
    for (const step of [
      ['init', ...QUIET],
      ['validate', '-no-color'],
      ['apply', ...QUIET, ...AT_ONCE],
    ]) {
      const [command = '', ...args] = step;
      const { status, stdout, stderr } = await root.terraform(command, ...args);
      expect(status, stdout + stderr).toBe(0);
      // What `init` warns of is the lock file, which a mirror cannot fill.
      if (command !== 'init') expect(stdout).not.toContain('Warning:');
    }
    return { aws, workspace, root, called };
  };
  const world = (target: Target): World => {
    const found = worlds.get(target);
    if (found === undefined) throw new Error(`${target} was not applied`);
    return found;
  };

  describe('what is called from HCL', () => {
    beforeAll(async () => {
      await Promise.all(TARGETS.map(applied));
    }, 290_000);
    afterAll(() => {
      for (const { aws, workspace } of worlds.values()) {
        workspace.close();
        aws.stop();
      }
    });

    it.each(TARGETS)(
      'delivers each kind of event to the queues of its owners alone: %s',
      async (target) => {
        const { aws, called, workspace } = world(target);
        for (const sample of SAMPLES)
          for (const { region, policies } of called) {
            const clusters = policies.map(({ cluster }) => cluster);
            const queues = await queuesByInstallation(aws.client, region, {
              clusters,
              applied: workspace.applied,
            });
            const event = sampleEvent(sample.name, 'any');
            const received = await receivers(aws.client, { region, queues }, event);
            const expected = policies
              .flatMap(({ cluster, policy: { judged } }) =>
                openWays(judged?.verdicts ?? [], sample).map(
                  (release) => `${cluster} ${releaseAt(release)}`,
                ),
              )
              .sort();
            const about = { sample: sample.name, region };
            expect({ ...about, received }).toEqual({ ...about, received: expected });
          }
      },
    );

    it.each(TARGETS)('gives charts the texts of the policy unchanged: %s', (target) => {
      const { applied } = world(target).workspace;
      const valuesOf = (name: string): Values =>
        applied
          .filter(({ type, body }) => type === 'helm_release' && body.name === name)
          .map(({ body }) => JSON.parse((body.values as readonly string[])[0] ?? '{}') as Values)
          .find((values) => 'hostile' in values || isHostile(values.objects)) ?? {};
      const { expected } = HOSTILE;
      expect(valuesOf('karpenter').hostile).toEqual(expected.karpenter);
      expect(valuesOf('aws-node-termination-handler').hostile).toEqual(expected.nth);
      expect(valuesOf('interlock-nodepools').objects?.[0]?.spec).toMatchObject(expected.nodeClass);
    });

    it.each(TARGETS)('is stable, a second plan finds nothing to do: %s', async (target) => {
      const args = ['plan', ...QUIET, '-detailed-exitcode'];
      const { status, stdout, stderr } = await world(target).root.terraform(...args);
      expect(status, stdout + stderr).toBe(0);
    });

    it('can be destroyed', async () => {
      await Promise.all(
        TARGETS.map(async (target) => {
          const { aws, root, called } = world(target);
          const { status, stdout, stderr } = await root.terraform('destroy', ...QUIET, ...AT_ONCE);
          expect(status, stdout + stderr).toBe(0);
          for (const { region } of called) expect(await aws.client.queues(region)).toEqual([]);
        }),
      );
    });
  });
}
