/** Plans through the whole pipeline: the table that their text has, and nothing secret in any output. */
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import { type Files, proveFiles, proveOne } from '../support/roots.js';
import { fixture, RAW } from '../terraform/plan/support.js';

const MODULES: Files = Object.fromEntries(
  ['main.tf', 'group/main.tf', 'queue/main.tf', 'handler/main.tf'].map((name) => [
    name,
    fixture(`modules/${name}`),
  ]),
);

const OWNED = {
  'spot-interruption': 'nth drain',
  'rebalance-recommendation': 'nth drain',
  'scheduled-change': 'nth drain',
  'instance-state-change': 'nth drain',
  'asg-termination': 'nth drain',
  'instance-status': 'gap note',
  'node-repair': 'gap note',
};

describe('a plan has the table of its text', () => {
  it('before anything is made, after, and as a state', async () => {
    const text = await proveOne({ 'main.tf': fixture(RAW.terraform) });
    expect(text.pools).toEqual({ 'shop-workers': OWNED });
    for (const file of [RAW.plan, RAW.applied, RAW.state]) {
      const planned = await proveOne({ 'plan.json': fixture(file) });
      expect({ file, ...planned }).toEqual({ file, ...text, root: 'plan.json' });
    }
  });

  it('through modules, keys and an aliased provider', async () => {
    const text = await proveOne(MODULES, { paths: ['.'] });
    expect(text.pools).toEqual({ 'shop-blue': OWNED, 'shop-green': OWNED });
    const planned = await proveOne({ 'plan.json': fixture('modules/plan.json') });
    expect(planned).toEqual({ ...text, root: 'plan.json' });
  });
});

describe('what is wired wrongly in a plan is judged', () => {
  const plan = fixture('modules/plan.json');
  const edited = (from: string | RegExp, to: string): Files => {
    const text = plan.replace(from, to);
    if (text === plan) throw new Error(`nothing to edit: ${from}`);
    return { 'plan.json': text };
  };
  const cases: readonly (readonly [string, Files, string])[] = [
    [
      'rules in another region',
      edited(
        /"region": \{\s*"references": \["var.region"\]\s*\}/,
        '"region": { "constant_value": "us-west-2" }',
      ),
      'gap error',
    ],
    [
      'an event that no rule matches',
      edited(/EC2 Spot Instance Interruption Warning/g, 'EC2 Something'),
      'gap error',
    ],
    [
      'groups without the tag that the handler looks for',
      edited(/aws-node-termination-handler\/managed/g, 'other/managed'),
      'gap error',
    ],
    [
      'a queue that nobody may write to',
      edited(/"sqs:SendMessage"/g, '"sqs:DeleteMessage"'),
      'gap error',
    ],
  ];
  for (const [name, files, expected] of cases)
    it(name, async () => {
      const { pools } = await proveOne(files);
      expect(pools['shop-blue']?.['spot-interruption']).toBe(expected);
    });
});

describe('a plan beside its text', () => {
  const text = fixture(RAW.terraform).replace(
    /(resource "aws_cloudwatch_event_target" "nth" \{[^}]*arn\s*=\s*)aws_sqs_queue.nth.arn/,
    '$1local.arn',
  );
  const hidden = fixture(RAW.plan).replaceAll(
    /("expressions": \{\s*"arn": \{\s*"references": )\[[^\]]*\]/g,
    '$1["local.arn"]',
  );

  it('does not show what a local hands on', async () => {
    const { pools } = await proveOne({ 'plan.json': hidden });
    expect(pools['shop-workers']?.['spot-interruption']).not.toBe('nth drain');
  });

  it('takes it from the text', async () => {
    const files = {
      'main.tf': `${text}\nlocals {\n  arn = aws_sqs_queue.nth.arn\n}\n`,
      'plan.json': hidden,
    };
    const { pools } = await proveOne(files);
    expect(pools).toEqual({ 'shop-workers': OWNED });
  });

  it('wins where both know a value', async () => {
    const files = {
      'main.tf': fixture(RAW.terraform).replace('capacity_rebalance', ''),
      'plan.json': fixture(RAW.plan).replaceAll('"spot"', '"capacity-block"'),
    };
    const { capacity } = await proveOne(files);
    expect(capacity).toEqual({ 'shop-workers': ['reserved'] });
  });

  it('is found in a directory, with or without its text', async () => {
    const plan = fixture(RAW.plan);
    const both = await proveFiles(
      { 'a/main.tf': fixture(RAW.terraform), 'a/plan.json': plan },
      { paths: ['a'] },
    );
    const alone = await proveFiles({ 'a/plan.json': plan }, { paths: ['a'] });
    expect(both.clusters.map(({ root }) => root)).toEqual(['a']);
    expect(alone.clusters.map(({ root }) => root)).toEqual(['a/plan.json']);
    for (const { clusters } of [both, alone])
      expect(clusters[0]?.pools).toEqual({ 'shop-workers': OWNED });
  });

  it('is one configuration for each where there are several', async () => {
    const { clusters } = await proveFiles({
      'a.json': fixture(RAW.plan),
      'b.json': fixture('modules/plan.json'),
    });
    expect(clusters.map(({ root }) => root)).toEqual(['a.json', 'b.json']);
  });
});

describe('secrets', () => {
  it('of a plan are in no output', async () => {
    const plan = fixture('modules/plan.json')
      .replace('"ami-12345678"', '"ami-1"')
      .replaceAll('EC2 Spot', 'EC2 Something');
    expect(plan).toContain('not-to-be-shown');
    for (const args of [
      ['prove', 'plan.json', '--verbose'],
      ['prove', 'plan.json', '--format', 'json'],
      ['lint', 'plan.json'],
      ['lint', 'plan.json', '--format', 'json'],
    ]) {
      const host = memoryHost({ 'plan.json': plan });
      await run(host, args);
      expect(host.stdout()).toContain('shop-blue');
      expect(host.stdout() + host.stderr()).not.toContain('not-to-be-shown');
    }
  });
});
