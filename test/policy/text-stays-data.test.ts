/** Text of a policy stays text: whatever a string holds, Terraform gets it back as it was written. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadFacts } from '../../src/commands/facts.js';
import { provePolicy } from '../../src/pipeline/policy.js';
import { synthesise } from '../../src/stacks/synthesise.js';
import { VALID } from '../support/policy.js';

const facts = await loadFacts();

function compiled(policy: unknown): string {
  const { plan, findings } = provePolicy({
    file: 'policy.yaml',
    text: stringify(policy),
    files: () => ({ problem: 'there is none' }),
    facts,
  });
  if (plan === undefined) throw new Error(JSON.stringify(findings));
  return synthesise(plan);
}

/** What Terraform makes of a template without interpolations (hcl specification, template literals). */
const asTerraformReads = (text: string): string => text.replace(/([$%])\1\{/g, '$1{');

const strings = (node: unknown): string[] => {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(strings);
  if (node !== null && typeof node === 'object')
    return Object.entries(node).flatMap(([key, value]) => [key, ...strings(value)]);
  return [];
};

/** A template is live when something that is not escaped would be run. */
const isLive = (text: string): boolean => /[$%]\{/.test(text.replace(/([$%])\1\{/g, 'x'));

const HOSTILE = fc
  .array(
    fc.constantFrom(
      '$',
      '%',
      '{',
      '}',
      '"',
      '\\',
      '\n',
      '~',
      '{{',
      '}}',
      '${',
      '%{',
      '$${',
      'a',
      '한',
      '😀',
      "'",
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('hostile text', () => {
  it('in values and keys reaches Terraform as it was written', () => {
    fc.assert(
      fc.property(HOSTILE, HOSTILE, (value, key) => {
        const policy = parse(VALID);
        policy.nodeClasses[0].spec.userData = value;
        policy.nodeClasses[0].spec.tags = { [`k${key}`]: value };
        policy.capacity[1].annotations = { [`note${key}`]: value };
        policy.inputs = { tags: { [`t${key}`]: value } };
        const output = strings(JSON.parse(compiled(policy)));
        const texts = output.map(asTerraformReads);
        expect(texts.filter((text) => text === value).length).toBeGreaterThanOrEqual(4);
        for (const wanted of [`k${key}`, `note${key}`, `t${key}`]) expect(texts).toContain(wanted);
        const ours = [value, `k${key}`, `note${key}`, `t${key}`];
        for (const text of output)
          if (ours.includes(asTerraformReads(text))) expect(isLive(text)).toBe(false);
      }),
      { seed: 20261130, numRuns: 60 },
    );
  });

  it('never becomes part of the chart that renders the NodePools', () => {
    const policy = parse(VALID);
    policy.nodeClasses[0].spec.userData = '{{ .Values.secret }}';
    const { plan } = provePolicy({
      file: 'policy.yaml',
      text: stringify(policy),
      files: () => ({ problem: 'there is none' }),
      facts,
    });
    for (const [, text] of plan?.files ?? []) expect(text).not.toContain('.Values.secret');
  });
});

describe('a reference', () => {
  const withReference = (reference: unknown): string => {
    const policy = parse(VALID);
    policy.nodeClasses[0].spec.userData = reference;
    return compiled(policy);
  };

  it('becomes a variable that says what to bind', () => {
    const root = JSON.parse(withReference({ terraform: 'module.eks["a.b"].user_data' }));
    expect(root.variable.module_eks_a_b_user_data).toEqual({
      type: 'any',
      nullable: false,
      description: 'Bind to module.eks["a.b"].user_data',
    });
    expect(root.locals.nodepool_values.objects[0].spec.userData).toBe(
      '${var.module_eks_a_b_user_data}',
    );
  });

  it('that is written twice is one variable', () => {
    const policy = parse(VALID);
    const reference = { terraform: 'module.eks.user_data' };
    policy.nodeClasses[0].spec.userData = reference;
    policy.inputs = { tags: { data: reference } };
    const root = JSON.parse(compiled(policy));
    expect(Object.keys(root.variable)).toEqual([
      'batch_autoscaling_group_arn',
      'module_eks_user_data',
    ]);
  });

  it('holds the value it was judged with and the one that Terraform has together', () => {
    const policy = parse(VALID);
    policy.cluster.kubernetesVersion = { terraform: 'module.eks.cluster_version', is: '1.33' };
    const root = JSON.parse(compiled(policy));
    expect(root.module.eks_blueprints_addons.cluster_version).toBe('${var.cluster_version}');
    expect(root.variable.cluster_version.validation[0].condition).toBe(
      '${var.cluster_version == "1.33"}',
    );
  });

  it('with lookup is read from the cluster', () => {
    const policy = parse(VALID);
    policy.cluster.endpoint = { terraform: 'module.eks.cluster_endpoint', lookup: true };
    const root = JSON.parse(compiled(policy));
    expect(root.module.eks_blueprints_addons.cluster_endpoint).toBe(
      '${data.aws_eks_cluster.this.endpoint}',
    );
    expect(root.variable.cluster_endpoint).toBeUndefined();
  });

  it('asks for a look-up that nobody can make', () => {
    const policy = parse(VALID);
    policy.nodeClasses[0].spec.userData = { terraform: 'module.x.y', lookup: true };
    expect(() => compiled(policy)).toThrow(/nothing can look up/);
  });
});
