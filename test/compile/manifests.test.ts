/** Target `manifests`: what Argo CD reads, how it is wired to Terraform, and that reading it back can fail. */
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { loadFacts } from '../../src/commands/facts.js';
import { run } from '../../src/commands/program.js';
import { provePolicy } from '../../src/pipeline/policy.js';
import { readBack } from '../../src/pipeline/read-back.js';
import { hostilePolicy } from '../support/hostile.js';
import { memoryHost } from '../support/memory-host.js';
import { changed, VALID } from '../support/policy.js';

const facts = await loadFacts();

function compiled(text = VALID) {
  const proved = provePolicy({
    file: 'policy.yaml',
    text,
    files: () => ({ problem: 'there is none' }),
    facts,
    target: 'manifests',
  });
  const { plan, intent } = proved;
  return {
    ...proved,
    errors: proved.findings
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message),
    file: (name: string) => parse(plan?.files.get(name) ?? 'null'),
    /** The verdict when one file says something else. */
    proofWith: (name: string, from: string, to: string) => {
      const before = plan?.files.get(name) ?? '';
      if (plan === undefined || intent === undefined || !before.includes(from))
        throw new Error(`${name} does not say ${from}`);
      const files = new Map([...plan.files, [name, before.replace(from, () => to)]]);
      return readBack({ intent, plan, facts, files }).proof;
    },
  };
}

const KARPENTER = 'argocd/karpenter.yaml';
const NTH = 'argocd/aws-node-termination-handler.yaml';

describe('the Applications', () => {
  it('are told by annotations what only Terraform knows, and read the rest from files', () => {
    const { file, judged, errors } = compiled();
    expect(errors).toEqual([]);
    expect(judged?.proof).toBe('proved');
    const { spec } = file(KARPENTER);
    expect(spec.goTemplateOptions).toEqual(['missingkey=error']);
    const [chart, git] = spec.template.spec.sources;
    expect(chart).toMatchObject({
      repoURL: 'public.ecr.aws/karpenter',
      chart: 'karpenter',
      targetRevision: '1.8.8',
    });
    expect(chart.helm.valuesObject.settings.interruptionQueue).toBe(
      '{{.metadata.annotations.karpenter_sqs_queue_name}}',
    );
    expect(git.ref).toBe('policy');
    expect(chart.helm.valueFiles).toEqual([
      '$policy/{{.metadata.annotations.interlock_repo_path}}/karpenter/values.yaml',
    ]);
    expect(file('karpenter/values.yaml').settings).toEqual({ clusterName: 'checkout' });
  });

  it('are those of every installation that the policy asks for, with what stands beside the call', () => {
    const policy = parse(VALID);
    policy.capacity.push({
      name: 'gpu',
      kind: 'SelfManagedNodeGroup',
      autoScalingGroup: { terraform: 'module.eks.gpu_group_arn' },
      mix: { spot: 100 },
    });
    policy.interruption.exceptions = [
      { pools: ['gpu'], events: ['rebalance-recommendation'], owner: 'none', because: 'churn' },
    ];
    const { plan, judged, file } = compiled(stringify(policy));
    expect(judged?.proof).toBe('proved');
    const names = [...(plan?.files.keys() ?? [])].filter((name) => name.startsWith('argocd/'));
    expect(names.filter((name) => name.includes('termination-handler'))).toHaveLength(2);
    const second = file(`${names.find((name) => /handler-/.test(name))}`);
    const { queueURL } = second.spec.template.spec.sources[0].helm.valuesObject;
    expect(queueURL).toBe('{{.metadata.annotations.nth_spot_scheduled_state_hook_sqs_queue_url}}');
  });

  it('hold no text of the policy that could be a template', () => {
    const { text, expected } = hostilePolicy(1500, 20261130);
    const { plan, file, errors } = compiled(text);
    // The charts read no value "hostile"; nothing else is wrong.
    expect(errors.filter((one) => !one.includes('does not read "hostile'))).toEqual([]);
    for (const [name, content] of plan?.files ?? [])
      if (name.startsWith('argocd/'))
        for (const [template] of content.matchAll(/\{\{.*?\}\}/g))
          expect(template).toMatch(
            /^\{\{\.(?:server|nameNormalized|metadata\.annotations\.\w+)\}\}$/,
          );
    expect(file('karpenter/values.yaml').hostile).toEqual(expected.karpenter);
    expect(file('aws-node-termination-handler/values.yaml').hostile).toEqual(expected.nth);
    const [nodeClass, nodePool] = parseAllDocuments(
      plan?.files.get('nodepools/nodepools.yaml') ?? '',
    ).map((document) => document.toJS());
    expect(nodeClass.spec).toMatchObject(expected.nodeClass);
    expect(nodePool.spec.template.metadata).toEqual(expected.nodePool);
  });
});

describe('what is read back', () => {
  it.each([
    ['no queue', KARPENTER, 'interruptionQueue:', 'interruptionQueu:'],
    ["another handler's queue", NTH, 'termination_handler_sqs_queue_url', 'x_sqs_queue_url'],
    ['another service account', NTH, '_service_account}}', '_namespace}}'],
    ['no check of the tag', 'aws-node-termination-handler/values.yaml', 'true', 'false'],
    ['another capacity type', 'nodepools/nodepools.yaml', 'kind: NodePool', 'kind: NodePoole'],
  ])('is refuted or undetermined with %s', (_, name, from, to) => {
    expect(compiled().proofWith(name, from, to)).not.toBe('proved');
  });
});

describe('what Argo CD cannot be told', () => {
  it('is a finding: a value that only Terraform knows', () => {
    const text = changed(
      'karpenter: { chart: 1.8.8, runsOn: system }',
      'karpenter: { chart: 1.8.8, runsOn: system, values: { logLevel: { terraform: var.level } } }',
    );
    expect(compiled(text).errors).toEqual([
      'only Terraform knows "var.level", and Argo CD reads no Terraform',
    ]);
    const said = text.replace('var.level }', 'var.level, is: debug }');
    expect(compiled(said).file('karpenter/values.yaml').logLevel).toBe('debug');
  });

  it('is told by the cluster itself: its name', () => {
    const text = changed('  name: checkout\n  region', '  name: { terraform: var.name }\n  region');
    const role = text.replace('chart: 1.8.8,', 'chart: 1.8.8, nodeRoleName: nodes,');
    const { file, errors, judged } = compiled(role);
    expect(errors).toEqual([]);
    expect(judged?.proof).toBe('proved');
    const { settings } = file(KARPENTER).spec.template.spec.sources[0].helm.valuesObject;
    expect(settings.clusterName).toBe('{{.metadata.annotations.aws_cluster_name}}');
    expect(compiled(text).errors.join()).toMatch(/the role of Karpenter's nodes is named after/);
  });

  it('is a finding: a release without gitops_metadata', () => {
    expect(compiled(changed('addons: 1.16.2', 'addons: 1.6.0')).errors.join()).toMatch(
      /release 1\.6\.0 of the add-ons module has no gitops_metadata/,
    );
  });
});

describe('compile --target manifests', () => {
  it('writes, and reads back what it wrote', async () => {
    const host = memoryHost({ 'policy.yaml': VALID });
    const line = ['compile', 'policy.yaml', '--target', 'manifests', '--out', 'out'];
    expect(await run(host, line), host.stdout() + host.stderr()).toBe(0);
    expect(host.stdout()).toContain('proved: 1 stack');
    expect(host.files.has('out/checkout/terraform/main.tf.json')).toBe(true);
  });
});

describe('prove of the folder that was written', () => {
  it('follows the annotations to the queues', async () => {
    const host = memoryHost({ 'policy.yaml': VALID });
    await run(host, ['compile', 'policy.yaml', '--target', 'manifests', '--out', 'out']);
    const own = memoryHost(
      Object.fromEntries([...host.files].filter(([file]) => file.startsWith('out/'))),
    );
    expect(await run(own, ['prove', 'out/checkout', '--format', 'json'])).toBe(0);
    const { verdict, configurations } = JSON.parse(own.stdout());
    expect(verdict).toBe('proved');
    const web = configurations[0].pools.find(({ name }: { name: string }) => name === 'web');
    const notice = web.events.find(({ event }: { event: string }) => event === 'spot-interruption');
    expect(notice.verdict).toBe('owned');
    const acting = notice.claims.filter(({ holds }: { holds: unknown }) => holds === true);
    expect(acting).toMatchObject([{ handler: 'karpenter', reaction: 'drain' }]);
  });

  it('finds a handler deaf whose queue no annotation tells', async () => {
    const host = memoryHost({ 'policy.yaml': VALID });
    await run(host, ['compile', 'policy.yaml', '--target', 'manifests', '--out', 'out']);
    const file = 'out/checkout/argocd/karpenter.yaml';
    const text = host.files.get(file) ?? '';
    host.files.set(file, text.replace(/\n *interruptionQueue: .*/, ' {}'));
    host.files.delete('policy.yaml');
    expect(await run(host, ['prove', 'out/checkout'])).toBe(1);
    expect(host.stdout()).toMatch(/spot-interruption +- +gap \(error\)/);
  });
});
