/**
 * The drop-in module's own tests, run by Terraform: they pass as they are
 * written, and they fail when the wiring that they are about is broken.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stubbedModules } from '../support/terraform/modules.js';
import { goldenStacks, type Stack } from '../support/terraform/stacks.js';
import { announceSkip, findTerraform } from '../support/terraform/tools.js';
import { openWorkspace, type Workspace } from '../support/terraform/workspace.js';

const tools = findTerraform();
const modules = goldenStacks('module');

if ('missing' in tools) {
  announceSkip('terraform test of the drop-in modules', tools.missing);
  it.skip(`terraform test of the drop-in modules (SKIPPED: ${tools.missing})`, () => {});
} else {
  describe('terraform test of the module', () => {
    let workspace: Workspace;
    beforeAll(async () => {
      workspace = await openWorkspace({ tools: tools.found, helm: 2, modules: stubbedModules });
    });
    afterAll(() => workspace?.close());

    it.each(modules)('$name passes', async (module) => {
      const { status, said } = await terraformTest(workspace, module);
      expect(status, said).toBe(0);
      expect(said).toMatch(/[1-9]\d* passed, 0 failed/);
    });
  });
}

async function terraformTest(workspace: Workspace, { name, files }: Stack) {
  const root = await workspace.root(name, files);
  const init = await root.terraform('init', '-backend=false', '-input=false', '-no-color');
  expect(init, init.stdout + init.stderr).toMatchObject({ status: 0 });
  const { status, stdout, stderr } = await root.terraform('test', '-no-color');
  return { status, said: stdout + stderr };
}
