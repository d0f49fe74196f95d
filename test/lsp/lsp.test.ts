/** The language server, driven by a real client: diagnostics, hover, completion, quick fixes. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type Editor, editor, ROOT } from '../support/editor.js';
import { changed, VALID } from '../support/policy.js';

const TERRAFORM = readFileSync('test/pipeline/roots/both-add-ons/input.tf', 'utf8');
const CONFLICT = readFileSync('test/rules/duplicate-handler/fails.yaml', 'utf8');

const open: Editor[] = [];
async function start(files: Readonly<Record<string, string>>): Promise<Editor> {
  const one = await editor(files);
  open.push(one);
  return one;
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.leave();
});

const labels = (items: readonly { readonly label: string }[]): readonly string[] =>
  items.map(({ label }) => label);

describe('diagnostics', () => {
  it('of a policy stand at their place, name both owners, and follow what is typed', async () => {
    const one = await start({ 'policies/web.yaml': CONFLICT });
    await one.open('policies/web.yaml', CONFLICT);
    const found = await one.diagnostics('policies/web.yaml');
    expect(found.find(({ code }) => code === 'duplicate-handler')).toMatchObject({
      severity: 1,
      source: 'interlock',
      message: expect.stringMatching(/^"nth" and "karpenter" both act .*\nhelp: /s),
      range: { start: { line: 2, character: 18 }, end: { line: 2, character: 26 } },
      relatedInformation: expect.arrayContaining([
        expect.objectContaining({ message: '"web" is here' }),
      ]),
    });
    await one.change('policies/web.yaml', VALID);
    const mended = await one.diagnostics('policies/web.yaml', (all) =>
      all.every(({ severity }) => severity !== 1),
    );
    expect(mended.map(({ code }) => code)).not.toContain('duplicate-handler');
  });

  it('of Terraform and its manifests come from the whole root', async () => {
    const files = Object.fromEntries(
      ['input.tf', 'nodepool.yaml'].map((name) => [
        `infra/${name}`,
        readFileSync(`test/pipeline/roots/rebalance-only/${name}`, 'utf8'),
      ]),
    );
    const one = await start(files);
    await one.open('infra/nodepool.yaml', files['infra/nodepool.yaml'] ?? '');
    const codes = (await one.diagnostics('infra/input.tf')).map(({ code }) => code);
    expect(codes).toContain('split-incident');
    await one.change(
      'infra/nodepool.yaml',
      'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {',
    );
    await one.diagnostics('infra/nodepool.yaml', (all) =>
      all.some(({ severity }) => severity === 1),
    );
  });

  it('of a base without an identity are what those say that extend it', async () => {
    const base = VALID.replace(/^metadata: .*\n/m, '');
    const files = {
      'policies/base.yaml': base,
      'policies/web.yaml':
        'apiVersion: interlock/v1\nkind: InterruptionPolicy\nmetadata: { name: web }\nextends: [base.yaml]\n',
    };
    const one = await start(files);
    await one.open('policies/base.yaml', base);
    const found = await one.diagnostics('policies/base.yaml');
    expect(found.map(({ code }) => code)).toContain('ownership-table');
    expect(found.every(({ severity }) => severity !== 1)).toBe(true);
    await one.change('policies/base.yaml', base.replace('kind: NodePool', 'kind: NodePol'));
    const wrong = await one.diagnostics('policies/base.yaml', (all) =>
      all.some(({ severity }) => severity === 1),
    );
    expect(wrong.filter(({ severity }) => severity === 1).map(({ message }) => message)).toEqual([
      expect.stringContaining('"NodePol"'),
    ]);
  });

  it('go when nothing is left to say, and when the file is closed', async () => {
    const one = await start({ 'a.yaml': CONFLICT });
    await one.open('a.yaml', CONFLICT);
    expect((await one.diagnostics('a.yaml')).length).toBeGreaterThan(0);
    await one.close('a.yaml');
    expect(await one.diagnostics('a.yaml', (all) => all.length === 0)).toEqual([]);
  });
});

describe('hover', () => {
  it('over a pool of a policy shows who handles what', async () => {
    const one = await start({ 'a.yaml': VALID });
    await one.open('a.yaml', VALID);
    const text = await one.hover('a.yaml', VALID.replace('- name: web', '- na|me: web'));
    expect(text).toContain('**web** NodePool');
    expect(text).toContain('| spot-interruption | <code>karpenter</code> | owned |');
    expect(text).toContain('| rebalance-recommendation | nobody | accepted |');
  });

  it('over a key of a policy says what it is', async () => {
    const one = await start({ 'a.yaml': VALID });
    await one.open('a.yaml', VALID);
    expect(await one.hover('a.yaml', VALID.replace('region:', 'reg|ion:'))).toContain(
      '<code>cluster.region</code> AWS region; the partition follows from it.',
    );
  });

  it('over a flag of the module says what it brings about, pool by pool', async () => {
    const one = await start({ 'main.tf': TERRAFORM });
    await one.open('main.tf', TERRAFORM);
    const flag = 'enable_aws_node_termination_handler   = true';
    const text = await one.hover(
      'main.tf',
      TERRAFORM.replace(flag, `enable_aws_node|${flag.slice(15)}`),
    );
    expect(text).toContain(
      'bool, default false</code> of <code>aws-ia/eks-blueprints-addons/aws 1.16.2</code>',
    );
    expect(text).toContain(
      '- <code>default</code>: acts on scheduled-change, instance-state-change, asg-termination',
    );
    expect(text).toMatch(
      /<code>initial<\/code>: does not act, no instance of the pool carries the tag/,
    );
  });

  it('over a node group in Terraform shows who handles what', async () => {
    const one = await start({ 'main.tf': TERRAFORM });
    await one.open('main.tf', TERRAFORM);
    const text = await one.hover('main.tf', TERRAFORM.replace('initial = {', 'ini|tial = {'));
    expect(text).toContain('**initial** ManagedNodeGroup');
    expect(text).toContain('| asg-termination | <code>eks</code> | owned |');
  });
});

describe('completion', () => {
  const complete = async (file: string, marked: string): Promise<readonly string[]> => {
    const one = await start({ [file]: marked.replace('|', '') });
    await one.open(file, marked.replace('|', ''));
    return labels(await one.complete(file, marked));
  };
  const within = (from: string, to: string): string => changed(from, to);

  it('in a policy offers the keys that are not written yet', async () => {
    const keys = await complete('a.yaml', within('cluster:\n', 'cluster:\n  end|\n'));
    expect(keys).toContain('endpoint');
    expect(keys).not.toContain('region');
    expect(await complete('a.yaml', `${VALID}\n|`)).toContain('inputs');
  });

  it('knows the keys of a kind of pool, in blocks and in braces', async () => {
    expect(await complete('a.yaml', within('- name: web\n', '- name: web\n    te|\n'))).toContain(
      'taints',
    );
    expect(
      await complete(
        'a.yaml',
        within(
          '{ name: system, kind: ManagedNodeGroup,',
          '{ name: system, kind: ManagedNodeGroup, node|,',
        ),
      ),
    ).toContain('nodeRepair');
  });

  it('offers words, handlers and names', async () => {
    expect(await complete('a.yaml', within('kind: ManagedNodeGroup', 'kind: |'))).toEqual(
      expect.arrayContaining(['NodePool', 'SelfManagedNodeGroup']),
    );
    expect(await complete('a.yaml', `${VALID}drain:\n  pools:\n    |`)).toEqual(
      expect.arrayContaining(['web', 'batch']),
    );
  });

  it('offers inputs of the module at the release that the policy names', async () => {
    const at = (release: string): string =>
      `${VALID.replace(/\nversions:[^\n]*/, '')}\nversions: { addons: ${release} }\ninputs:\n  enable_|`;
    expect(await complete('a.yaml', at('1.16.2'))).toContain('enable_cert_manager');
    expect(await complete('a.yaml', at('1.16.2'))).not.toContain(
      'enable_aws_gateway_api_controller_x',
    );
  });

  it('in Terraform offers the inputs of the module at the release in use', async () => {
    const at = (text: string): string =>
      TERRAFORM.replace('  enable_karpenter   ', `${text}\n  enable_karpenter   `);
    const inputs = await complete('main.tf', at('  enable_|'));
    expect(inputs).toContain('enable_cert_manager');
    expect(inputs).not.toContain('enable_karpenter');
    expect(inputs).not.toContain('cluster_addons');
    expect(await complete('main.tf', at('  karpenter = {\n    |\n  }'))).toContain('chart_version');
    expect(await complete('main.tf', at('  enable_cert_manager = |'))).toEqual(['true', 'false']);
  });
});

describe('quick fixes', () => {
  it('write the word that was meant', async () => {
    const text = changed('region:', 'regoin:');
    const one = await start({ 'a.yaml': text });
    await one.open('a.yaml', text);
    const found = await one.diagnostics('a.yaml');
    const misspelt = found.find(({ message }) => String(message).startsWith('unknown key'));
    if (misspelt === undefined) throw new Error('nothing found');
    const [action] = await one.actions('a.yaml', misspelt);
    expect(action).toMatchObject({
      title: 'write "region" (invalid-policy)',
      kind: 'quickfix',
      edit: {
        changes: { [`file://${ROOT}/a.yaml`]: [{ range: misspelt.range, newText: 'region' }] },
      },
    });
  });

  it('take a finding back with a reason that is left to write', async () => {
    const one = await start({ 'a.yaml': CONFLICT });
    await one.open('a.yaml', CONFLICT);
    const found = (await one.diagnostics('a.yaml')).find(
      ({ code }) => code === 'duplicate-handler',
    );
    if (found === undefined) throw new Error('nothing found');
    const actions = await one.actions('a.yaml', found);
    expect(actions.map(({ title }) => title)).toContain(
      'take duplicate-handler back here, with a reason',
    );
    expect(JSON.stringify(actions)).toContain('# interlock-ignore duplicate-handler: \\n');
  });

  it('mend the whole file where that is safe', async () => {
    const text = VALID.replace(
      'capacity:',
      '# interlock-ignore duplicate-handler: of old\ncapacity:',
    );
    const one = await start({ 'a.yaml': text });
    await one.open('a.yaml', text);
    const found = (await one.diagnostics('a.yaml')).find(
      ({ code }) => code === 'unused-suppression',
    );
    if (found === undefined) throw new Error('nothing found');
    const all = (await one.actions('a.yaml', found)).find(({ kind }) => kind === 'source.fixAll');
    expect(all?.edit?.changes?.[`file://${ROOT}/a.yaml`]?.[0]?.newText).toBe(VALID);
  });
});
