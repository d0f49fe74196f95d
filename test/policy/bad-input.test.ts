/** Every kind of bad input gives a finding with its place and what to write instead; exit 1; nothing written. */
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import { changed, VALID } from '../support/policy.js';

interface Case {
  readonly name: string;
  readonly text: string;
  readonly rule: string;
  /** Line and column of the finding. */
  readonly place: string;
  readonly says: RegExp;
  /** What to write instead. */
  readonly help?: RegExp;
  readonly files?: Readonly<Record<string, string>>;
}

const CASES: readonly Case[] = [
  {
    name: 'an unknown key names the nearest one',
    text: changed('region:', 'regoin:'),
    rule: 'invalid-policy',
    place: '6:3',
    says: /unknown key "regoin" in "cluster"/,
    help: /did you mean "region"/,
  },
  {
    name: 'an unknown key deep inside a pool',
    text: changed('{ prefer: spot }', '{ perfer: spot }'),
    rule: 'invalid-policy',
    place: '16:12',
    says: /unknown key "perfer"/,
    help: /did you mean "prefer"/,
  },
  {
    name: 'a wrong type',
    text: changed('nodeClass: general', 'nodeClass: general\n    weight: heavy'),
    rule: 'invalid-policy',
    place: '20:13',
    says: /"weight" must be a whole number, found a text/,
  },
  {
    name: 'a Kubernetes version without quotes is a number',
    text: changed('"1.33"', '1.33'),
    rule: 'invalid-policy',
    place: '7:22',
    says: /"kubernetesVersion" must be a text/,
  },
  {
    name: 'a kind of pool that does not exist',
    text: changed('kind: NodePool', 'kind: NodePol'),
    rule: 'invalid-policy',
    place: '15:11',
    says: /"NodePol" is no kind of pool/,
    help: /did you mean "NodePool"/,
  },
  {
    name: 'a missing key says what it is for',
    text: changed('    nodeClass: general\n', ''),
    rule: 'invalid-policy',
    place: '14:5',
    says: /"nodeClass" is missing/,
    help: /nodeClasses/,
  },
  {
    name: 'an unknown pool in an exception',
    text: `${VALID}  exceptions:\n    - { pools: [wbe], events: [scheduled-change], owner: none, because: test }\n`,
    rule: 'invalid-policy',
    place: '33:17',
    says: /no pool is called "wbe"/,
    help: /did you mean "web"/,
  },
  {
    name: 'an exception without a reason',
    text: `${VALID}  exceptions:\n    - { pools: [web], events: [scheduled-change], owner: none }\n`,
    rule: 'unexplained-gap',
    place: '33:58',
    says: /has no reason/,
    help: /because/,
  },
  {
    name: 'a reason of blanks is none',
    text: `${VALID}  exceptions:\n    - { pools: [web], events: [scheduled-change], owner: none, because: "  " }\n`,
    rule: 'unexplained-gap',
    place: '33:58',
    says: /has no reason/,
  },
  {
    name: 'another owner without a reason',
    text: `${VALID}  exceptions:\n    - { pools: [web], events: [scheduled-change], owner: nth }\n`,
    rule: 'invalid-policy',
    place: '33:58',
    says: /has no reason/,
  },
  {
    name: 'an owner that cannot handle the event',
    text: `${VALID}  exceptions:\n    - { pools: [web], events: [rebalance-recommendation], owner: karpenter, because: test }\n`,
    rule: 'unexpressible-owner',
    place: '33:66',
    says: /"karpenter" cannot own rebalance-recommendation of "web": Karpenter only records/,
    help: /nth/,
  },
  {
    name: 'an owner that cannot handle the kind',
    text: changed('SelfManagedNodeGroup: nth }', 'SelfManagedNodeGroup: karpenter }'),
    rule: 'unexpressible-owner',
    place: '31:78',
    says: /"karpenter" cannot own the interruptions of a SelfManagedNodeGroup/,
    help: /nth/,
  },
  {
    name: 'an owner that is none of a kind without a reason',
    text: changed('NodePool: karpenter', 'NodePool: none'),
    rule: 'unexplained-gap',
    place: '31:22',
    says: /"none" owns the events of every NodePool without a reason/,
  },
  {
    name: 'nobody for what EKS answers by itself',
    text: `${VALID}  exceptions:\n    - { pools: [system], events: [scheduled-change], owner: none, because: test }\n`,
    rule: 'unexpressible-owner',
    place: '33:61',
    says: /"none" cannot own scheduled-change of "system": EKS answers it for a ManagedNodeGroup by itself/,
    help: /leave the event to eks/,
  },
  {
    name: 'nobody for the repair that is switched on',
    text: `${changed('chart: 1.8.8,', 'chart: 1.8.8, values: { settings: { featureGates: { nodeRepair: true } } },')}  exceptions:\n    - { pools: [web], events: [node-repair], owner: none, because: test }\n`,
    rule: 'unexpressible-owner',
    place: '33:53',
    says: /"none" cannot own node-repair of "web": "settings.featureGates.nodeRepair" is on/,
    help: /take "settings.featureGates.nodeRepair" out of its values/,
  },
  {
    name: 'nobody for one of two NodePools, which share a queue',
    text: `${changed('  - name: batch\n', '  - { name: jobs, kind: NodePool, mix: { spot: 100 }, nodeClass: general }\n  - name: batch\n')}  exceptions:\n    - { pools: [jobs], events: [spot-interruption], owner: none, because: test }\n`,
    rule: 'unexpressible-owner',
    place: '34:60',
    says: /"none" cannot own spot-interruption of "jobs": Karpenter answers it for "web", and its queue does not tell NodePools apart/,
    help: /of all NodePools to karpenter, or of none/,
  },
  {
    name: 'nobody for what the module sends to Karpenter in any case',
    text: `${VALID}  exceptions:\n    - { pools: [web], events: [spot-interruption], owner: none, because: test }\n`,
    rule: 'unexpressible-owner',
    place: '33:59',
    says: /"none" cannot own spot-interruption of "web": the add-ons module's own rules send it to Karpenter's queue/,
    help: /target module or stack/,
  },
  {
    name: 'NTH for a NodePool at a chart that asks the group',
    text: changed('NodePool: karpenter', 'NodePool: nth').replace(
      'nth: { runsOn: system }',
      'nth: { chart: 0.15.4, runsOn: system }',
    ),
    rule: 'unexpressible-owner',
    place: '31:22',
    says: /"nth" cannot own spot-interruption of "web": up to chart 0.15.4 it knows nodes by the tags of their Auto Scaling group/,
    help: /later chart/,
  },
  {
    name: 'Karpenter for nodes of Auto Mode',
    text: `${changed('  - name: batch\n', '  - { name: auto, kind: AutoMode, mix: { onDemand: 100 } }\n  - name: batch\n')}  exceptions:\n    - { pools: [auto], events: [instance-state-change], owner: karpenter, because: test }\n`,
    rule: 'unexpressible-owner',
    place: '34:64',
    says: /"karpenter" cannot own instance-state-change of "auto": nodes of Auto Mode are for EKS/,
    help: /leave Auto Mode to eks/,
  },
  {
    name: 'another owner for a group that carries the tag of NTH',
    text: `${changed('  - name: batch\n', '  - { name: jobs, kind: SelfManagedNodeGroup, mix: { spot: 100 }, tags: { aws-node-termination-handler/managed: "true" } }\n  - name: batch\n')}  exceptions:\n    - { pools: [jobs], owner: external, because: test }\n`,
    rule: 'unexpressible-owner',
    place: '34:31',
    says: /"external" cannot own spot-interruption of "jobs": its instances carry "aws-node-termination-handler\/managed"/,
    help: /take the tag out/,
  },
  {
    name: 'percentages that do not add up',
    text: changed('{ prefer: spot }', '{ spot: 80, onDemand: 30 }'),
    rule: 'invalid-policy',
    place: '16:5',
    says: /add up to 110, not 100/,
  },
  {
    name: 'a preference beside percentages',
    text: changed('{ prefer: spot }', '{ prefer: spot, onDemand: 100 }'),
    rule: 'invalid-policy',
    place: '16:5',
    says: /exclude each other/,
  },
  {
    name: 'two pools of one name',
    text: changed('name: batch', 'name: web'),
    rule: 'invalid-policy',
    place: '20:11',
    says: /two pools are called "web"/,
  },
  {
    name: 'names that are one name once cdktf has dropped characters',
    text: changed('name: batch', 'name: w.eb'),
    rule: 'invalid-policy',
    place: '20:11',
    says: /differ only in characters that resource names cannot hold/,
  },
  {
    name: 'a mix whose second NodePool takes the name of another pool',
    text: changed(
      '{ prefer: spot }',
      '{ spot: 50, onDemand: 50 }',
      changed('name: batch', 'name: web-on-demand'),
    ),
    rule: 'invalid-policy',
    place: '14:11',
    says: /"web-on-demand"/,
  },
  {
    name: 'a release that does not exist',
    text: changed('addons: 1.16.2', 'addons: 1.16.9'),
    rule: 'invalid-policy',
    place: '8:21',
    says: /has no release "1.16.9"/,
    help: /1\.16\./,
  },
  {
    name: 'a release that cannot work',
    text: changed('addons: 1.16.2', 'addons: 1.24.0'),
    rule: 'incompatible-provider',
    place: '8:21',
    says: /1\.24\.0 of the add-ons module cannot be used/,
    help: /1\.24\.3/,
  },
  {
    name: 'a Karpenter chart that does not exist',
    text: changed('chart: 1.8.8', 'chart: 1.8.88'),
    rule: 'unavailable-chart',
    place: '10:23',
    says: /no chart "1.8.88" of Karpenter/,
    help: /1\.8\.8/,
  },
  {
    name: 'an NTH chart that does not exist',
    text: changed('nth: { runsOn: system }', 'nth: { runsOn: system, chart: 0.99.0 }'),
    rule: 'unavailable-chart',
    place: '11:33',
    says: /no chart "0.99.0" of AWS Node/,
  },
  {
    name: 'a chart out of range for the Kubernetes version',
    text: changed('chart: 1.8.8', 'chart: 1.0.8'),
    rule: 'unsupported-kubernetes',
    place: '10:23',
    says: /supports Kubernetes 1\.25 to 1\.31, the cluster has 1\.33/,
    help: /chart 1\./,
  },
  {
    name: 'a cluster name too long for the role',
    text: changed('name: checkout\n  region', `name: ${'a'.repeat(50)}\n  region`),
    rule: 'invalid-policy',
    place: '5:9',
    says: /longer than the 64 characters that IAM allows/,
    help: /nodeRoleName/,
  },
  {
    name: 'a reference that is no expression',
    text: changed('module.eks.batch_group_arn', '"module.eks[.x"'),
    rule: 'invalid-policy',
    place: '22:36',
    says: /is no Terraform expression/,
  },
  {
    name: 'a reference to what only its block knows',
    text: changed('module.eks.batch_group_arn', 'each.value.arn'),
    rule: 'invalid-policy',
    place: '22:36',
    says: /"each" means nothing/,
  },
  {
    name: 'an extends loop',
    text: `extends: [base.yaml]\n${VALID}`,
    rule: 'invalid-policy',
    place: '1:11',
    says: /closes a loop/,
    files: { 'base.yaml': 'extends: [policy.yaml]\n' },
  },
  {
    name: 'an extends path that leaves the root',
    text: `extends: [../secret.yaml]\n${VALID}`,
    rule: 'invalid-policy',
    place: '1:11',
    says: /leaves the policy root/,
  },
  {
    name: 'an absolute extends path',
    text: `extends: [/etc/passwd]\n${VALID}`,
    rule: 'invalid-policy',
    place: '1:11',
    says: /leaves the policy root/,
  },
  {
    name: 'an extends path that does not exist',
    text: `extends: [missing.yaml]\n${VALID}`,
    rule: 'invalid-policy',
    place: '1:11',
    says: /cannot be read: it does not exist/,
  },
  {
    name: 'a cdktf token in a text',
    text: changed('{ alias: al2023@v20250915 }', '{ alias: "${TfToken[TOKEN.0]}" }'),
    rule: 'template-in-text',
    place: '27:35',
    says: /would be run by cdktf/,
  },
  {
    name: 'a cdktf token in a key',
    text: changed('karpenter.sh/discovery: checkout', '"TfToken[TOKEN.1]": checkout'),
    rule: 'template-in-text',
    place: '28:39',
    says: /would be run by cdktf/,
  },
  {
    name: 'a number that cdktf takes for a token',
    text: changed(
      'nodeClass: general',
      'nodeClass: general\n    limits: { cpu: -1.8881545897087626e+289 }',
    ),
    rule: 'template-in-text',
    place: '20:20',
    says: /cdktf may take/,
  },
  {
    name: 'a control character',
    text: changed('al2023@v20250915', '"al2023\\u0001"'),
    rule: 'suspicious-character',
    place: '27:35',
    says: /control character/,
  },
  {
    name: 'an empty file',
    text: '',
    rule: 'invalid-policy',
    place: '1:1',
    says: /holds no policy/,
    help: /interlock init/,
  },
  {
    name: 'a file of comments',
    text: '# nothing yet\n',
    rule: 'invalid-policy',
    place: '1:1',
    says: /holds no policy/,
  },
  {
    name: 'two documents',
    text: `${VALID}---\nkind: InterruptionPolicy\n`,
    rule: 'invalid-policy',
    place: '33:1',
    says: /a second document/,
  },
  {
    name: 'a list in place of a policy',
    text: '- a\n- b\n',
    rule: 'invalid-policy',
    place: '1:1',
    says: /a policy is an object/,
  },
  {
    name: 'tabs as indentation',
    text: changed('  name: checkout\n  region', '\tname: checkout\n  region'),
    rule: 'unreadable-file',
    place: '5:1',
    says: /[Tt]abs/,
  },
  {
    name: 'a key that is written twice',
    text: changed('  region: eu-central-1\n', '  region: eu-central-1\n  region: eu-west-1\n'),
    rule: 'unreadable-file',
    place: '7:3',
    says: /unique/,
  },
  {
    name: 'an alias bomb',
    text: `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
      .split('')
      .map((c, i) => `${c}: &${c} [${Array(10).fill(`*${'abcdefghij'[i]}`).join(',')}]`)
      .join('\n')}\n`,
    rule: 'unreadable-file',
    place: '',
    says: /too large/,
  },
  {
    name: 'nesting without end',
    text: `a: ${'['.repeat(5000)}`,
    rule: 'unreadable-file',
    place: '1:404',
    says: /nested too deeply/,
  },
  {
    name: 'an input that the release does not have',
    text: `${VALID}inputs:\n  enable_cert_manger: true\n`,
    rule: 'unknown-module-input',
    place: '33:3',
    says: /has no input "enable_cert_manger"/,
    help: /enable_cert_manager/,
  },
  {
    name: 'an input of a later release',
    text: `${VALID}inputs:\n  observability_tag: null\n`,
    rule: 'unknown-module-input',
    place: '33:3',
    says: /has no input "observability_tag"/,
    help: /1\.18\.0/,
  },
  {
    name: 'a key that the module never reads',
    text: `${VALID}inputs:\n  cert_manager: { chartversion: v1.14.3 }\n`,
    rule: 'unread-module-key',
    place: '33:19',
    says: /never reads "chartversion"/,
    help: /chart_version/,
  },
  {
    name: 'an input that the policy decides elsewhere',
    text: `${VALID}inputs:\n  enable_karpenter: false\n`,
    rule: 'invalid-policy',
    place: '33:3',
    says: /decided by "capacity"/,
  },
  {
    name: 'drain rules for a pool that does not exist',
    text: `${VALID}drain: { pools: { wbe: { expireAfter: 24h } } }\n`,
    rule: 'invalid-policy',
    place: '32:19',
    says: /no pool is called so/,
    help: /did you mean "web"/,
  },
  {
    name: 'a drain rule that nothing can keep on that kind of pool',
    text: `${VALID}drain: { pools: { system: { expireAfter: 24h } } }\n`,
    rule: 'unexpressible-setting',
    place: '32:29',
    says: /nothing can keep "expireAfter" on the ManagedNodeGroup "system"/,
  },
  {
    name: 'a group that NTH owns and nobody can find',
    text: changed('    autoScalingGroup: { terraform: module.eks.batch_group_arn }\n', ''),
    rule: 'invalid-policy',
    place: '20:11',
    says: /says no "autoScalingGroup"/,
  },
  {
    name: 'a node class that does not exist',
    text: changed('nodeClass: general', 'nodeClass: genral'),
    rule: 'invalid-policy',
    place: '19:16',
    says: /no node class is called "genral"/,
    help: /did you mean "general"/,
  },
  {
    name: 'a capacity type said twice',
    text: changed(
      'requirements:',
      'requirements:\n      - { key: karpenter.sh/capacity-type, operator: In, values: [spot] }',
    ),
    rule: 'invalid-policy',
    place: '18:9',
    says: /is said twice/,
  },
  {
    name: 'a Fargate profile that selects another namespace',
    text: changed(
      'name: system, kind: ManagedNodeGroup, mix: { onDemand: 100 }',
      'name: system, kind: FargateProfile, selectors: [{ namespace: "kube-*" }]',
    ),
    rule: 'invalid-policy',
    place: '10:38',
    says: /does not select the namespace "karpenter"/,
    help: /add \{ namespace: karpenter \}/,
  },
  {
    name: 'a place to run on that does not exist',
    text: changed('runsOn: system }\n  nth', 'runsOn: sytem }\n  nth'),
    rule: 'invalid-policy',
    place: '10:38',
    says: /no pool is called "sytem"/,
    help: /did you mean "system"/,
  },
];

const lintFindings = async (text: string, files: Readonly<Record<string, string>> = {}) => {
  const host = memoryHost({ 'policy.yaml': text, ...files });
  const status = await run(host, ['lint', 'policy.yaml', '--format', 'json']);
  return { status, findings: JSON.parse(host.stdout()).findings };
};

describe('bad input', () => {
  it.each(CASES)('$name', async ({ text, files, rule, place, says, help }) => {
    const { status, findings } = await lintFindings(text, files);
    const errors = findings.filter((f: { severity: string }) => f.severity === 'error');
    const found = errors.find(
      (f: { rule: string; message: string }) => f.rule === rule && says.test(f.message),
    );
    expect(found, JSON.stringify(errors, null, 1)).toBeDefined();
    const { start } = found.range;
    if (place !== '') expect(`${start.line}:${start.column}`).toBe(place);
    if (help !== undefined) expect(found.help).toMatch(help);
    expect(found.message).not.toMatch(/^[A-Z][a-z]+ |\.$/);
    expect(status).toBe(1);
  });

  it.each(CASES)('$name: nothing is written', async ({ text, files }) => {
    const host = memoryHost({ 'policy.yaml': text, ...files });
    const before = new Map(host.files);
    expect(await run(host, ['compile', 'policy.yaml', '--out', 'out'])).toBe(1);
    expect(host.files).toEqual(before);
  });

  it('the policy that all of these spoil is clean', async () => {
    const { status, findings } = await lintFindings(VALID);
    expect(findings.filter((f: { severity: string }) => f.severity !== 'note')).toEqual([]);
    expect(status).toBe(0);
  });
});

describe('odd but good input', () => {
  it.each([
    ['a byte order mark', `\ufeff${VALID}`],
    ['CRLF line ends', VALID.replaceAll('\n', '\r\n')],
    ['a JSON policy', ''],
  ])('%s is read', async (name, text) => {
    const { status, findings } = await lintFindings(text === '' ? await asJson() : text);
    expect(findings.filter((f: { severity: string }) => f.severity !== 'note')).toEqual([]);
    expect(status, name).toBe(0);
  });

  it('places in a text with CRLF and a byte order mark are exact', async () => {
    const text = `\ufeff${changed('region:', 'regoin:').replaceAll('\n', '\r\n')}`;
    const { findings } = await lintFindings(text);
    const found = findings.find((f: { message: string }) => /regoin/.test(f.message));
    expect(found.range.start).toEqual({ line: 6, column: 3 });
  });
});

async function asJson(): Promise<string> {
  const { parse } = await import('yaml');
  return JSON.stringify(parse(VALID), null, 2);
}
