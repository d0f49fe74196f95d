/** Each trap of docs/module-traps.md has a check here, and each check a row there. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadFacts } from '../../src/commands/facts.js';
import { type ProvedPolicy, provePolicy } from '../../src/pipeline/policy.js';
import { synthesise } from '../../src/stacks/synthesise.js';
import { VALID } from '../support/policy.js';

const facts = await loadFacts();
const read = (file: string) => ({ text: readFileSync(file, 'utf8') });

function prove(change: (policy: ReturnType<typeof parse>) => void = () => {}): ProvedPolicy {
  const policy = parse(VALID);
  change(policy);
  return provePolicy({
    file: 'policy.yaml',
    text: stringify(policy),
    files: () => ({ problem: 'there is none' }),
    facts,
  });
}

function root(change?: Parameters<typeof prove>[0]) {
  const { plan, findings } = prove(change);
  if (plan === undefined) throw new Error(JSON.stringify(findings));
  return JSON.parse(synthesise(plan));
}

const call = (change?: Parameters<typeof prove>[0]) => root(change).module.eks_blueprints_addons;
const rules = (change: Parameters<typeof prove>[0]): string[] =>
  prove(change)
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ rule }) => rule);
const compiled = readdirSync('policies').map((name) => {
  const file = `policies/${name}`;
  const { plan } = provePolicy({ file, ...read(file), files: read, facts });
  if (plan === undefined) throw new Error(`${file} does not compile`);
  return JSON.parse(synthesise(plan));
});
const withoutGroup = (policy: ReturnType<typeof parse>): void => {
  policy.capacity.pop();
};
const release =
  (version: string) =>
  (policy: ReturnType<typeof parse>): void => {
    policy.versions.addons = version;
  };

const CHECKS: Readonly<Record<string, () => void>> = {
  'NTH without Auto Scaling groups': () => {
    expect(call(withoutGroup)).not.toHaveProperty('enable_aws_node_termination_handler');
    expect(
      rules((policy) => {
        policy.capacity[2].autoScalingGroup = undefined;
      }),
    ).toContain('invalid-policy');
  },
  '`…_asg_names` from 1.23.0': () => {
    for (const version of ['1.22.0', '1.23.0', '1.24.3'])
      expect(call(release(version))).not.toHaveProperty('aws_node_termination_handler_asg_names');
    expect(prove(release('1.23.0')).judged?.proof).toBe('proved');
  },
  "the managed tag fights with the group's own tags": () => {
    const says = prove().judged?.verdicts.flatMap(({ assuming }) =>
      assuming.map(({ says }) => says),
    );
    expect(says).toContainEqual(expect.stringMatching(/"batch" has the tag .* among its own tags/));
  },
  'hooks keyed by place': () => {
    const arns = call((policy) => {
      policy.capacity.push({
        ...policy.capacity[2],
        name: 'archive',
        autoScalingGroup: { terraform: 'module.eks.archive_arn' },
      });
    }).aws_node_termination_handler_asg_arns;
    expect(arns).toEqual([
      '${var.batch_autoscaling_group_arn}',
      '${var.archive_autoscaling_group_arn}',
    ]);
  },
  'ARNs of unknown length': () => {
    for (const { module } of compiled) {
      const arns = module.eks_blueprints_addons.aws_node_termination_handler_asg_arns;
      if (arns !== undefined) expect(Array.isArray(arns)).toBe(true);
    }
  },
  'Helm provider 3 with releases up to 1.23.0': () => {
    const helm = (version: string): string =>
      root(release(version)).terraform.required_providers.helm.version;
    expect(helm('1.16.2')).toMatch(/< 3\.0/);
    expect(helm('1.23.0')).toMatch(/< 3\.0/);
    expect(helm('1.24.3')).toMatch(/>= 3\.0/);
  },
  '1.24.0 and 1.24.1': () => {
    for (const version of ['1.24.0', '1.24.1'])
      expect(rules(release(version))).toContain('incompatible-provider');
  },
  'NTH charts after 0.21.0': () => {
    const repository = (chart: string): string =>
      call((policy) => {
        policy.handlers.nth.chart = chart;
      }).aws_node_termination_handler.repository;
    expect(repository('0.21.0')).toBe('https://aws.github.io/eks-charts');
    expect(repository('0.27.6')).toBe('oci://public.ecr.aws/aws-ec2/helm');
  },
  '`enableSpotInterruptionDraining` and its kin in queue mode': () => {
    for (const { locals } of compiled)
      for (const key of Object.keys(locals?.nth_values ?? {}))
        expect(key).not.toMatch(/^enable(Spot|Scheduled|Rebalance|ASG)/);
  },
  "the managed tag's value": () => {
    const spoiled = prove((policy) => {
      policy.nodeClasses[0].spec.tags = { 'aws-node-termination-handler/managed': 'false' };
    });
    expect(spoiled.judged?.proof).toBe('refuted');
  },
  '`set` beats `values`': () => {
    const taken = ['serviceAccount', 'awsRegion', 'queueURL', 'enableSqsTerminationDraining'];
    const values = root().locals;
    for (const key of taken) expect(values.nth_values).not.toHaveProperty(key);
    expect(values.karpenter_values).not.toHaveProperty('settings');
  },
  'null is not absent': () => {
    for (const { module } of compiled)
      expect(JSON.stringify(module.eks_blueprints_addons)).not.toContain(':null');
  },
  'misspelt keys of `any`-typed inputs': () => {
    expect(
      rules((policy) => {
        policy.inputs = { cert_manager: { chartversion: 'v1' } };
      }),
    ).toContain('unread-module-key');
  },
  '`iam_role_additional_policies` with computed ARNs': () => {
    for (const { module } of compiled)
      expect(module.eks_blueprints_addons.karpenter_node ?? {}).not.toHaveProperty(
        'iam_role_additional_policies',
      );
  },
  '`create_iam_role = false` with half a role': () => {
    for (const { module } of compiled)
      expect(module.eks_blueprints_addons.karpenter_node ?? {}).not.toHaveProperty(
        'create_iam_role',
      );
  },
  'cluster names of 28 characters and more': () => {
    const node = call((policy) => {
      policy.cluster.name = 'a'.repeat(35);
    }).karpenter_node;
    expect(node.iam_role_use_name_prefix).toBe(false);
    expect(node.iam_role_name.length).toBeLessThanOrEqual(64);
    expect(
      rules((policy) => {
        policy.cluster.name = 'a'.repeat(60);
      }),
    ).toContain('invalid-policy');
  },
  '`create_kubernetes_resources = false`': () => {
    expect(
      rules((policy) => {
        policy.inputs = { create_kubernetes_resources: false };
      }),
    ).toContain('invalid-policy');
  },
  'rules of the whole account and region': () => {
    const values = root().locals.nth_values;
    expect(values.checkTagBeforeDraining).toBe(true);
    expect(values.deleteSqsMsgIfNodeNotFound).toBe(true);
  },
  'a customer key on a queue': () => {
    const spoiled = prove((policy) => {
      policy.inputs = { karpenter_sqs: { kms_master_key_id: 'alias/aws/sqs' } };
    });
    expect(spoiled.judged?.proof).toBe('refuted');
  },
  'a CloudFormation stack for usage data from 1.18.0': () => {
    const passed = call((policy) => {
      policy.versions.addons = '1.18.2';
      policy.inputs = { observability_tag: null };
    });
    expect(passed.observability_tag).toBeNull();
  },
  'CRDs inside the chart': () => {
    for (const { module, resource } of compiled) {
      if (module.eks_blueprints_addons.enable_karpenter !== true) continue;
      expect(module.eks_blueprints_addons.karpenter.skip_crds).toBe(true);
      expect(resource.helm_release.karpenter_crd.chart).toBe('karpenter-crd');
      expect(resource.helm_release.karpenter_crd.version).toBe(
        module.eks_blueprints_addons.karpenter.chart_version,
      );
    }
  },
  '`wait = false`': () => {
    for (const { module, resource } of compiled) {
      expect(module.eks_blueprints_addons.karpenter.wait).toBe(true);
      for (const made of Object.values(resource.helm_release) as { wait: boolean }[])
        expect(made.wait).toBe(true);
    }
  },
  'the queue setting of 1.10.0 and 1.10.1': () => {
    for (const version of ['1.10.0', '1.10.1'])
      expect(prove(release(version)).judged?.proof).toBe('refuted');
    expect(prove(release('1.11.0')).judged?.proof).toBe('proved');
  },
};

const rows = readFileSync('docs/module-traps.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| trap') && !/^\| -+ /.test(line))
  .map((line) => line.split('|')[1]?.trim() ?? '');

describe('the traps of the add-ons module', () => {
  it.each(Object.entries(CHECKS))('%s', (_, check) => check());

  it('are those of the page', () => {
    expect(rows).toEqual(Object.keys(CHECKS));
  });
});

describe('every release that can work', () => {
  it.each(facts.addons.addonsReleases())(
    '%s compiles to what its tables know, or is refused',
    (version) => {
      const { plan, findings } = prove(release(version));
      if (plan === undefined) {
        expect(findings.some(({ severity }) => severity === 'error')).toBe(true);
        return;
      }
      const {
        source,
        version: pinned,
        ...inputs
      } = JSON.parse(synthesise(plan)).module.eks_blueprints_addons;
      expect([source, pinned]).toEqual(['aws-ia/eks-blueprints-addons/aws', version]);
      for (const [name, value] of Object.entries(inputs)) {
        expect(facts.addons.addonsInput(version, name), name).toBeDefined();
        const keys = facts.addons.objectKeys(version, name);
        if (keys !== undefined)
          for (const key of Object.keys(value as object)) expect([...keys], name).toContain(key);
      }
    },
  );
});
