/** Objects of Karpenter's API against the release in use. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/diagnostics/finding.js';
import { karpenterVersions } from '../../src/facts/karpenter.js';
import { crdKinds, loadCrd } from '../../src/facts/karpenter-crds.js';
import { checkObject } from '../../src/manifests/check/check.js';
import type { ManifestChecker } from '../../src/manifests/check/manifests.js';
import { CLASS, changed, checker, objectsOf, POOL, placed } from './support.js';

let check: ManifestChecker;
beforeAll(async () => {
  check = await checker();
});

const NEWEST = '1.14.1';
const findings = (text: string, ...releases: string[]) => check(objectsOf(text), releases);
const marked = (text: string, finding: Finding | undefined): string | undefined =>
  finding && text.slice(finding.at.start, finding.at.end);
const at = (text: string, release = NEWEST): string[] => placed(text, findings(text, release));

describe('good objects', () => {
  const v1 = karpenterVersions().filter((version) => version.startsWith('1.'));
  it.each([
    ['a pool', POOL],
    ['a class', CLASS],
    ['the seed, converted', readFileSync('test/manifests/data/seed-v1.yaml', 'utf8')],
  ])('%s pass at every release from 1.0 on', (_, text) => {
    for (const release of v1) expect([release, at(text, release)]).toEqual([release, []]);
  });

  it('of v1beta1 pass from 0.32 to 1.0', () => {
    const text = readFileSync('test/manifests/data/seed-v1beta1.yaml', 'utf8');
    for (const release of ['0.34.0', '0.35.0', '0.37.8', '1.0.14'])
      expect([release, at(text, release)]).toEqual([release, []]);
  });

  it('of v1alpha5 pass to 0.32', () => {
    const text = readFileSync('test/manifests/data/indent-guides.yaml', 'utf8')
      .replaceAll('⦙', ' ')
      .replace(/^~\n/m, '');
    for (const release of ['0.27.0', '0.31.4', '0.32.10'])
      expect([release, at(text, release)]).toEqual([release, []]);
  });

  it('are held to the newest release that serves them where none is known', () => {
    const old = findings(readFileSync('test/manifests/data/seed-v1beta1.yaml', 'utf8'));
    expect(old.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual([
      'note removed-api',
      'note removed-api',
    ]);
    expect(old[0]?.message).toContain('no Karpenter after 1.0.14');
    expect(placed(POOL, findings(changed(POOL, 'WhenEmpty', 'Balanced')))).toEqual([]);
  });

  it('hold placeholders, which are not judged', () => {
    const text = changed(CLASS, 'al2023@v20250915', '${AMI_ALIAS}');
    expect(at(changed(text, 'KarpenterNodeRole-orders', '"KarpenterNodeRole-${CLUSTER}"'))).toEqual(
      [],
    );
    const guide = changed(CLASS, 'al2023@v20250915', '<<AMI_ALIAS>>');
    expect(at(changed(guide, 'KarpenterNodeRole-orders', '"<CLUSTER_ROLE>"'))).toEqual([]);
  });

  it('of other kinds are passed over', () => {
    expect(at('apiVersion: apps/v1\nkind: Deployment\nspec: { anything: 1 }\n')).toEqual([]);
    expect(at('apiVersion: eks.amazonaws.com/v1\nkind: NodeClass\nspec: { a: 1 }\n')).toEqual([]);
  });
});

describe('removed-api', () => {
  const old = 'apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: { name: edge }\n';
  it.each([
    ['a Provisioner at 0.35', old, '0.35.0', ['2:7 error removed-api']],
    ['a Provisioner at 0.31', old, '0.31.4', []],
    ['a v1 NodePool at 0.35.0', POOL, '0.35.0', ['2:7 error removed-api']],
    [
      'a v1beta1 NodePool at 1.1',
      POOL.replace('/v1', '/v1beta1'),
      '1.1.0',
      ['2:7 error removed-api'],
    ],
    [
      'a NodePool of the wrong group',
      POOL.replace('.sh/', '.k8s.aws/'),
      '1.4.0',
      ['2:7 error removed-api'],
    ],
    [
      'a CapacityBuffer before 1.14',
      'apiVersion: autoscaling.x-k8s.io/v1beta1\nkind: CapacityBuffer\n',
      '1.13.0',
      ['2:7 error removed-api'],
    ],
  ])('%s', (_, text, release, expected) => {
    expect(at(text, release)).toEqual(expected);
  });

  it('names what to write instead', () => {
    const [finding] = findings(old, '0.35.0');
    expect(finding?.message).toBe(
      'Karpenter 0.35.0 does not serve karpenter.sh/v1alpha5 of Provisioner "edge"',
    );
    expect(finding?.help).toContain('NodePool of karpenter.sh/v1beta1');
  });

  it('is not said where one of the releases in use serves the object', () => {
    expect(findings(old, '0.31.4', '0.35.0')).toEqual([]);
    const beta = POOL.replace('karpenter.sh/v1', 'karpenter.sh/v1beta1');
    expect(findings(beta, '0.31.4', '0.35.0', '1.8.1').map(({ rule }) => rule)).not.toContain(
      'removed-api',
    );
  });

  it('is not said of pools of Auto Mode, which EKS serves', () => {
    const auto = POOL.replace('karpenter.k8s.aws', 'eks.amazonaws.com').replace(
      'EC2NodeClass',
      'NodeClass',
    );
    expect(at(auto, '0.35.0')).toEqual([]);
  });
});

describe('fields', () => {
  const beta = (text: string) => text.replace('karpenter.sh/v1', 'karpenter.sh/v1beta1');
  it.each([
    [
      'misspelt',
      changed(POOL, 'terminationGracePeriod', 'terminationGracePeirod'),
      NEWEST,
      'terminationGracePeirod',
      'unknown-field',
      'did you mean "terminationGracePeriod"?',
    ],
    [
      'in the wrong place',
      changed(POOL, '  weight: 10', '  expireAfter: 336h'),
      NEWEST,
      'expireAfter',
      'unknown-field',
      'it belongs at "spec.template.spec.expireAfter"',
    ],
    [
      'of a later release',
      changed(POOL, 'weight: 10', 'replicas: 3'),
      '1.2.0',
      'replicas',
      'unknown-field',
      'it is known from Karpenter 1.8.0 on',
    ],
    [
      'of v1beta1 in v1',
      changed(POOL, '    consolidateAfter: 30s', '    consolidateAfter: 30s\n    expireAfter: 24h'),
      NEWEST,
      'expireAfter',
      'moved-field',
      'write spec.template.spec.expireAfter',
    ],
    [
      'of v1 in v1beta1',
      beta(POOL),
      '0.37.0',
      'expireAfter',
      'moved-field',
      'write spec.disruption.expireAfter',
    ],
    [
      'of a Provisioner in v1',
      changed(POOL, '  weight: 10', '  ttlSecondsUntilExpired: 3600'),
      NEWEST,
      'ttlSecondsUntilExpired',
      'moved-field',
      'write spec.template.spec.expireAfter',
    ],
    [
      'of a Provisioner, under another type',
      changed(POOL, '    cpu: 1000', '    resources: { cpu: 1000 }'),
      NEWEST,
      'resources',
      'moved-field',
      'write spec.limits',
    ],
    [
      'of an AWSNodeTemplate',
      changed(CLASS, '  tags:\n    team: orders', '  subnetSelector: { a: b }'),
      NEWEST,
      'subnetSelector',
      'moved-field',
      'write spec.subnetSelectorTerms',
    ],
  ])('%s', (_, text, release, place, rule, help) => {
    const found = findings(text, release);
    const [first] = found.filter((finding) => finding.rule === rule);
    expect(marked(text, first)).toBe(place);
    expect(first?.severity).toBe('error');
    expect(first?.help).toContain(help);
  });
});

describe('values', () => {
  it.each([
    [
      'an enum',
      'WhenEmpty',
      'WhenUnderutilized',
      'WhenUnderutilized',
      'cannot be "WhenUnderutilized"',
      'WhenEmptyOrUnderutilized',
    ],
    [
      'an enum of a later release',
      'WhenEmpty',
      'Balanced',
      'Balanced',
      'cannot be "Balanced"',
      'it is known from Karpenter 1.14.0 on',
    ],
    ['days', '336h', '14d', '14d', 'cannot be "14d"', 'write "336h"'],
    [
      'a word for a duration',
      '1h',
      'Never',
      'Never',
      'cannot be "Never"',
      'a duration is numbers with h, m and s',
    ],
    [
      'a type',
      'weight: 10',
      'weight: heavy',
      'heavy',
      'is "heavy", where a whole number is expected',
      '',
    ],
    ['a limit', 'weight: 10', 'weight: 101', '101', 'is more than 100', ''],
    [
      'a missing field',
      '    consolidateAfter: 30s\n',
      '',
      'disruption',
      'lacks "consolidateAfter"',
      'add "consolidateAfter"',
    ],
    [
      'a CEL rule on a list',
      '        duration: 8h\n',
      '',
      'nodes',
      'needs schedule and duration together',
      '',
    ],
    [
      'a CEL rule on a map',
      'team: orders',
      'karpenter.sh/nodepool: a',
      'karpenter.sh/nodepool',
      'cannot use the label karpenter.sh/nodepool',
      '',
    ],
    [
      'a CEL rule about each entry',
      'operator: In',
      'operator: NotIn\n          minValues: 2',
      '',
      '',
      '',
    ],
    ['a quantity', 'cpu: 1000', 'cpu: lots', 'lots', 'cannot be "lots"', 'write a quantity'],
    [
      'a misspelt capacity type',
      '[spot, on-demand]',
      '[Spot, on-demand]',
      'Spot',
      '"Spot" is no value of karpenter.sh/capacity-type',
      'did you mean "spot"?',
    ],
    [
      'a schedule',
      'mon-fri',
      'mon-sat 7',
      '"0 9 * * mon-sat 7"',
      'so nothing is disrupted at all',
      'five fields',
    ],
    [
      'a schedule with Sunday as 7',
      'mon-fri',
      '1-7',
      '"0 9 * * 1-7"',
      'so nothing is disrupted at all',
      'Sunday is 0',
    ],
    [
      'a taint given twice',
      '      expireAfter',
      '        - { key: orders, effect: NoSchedule }\n      expireAfter',
      'orders',
      'taints its nodes twice',
      '',
    ],
  ])('%s', (_, from, to, place, message, help) => {
    const text = changed(POOL, from, to);
    const found = findings(text, '1.13.0');
    if (place === '') {
      expect(found).toEqual([]);
      return;
    }
    expect(found.map(({ rule }) => rule)).toEqual(['invalid-field']);
    expect(marked(text, found[0])).toBe(place);
    expect(found[0]?.message).toContain(message);
    expect(found[0]?.help ?? '').toContain(help);
    expect(found[0]?.pool).toBe('general');
  });

  it.each([
    [
      'neither role nor profile',
      '  role: KarpenterNodeRole-orders\n',
      '',
      'needs either role or instanceProfile',
    ],
    ['a family without a version', 'al2023@v20250915', 'al2023', 'is written family@version'],
    [
      'an id beside tags, in each term',
      '    - tags:\n        karpenter.sh/discovery: orders\n    - id: sg',
      '    - tags: { a: b }\n      id: sg',
      'takes id alone in a term',
    ],
    [
      'an id beside tags, in one term',
      '    - id: sg',
      '    - tags: { a: b }\n      id: sg',
      'the id alone counts',
    ],
    [
      'a tag that Karpenter sets',
      '  tags:\n    team',
      '  tags:\n    karpenter.sh/nodepool',
      'cannot set the tag karpenter.sh/nodepool',
    ],
  ])('of a class: %s', (_, from, to, message) => {
    const text = changed(CLASS, from, to);
    const found = findings(text, NEWEST);
    expect(found.map(({ rule }) => rule)).toEqual(['invalid-field']);
    expect(found[0]?.message).toContain(message);
  });

  it('with a runtime error in a rule are refused, as the API server does', () => {
    const text = changed(
      CLASS,
      '  role:',
      '  kubelet:\n    evictionSoft: { memory.available: 5% }\n  role:',
    );
    expect(findings(text, NEWEST).map(({ message }) => message)).toEqual([
      '"spec.kubelet.evictionSoft" of EC2NodeClass "general" needs an evictionSoftGracePeriod for each evictionSoft',
    ]);
  });

  it('that only an unanchored pattern lets pass are found at 1.0', async () => {
    const crd = await loadCrd('karpenter.sh/v1', 'NodePool');
    const text = changed(POOL, 'expireAfter: 336h', 'expireAfter: 5mXX');
    const [object] = objectsOf(text);
    if (crd === undefined || object === undefined) throw new Error('no table');
    for (const release of ['1.0.0', '1.0.14'])
      expect(placed(text, checkObject(object, release, crd))).toEqual([
        '26:20 error invalid-field',
      ]);
  });

  it('of a Provisioner are held to the operators that its schema does not know', () => {
    const text = `apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata: { name: edge }
spec:
  requirements: [{ key: team, operator: in, values: [a] }]
`;
    expect(at(text, '0.31.4')).toEqual(['5:41 error invalid-field']);
  });

  it('are checked at their places behind indent guides', () => {
    const text =
      'apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata:\n  name: a\nspec:\n  labels:\n  ⦙ a: b\n  weight: 200\n';
    const object = objectsOf(text.replace('⦙', ' '))[0];
    expect(object && placed(text, check([object], ['0.31.4']))).toEqual([
      '8:11 error invalid-field',
    ]);
  });
});

describe('the rules of the CRDs', () => {
  it('are expressions that can be read, every one of every release', async () => {
    const { Environment } = await import('@marcbachmann/cel-js');
    const environment = new Environment({ unlistedVariablesAreDyn: true }).registerFunction(
      'string.find(string): string',
      (text: string) => text,
    );
    let count = 0;
    for (const key of crdKinds()) {
      const [apiVersion = '', kind = ''] = key.split(' ');
      for (const [id, rule] of Object.entries((await loadCrd(apiVersion, kind))?.rules ?? {})) {
        expect(() => environment.parse(rule), id).not.toThrow();
        count++;
      }
    }
    expect(count).toBeGreaterThan(100);
  });
});

describe('reserved-label', () => {
  it.each([
    [
      'the mark of a managed node group',
      'eks.amazonaws.com/nodegroup',
      ['9:9 warning reserved-label'],
    ],
    ['the mark of Fargate', 'eks.amazonaws.com/compute-type', ['9:9 warning reserved-label']],
    ['a label of one’s own', 'example.com/nodegroup', []],
  ])('%s', (_, label, expected) => {
    expect(at(changed(POOL, 'team: orders', `${label}: x`))).toEqual(expected);
  });
});
