/**
 * Terraform itself accepts what the compiler wrote: every golden passes `init`
 * and `validate` with the real AWS provider, with stubs that declare the Helm,
 * Kubernetes, time and random providers' schemas, and with the inputs and
 * outputs of the add-ons release that the stack calls. A spoiled stack is
 * refused, so that acceptance says something.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stubbedModules } from '../support/terraform/modules.js';
import {
  compiledForRelease,
  goldenStacks,
  type Stack,
  spoiled,
  stacksIn,
} from '../support/terraform/stacks.js';
import type { HelmMajor } from '../support/terraform/stub-providers.js';
import { announceSkip, findTerraform } from '../support/terraform/tools.js';
import { openWorkspace, type Workspace } from '../support/terraform/workspace.js';

interface Validation {
  readonly valid: boolean;
  readonly diagnostics: readonly Diagnostic[];
}
interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly summary: string;
  readonly detail: string;
}

interface Fault {
  readonly fault: string;
  /** Where in the root. */
  readonly at: readonly string[];
  /** Absent: what is there goes. */
  readonly value?: unknown;
  readonly says: RegExp;
}

const CALL = ['module', 'eks_blueprints_addons'];
const CRDS = ['resource', 'helm_release', 'karpenter_crd'];
const ENTRY = ['resource', 'aws_eks_access_entry', 'karpenter_node'];

const FAULTS: readonly Fault[] = [
  {
    fault: 'an input that the add-ons module never had',
    at: [...CALL, 'enable_karpentr'],
    value: true,
    says: /"enable_karpentr"/,
  },
  {
    fault: 'an input that only a later release has',
    at: [...CALL, 'aws_node_termination_handler_asg_names'],
    value: ['batch'],
    says: /"aws_node_termination_handler_asg_names"/,
  },
  {
    fault: 'a text where the release takes a list',
    at: [...CALL, 'aws_node_termination_handler_asg_arns'],
    value: 'batch',
    says: /list of string required/,
  },
  {
    fault: 'a text where the release takes a switch',
    at: [...CALL, 'enable_karpenter'],
    value: 'sometimes',
    says: /a bool is required/,
  },
  {
    fault: 'a call without an input that the release requires',
    at: [...CALL, 'oidc_provider_arn'],
    says: /"oidc_provider_arn" is required/,
  },
  {
    fault: 'an output that the release does not have',
    at: [...ENTRY, 'principal_arn'],
    value: '${module.eks_blueprints_addons.karpentr.node_iam_role_arn}',
    says: /"karpentr"/,
  },
  {
    fault: 'an attribute that Helm releases do not have',
    at: [...CRDS, 'chart_version'],
    value: '1.14.1',
    says: /"chart_version"/,
  },
  {
    fault: 'an attribute that AWS access entries do not have',
    at: [...ENTRY, 'principal'],
    value: 'karpenter',
    says: /"principal"/,
  },
  {
    fault: 'a module that is not called',
    at: [...CRDS, 'namespace'],
    value: '${module.eks.namespace}',
    says: /No module call named "eks" is declared/,
  },
];

const tools = findTerraform();
const stacks = goldenStacks();
/** Modules of targets that write several: one whose handlers come with the add-ons module, one whose NTH stands beside it. */
const modules = ['mixed-fleet', 'payments-prod'].flatMap((name) =>
  ['inputs', 'manifests'].flatMap((target) =>
    stacksIn(`test/golden/${target}/${name}`, 'main.tf.json').map((module) => ({
      ...module,
      name: `${target}-${name}-${module.name}`,
    })),
  ),
);

if ('missing' in tools) {
  announceSkip('Terraform on the compiled stacks', tools.missing);
  it.skip(`Terraform accepts the compiled stacks (SKIPPED: ${tools.missing})`, () => {});
} else {
  let workspace: Workspace;
  const opened = (helm: HelmMajor) => {
    beforeAll(async () => {
      workspace = await openWorkspace({ tools: tools.found, helm, modules: stubbedModules });
    });
    afterAll(() => workspace.close());
  };

  describe('Terraform, with the Helm provider 2.x', () => {
    opened(2);

    it('has stacks to look at', () => {
      expect(stacks.map(({ name }) => name)).toContain('mixed-fleet');
    });

    it.each(stacks)('accepts $name', async (stack) => {
      expect(await validate(workspace, stack)).toEqual([]);
    });

    it.each(modules)('accepts the module $name', async (module) => {
      expect(await validate(workspace, module)).toEqual([]);
    });

    it.each(FAULTS)('refuses $fault', async ({ at, value, says }) => {
      const found = await validate(workspace, spoiled(stack('mixed-fleet'), at, value));
      expect(found).toEqual([expect.stringMatching(says)]);
    });

    it.each(['1.18.1', '1.21.1', '1.23.0'])('accepts a stack for add-ons %s', async (release) => {
      expect(await validate(workspace, await compiledForRelease(release, 'mixed-fleet'))).toEqual(
        [],
      );
    });
  });

  describe('Terraform, with the Helm provider 3.x', () => {
    opened(3);

    it('accepts a stack for add-ons 1.24.3', async () => {
      expect(await validate(workspace, await compiledForRelease('1.24.3', 'mixed-fleet'))).toEqual(
        [],
      );
    });
  });
}

/** What Terraform says against a stack, warnings too, each as one line. */
async function validate(workspace: Workspace, { name, files }: Stack): Promise<readonly string[]> {
  const root = await workspace.root(name, files);
  const init = await root.terraform('init', '-backend=false', '-input=false', '-no-color');
  expect(init, init.stdout + init.stderr).toMatchObject({ status: 0 });
  const { stdout } = await root.terraform('validate', '-json');
  const { diagnostics } = JSON.parse(stdout) as Validation;
  return diagnostics.map(({ severity, summary, detail }) =>
    `${severity}: ${summary}: ${detail}`.replace(/\s+/g, ' '),
  );
}

function stack(name: string): Stack {
  const found = stacks.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`there is no golden of ${name}`);
  return found;
}
