/** Conversion of Karpenter's older manifests: nothing lost in silence, nothing changed twice, v1 left alone. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments, stringify } from 'yaml';
import type { Finding } from '../../src/diagnostics/finding.js';
import type { ManifestChecker } from '../../src/manifests/check/manifests.js';
import { convertFiles } from '../../src/manifests/convert/convert.js';
import { readYamlFile } from '../../src/manifests/read.js';
import { changed, checker, objectsOf } from '../manifests/support.js';

const data = (name: string): string => readFileSync(`test/convert/data/${name}`, 'utf8');
const convert = (text: string): { text: string; findings: readonly Finding[] } => {
  const { files, findings } = convertFiles([{ file: 'pool.yaml', text }]);
  return { text: files[0]?.text ?? '', findings };
};
const messages = (text: string): string[] => convert(text).findings.map(({ message }) => message);
const asked = (text: string): string[] =>
  convert(text).findings.flatMap(({ rule, help }) =>
    rule === 'underivable-value' ? [help ?? ''] : [],
  );

let check: ManifestChecker;
beforeAll(async () => {
  check = await checker();
});
/** What the API server of a release has against a text. */
const refused = (text: string, release = '1.14.1'): string[] =>
  check(objectsOf(text), [release]).map(({ message }) => message);

const PROVISIONER = `# the pool of the shop
apiVersion: karpenter.sh/v1alpha5 # old
kind: Provisioner
metadata:
  name: shop
spec:
  # by team
  labels: { team: shop }
  taints: # keeps others away
    - { key: shop, effect: NoSchedule } # one taint
  requirements:
    - key: karpenter.sh/capacity-type # mixed
      operator: In
      values: [spot, on-demand]
    - { key: karpenter.k8s.aws/instance-family, operator: In, values: [m5, m6i] }
  limits:
    resources:
      cpu: 100 # at most
  consolidation: { enabled: true }
  ttlSecondsUntilExpired: 86400 # a day
  providerRef: { name: shop } # the class
  weight: 10
`;
const TEMPLATE = `apiVersion: karpenter.k8s.aws/v1alpha1
kind: AWSNodeTemplate
metadata: { name: shop }
spec:
  amiFamily: Bottlerocket # small
  instanceProfile: nodes
  subnetSelector: { karpenter.sh/discovery: shop }
  securityGroupSelector:
    Name: "a, b" # two groups
  metadataOptions: { httpPutResponseHopLimit: 1 }
`;
const BETA = `apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata: { name: web }
spec:
  disruption:
    consolidationPolicy: WhenUnderutilized # pack
    expireAfter: 720h # a month
  template:
    spec:
      # the class
      nodeClassRef: { name: web }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [spot] }
  limits: { cpu: 10 }
`;
const BETA_CLASS = `apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: { name: web }
spec:
  amiFamily: AL2023
  role: nodes
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: web } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: web } }]
`;
const both = (a: string, b: string): string => `${a}---\n${b}`;

describe('the second seed', () => {
  it('becomes v1, all its fields in their places', async () => {
    const { text } = convert(data('provisioner.yaml'));
    await expect(text).toMatchFileSnapshot('data/provisioner.v1.yaml');
  });

  it('becomes the same with its indent guides and filler line', () => {
    expect(convert(data('provisioner-fenced.yaml')).text.trimEnd()).toBe(
      convert(data('provisioner.yaml')).text.trimEnd(),
    );
  });

  it('lacks a role and nothing else', () => {
    const { text } = convert(data('provisioner.yaml'));
    for (const release of ['1.0.14', '1.14.1']) {
      expect(refused(text, release)).toEqual([
        expect.stringMatching(/^"spec(?:\.role)?" of EC2NodeClass "service-lt"/),
      ]);
      expect(refused(changed(text, 'role: ""', 'role: nodes'), release)).toEqual([]);
    }
  });

  it('agrees with the conversion by hand, comments and judgements aside', () => {
    const plain = (text: string) => parseAllDocuments(text).map((one) => one.toJS());
    const [pool, nodeClass] = plain(convert(data('provisioner.yaml')).text);
    const [wantedPool, wantedClass] = plain(
      readFileSync('test/manifests/data/seed-v1.yaml', 'utf8'),
    );
    expect(pool).toEqual(wantedPool);
    expect({ ...nodeClass.spec, role: 'x', amiSelectorTerms: [] }).toEqual({
      ...wantedClass.spec,
      role: 'x',
      amiSelectorTerms: [],
    });
  });

  it('asks for role, image, deadline and limits, each with the line to fill in', () => {
    expect(asked(data('provisioner.yaml'))).toEqual([
      'write: terminationGracePeriod: 1h (in spec.template.spec of NodePool "service")',
      'write: limits: { cpu: "1000" } (in spec of NodePool "service")',
      'write: alias: al2023@VERSION (in spec.amiSelectorTerms of EC2NodeClass "service-lt")',
      'write: role: NAME (in spec of EC2NodeClass "service-lt")',
    ]);
  });

  it('keeps its Deployment byte for byte', () => {
    const text = data('deployment.yaml');
    expect(convert(text)).toEqual({ text, findings: [] });
  });
});

describe('what is v1 already', () => {
  it.each([
    ['the seed, converted by hand', readFileSync('test/manifests/data/seed-v1.yaml', 'utf8')],
    ['odd formatting', 'apiVersion:   karpenter.sh/v1\nkind: NodePool\nspec: {a:   b}   # x\n\n\n'],
    ['CRLF and no end of line', '---\r\napiVersion: karpenter.sh/v1\r\nkind: NodePool'],
    ['something else', 'a: [1,2,   3]\n...\n---\n# only a comment\n'],
    ['a file that cannot be read', 'a: [\n'],
    ['guides in a file without old objects', 'apiVersion: v1\nkind: ConfigMap\ndata:\n  ⦙ a: b\n'],
    ['nothing', ''],
  ])('comes back byte for byte: %s', (_, text) => {
    expect(convert(text).text).toBe(text);
  });

  it.each([
    ['brackets without end', `# karpenter\n${'['.repeat(50_000)}`],
    [
      'an indentation without end',
      `# karpenter\n${Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')}`,
    ],
    [
      'aliases of aliases',
      `# karpenter.sh/v1alpha5\na: &a [x, x]\n${[...'bcdefghijklmnopqrstuvwxyz']
        .map(
          (name, i, all) =>
            `${name}: &${name} [${Array(9)
              .fill(`*${i === 0 ? 'a' : all[i - 1]}`)
              .join(', ')}]`,
        )
        .join('\n')}\n`,
    ],
  ])('comes back where it cannot be taken apart: %s', (_, text) => {
    expect(convert(text).text).toBe(text);
  });

  it('with aliases of aliases in an old object is left as it is', () => {
    const names = [...'abcdefghijklmnop'];
    const bomb = names
      .map(
        (name, i) =>
          `    ${name}: &${name} ${
            i === 0
              ? 'x'
              : `[${Array(9)
                  .fill(`*${names[i - 1]}`)
                  .join(', ')}]`
          }`,
      )
      .join('\n');
    const text = `apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: { name: a }\nspec:\n  labels:\n${bomb}\n`;
    expect(convert(text).text).toBe(text);
  });

  it('comes back whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(convert(text).text).toBe(text);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  it('keeps its bytes beside a document that is converted', () => {
    const v1 = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nspec: {a:   b}   # x\n';
    expect(convert(`${v1}---\n${BETA}`).text.startsWith(`${v1}---\n`)).toBe(true);
    expect(convert(`${BETA}---\n${v1}`).text.endsWith(`---\n${v1}`)).toBe(true);
  });
});

describe('a Provisioner', () => {
  const { text } = convert(both(PROVISIONER, TEMPLATE));

  it('keeps its comments and the order of its fields', () => {
    for (const comment of [
      'the pool of the shop',
      'old',
      'by team',
      'keeps others away',
      'one taint',
      'mixed',
      'at most',
      'a day',
      'the class',
      'small',
      'two groups',
    ])
      expect(text).toContain(`# ${comment}`);
    expect(text.indexOf('taints:')).toBeLessThan(text.indexOf('requirements:'));
    expect(text).toContain('expireAfter: 24h # a day');
  });

  it('with its class is what v1 takes', () => {
    for (const release of ['1.0.0', '1.14.1']) expect(refused(text, release)).toEqual([]);
  });

  it.each([
    [
      'consolidation',
      PROVISIONER,
      'consolidationPolicy: WhenEmptyOrUnderutilized\n    consolidateAfter: 0s',
    ],
    [
      'empty nodes',
      changed(PROVISIONER, 'consolidation: { enabled: true }', 'ttlSecondsAfterEmpty: 90'),
      'consolidationPolicy: WhenEmpty\n    consolidateAfter: 90s',
    ],
    [
      'neither',
      changed(PROVISIONER, '  consolidation: { enabled: true }\n', ''),
      'consolidateAfter: Never',
    ],
    [
      'consolidation that is off',
      changed(PROVISIONER, 'enabled: true', 'enabled: false'),
      'consolidateAfter: Never',
    ],
    [
      'no lifetime',
      changed(PROVISIONER, '  ttlSecondsUntilExpired: 86400 # a day\n', ''),
      'expireAfter: Never',
    ],
    [
      'no requirement of a type',
      changed(
        PROVISIONER,
        '    - { key: karpenter.k8s.aws/instance-family, operator: In, values: [m5, m6i] }\n',
        '',
      ),
      'key: karpenter.k8s.aws/instance-generation',
    ],
    [
      'no capacity type',
      changed(
        PROVISIONER,
        '    - key: karpenter.sh/capacity-type # mixed\n      operator: In\n      values: [spot, on-demand]\n',
        '',
      ),
      'values: [on-demand]',
    ],
    [
      'no requirements at all',
      PROVISIONER.replace(/ {2}requirements:[\s\S]*?(?= {2}limits)/, ''),
      'key: karpenter.sh/capacity-type',
    ],
  ])('with %s', (_, source, expected) => {
    const result = convert(both(source, TEMPLATE)).text;
    expect(result).toContain(expected);
    expect(refused(result)).toEqual([]);
  });

  it('adds no requirement on types where one is written', () => {
    expect(text).not.toContain('instance-category');
  });

  it.each([
    ['expiry that nobody holds back', 'expire after 24h at once'],
    ['requirements that were implicit', 'kubernetes.io/os In linux'],
    ['drift', 'drift was off by default'],
    ['budgets', 'ten percent'],
    ['lists with commas', 'lists with commas in "securityGroupSelector"'],
  ])('says what changes: %s', (_, part) => {
    expect(messages(both(PROVISIONER, TEMPLATE)).join('\n')).toContain(part);
  });

  it('with an inline provider gets a class of its own', () => {
    const inline = changed(
      PROVISIONER,
      '  providerRef: { name: shop } # the class\n',
      '  provider:\n    subnetSelector: { a: b }\n    securityGroupSelector: { a: b }\n    instanceProfile: nodes\n',
    );
    const result = convert(inline).text;
    expect(result).toContain(
      '---\napiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata:\n  name: shop\n',
    );
    expect(refused(result)).toEqual([]);
  });

  it('in a list is converted in its place', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n${PROVISIONER.replace(/^/gm, '    ').replace('    #', '  - #').replace(/\s+$/, '\n').replace('- # the pool of the shop\n    apiVersion', '- apiVersion')}`;
    const result = convert(list).text;
    expect(result).toContain('kind: List');
    expect(result).toContain('- apiVersion: karpenter.sh/v1 # old');
    expect(refused(result)).toEqual([]);
  });

  it('with anchors is converted as if they were written out', () => {
    const anchored = `apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata: { name: a }
spec:
  requirements: &all [{ key: kubernetes.io/os, operator: In, values: [linux] }]
  labels: &l { team: a }
  annotations: { <<: *l, more: b }
  providerRef: { name: a }
`;
    const result = convert(anchored).text;
    expect(result).not.toMatch(/[&*](?:all|l)\b/);
    expect(refused(result)).toEqual([]);
  });
});

describe('a node template', () => {
  it.each([
    ['a family', TEMPLATE, '# small\n  amiSelectorTerms:\n    - alias: bottlerocket@latest'],
    [
      'no family',
      changed(TEMPLATE, '  amiFamily: Bottlerocket # small\n', ''),
      'alias: al2@latest',
    ],
    [
      'images that are selected',
      changed(
        TEMPLATE,
        '  instanceProfile',
        '  amiSelector: { "aws::name": "a,b", "aws::owners": self }\n  instanceProfile',
      ),
      '- name: b\n      owner: self',
    ],
    [
      'ids',
      changed(TEMPLATE, '{ karpenter.sh/discovery: shop }', '{ aws-ids: "subnet-1, subnet-2" }'),
      '- id: subnet-1\n    - id: subnet-2',
    ],
    [
      'ids of the newer spelling',
      changed(TEMPLATE, '{ karpenter.sh/discovery: shop }', '{ "aws::ids": subnet-1 }'),
      '- id: subnet-1',
    ],
    [
      'a star',
      changed(TEMPLATE, '{ karpenter.sh/discovery: shop }', "{ karpenter.sh/discovery/shop: '*' }"),
      "karpenter.sh/discovery/shop: '*'",
    ],
    [
      'several tags with lists',
      changed(TEMPLATE, '{ karpenter.sh/discovery: shop }', '{ a: "1,2", b: "x,y" }'),
      'a: "2"\n        b: y',
    ],
    ['a hop limit', TEMPLATE, 'httpPutResponseHopLimit: 1'],
    [
      'no hop limit',
      changed(TEMPLATE, 'httpPutResponseHopLimit: 1', 'httpTokens: optional'),
      'httpPutResponseHopLimit: 2',
    ],
    [
      'no metadata options',
      changed(TEMPLATE, '  metadataOptions: { httpPutResponseHopLimit: 1 }\n', ''),
      'httpPutResponseHopLimit: 2 # the old default; 1 in v1',
    ],
    [
      'a role that nobody says',
      changed(TEMPLATE, '  instanceProfile: nodes\n', ''),
      'role: "" # fill in',
    ],
  ])('with %s', (_, source, expected) => {
    expect(convert(source).text).toContain(expected);
  });

  it('with Ubuntu boots as AL2 does, with the root device of Ubuntu', () => {
    const result = convert(changed(TEMPLATE, 'Bottlerocket # small', 'Ubuntu'));
    expect(result.text).toContain('amiFamily: AL2');
    expect(result.text).toContain('/dev/sda1');
    expect(result.findings.some(({ message }) => message.includes('no default for Ubuntu'))).toBe(
      true,
    );
  });

  it.each([
    ['launchTemplate', '  launchTemplate: mine\n', '"launchTemplate" of "shop" has no place in v1'],
    [
      'ids beside tags',
      '  amiSelector: { aws-ids: ami-1, team: a }\n',
      'ids in "amiSelector" of "shop" stand alone now',
    ],
    ['a family without an alias', '  amiFamily: Custom\n', 'v1 has no default for Custom'],
  ])('%s is not lost in silence', (_, line, message) => {
    const text = changed(TEMPLATE, '  amiFamily: Bottlerocket # small\n', line);
    expect(messages(text).join('\n')).toContain(message);
  });
});

describe('a NodePool of v1beta1', () => {
  it('moves what moved and keeps its comments', () => {
    const { text } = convert(both(BETA, BETA_CLASS));
    expect(text).toContain(
      'consolidationPolicy: WhenEmptyOrUnderutilized # pack\n    consolidateAfter: 0s',
    );
    expect(text).toContain('expireAfter: 720h # a month');
    expect(text).toContain(
      '# the class\n      nodeClassRef:\n        group: karpenter.k8s.aws\n        kind: EC2NodeClass\n        name: web',
    );
    for (const release of ['1.0.0', '1.14.1']) expect(refused(text, release)).toEqual([]);
  });

  it('of the seed is what v1 takes', () => {
    const { text } = convert(readFileSync('test/manifests/data/seed-v1beta1.yaml', 'utf8'));
    for (const release of ['1.0.14', '1.14.1']) expect(refused(text, release)).toEqual([]);
  });

  it('says that its default of 720h is forceful now', () => {
    expect(messages(changed(BETA, '    expireAfter: 720h # a month\n', '')).join('\n')).toContain(
      '720h (the default) at once',
    );
  });

  it('keeps a group that it names', () => {
    const text = changed(
      BETA,
      '{ name: web }\n      requirements',
      '{ name: web, kind: Other, apiVersion: example.com/v1 }\n      requirements',
    );
    expect(convert(text).text).toContain('group: example.com\n        kind: Other');
  });
});

describe('kubelet settings', () => {
  const pool = (name: string, kubelet: string): string =>
    changed(BETA, 'name: web }\nspec', `name: ${name} }\nspec`).replace(
      '      # the class\n',
      kubelet === '' ? '' : `      kubelet: { ${kubelet} }\n`,
    );

  it('move to the class', () => {
    const { text } = convert(both(pool('a', 'maxPods: 20'), BETA_CLASS));
    expect(refused(text)).toEqual([]);
    expect(text).toMatch(
      /kind: EC2NodeClass\nmetadata: \{ ?name: web ?\}[\s\S]*kubelet: \{ ?maxPods: 20 ?\}/,
    );
  });

  it('that agree share the class', () => {
    const { text } = convert(
      both(both(pool('a', 'maxPods: 20'), pool('b', 'maxPods: 20')), BETA_CLASS),
    );
    expect(text.match(/kind: EC2NodeClass\nmetadata/g)).toHaveLength(1);
  });

  it('that differ get a class each', () => {
    const { text } = convert(
      both(both(pool('a', 'maxPods: 20'), pool('b', 'maxPods: 50')), BETA_CLASS),
    );
    expect(text).toMatch(/name: web-b/);
    expect(refused(text)).toEqual([]);
    expect(text.match(/name: web-b/g)).toHaveLength(2);
  });

  it('leave alone the class of a pool that has none', () => {
    const { text } = convert(both(both(pool('a', ''), pool('b', 'maxPods: 50')), BETA_CLASS));
    expect(text).toContain('name: web-b');
    expect(text.match(/maxPods: 50/g)).toHaveLength(1);
  });

  it('of a class that is out of sight stay as a comment, and are asked for', () => {
    const { text, findings } = convert(pool('a', 'maxPods: 20'));
    expect(text).toMatch(
      /# belongs to spec of EC2NodeClass "web":\n\s+# {3}kubelet:\n?[\s\S]*maxPods: 20/,
    );
    expect(findings.find(({ severity }) => severity === 'error')?.message).toContain(
      'which is not among the files',
    );
  });

  it('find their class in another file', () => {
    const { files } = convertFiles([
      { file: 'pool.yaml', text: pool('a', 'maxPods: 20') },
      { file: 'class.yaml', text: BETA_CLASS },
    ]);
    expect(files[1]?.text).toContain('maxPods: 20');
    expect(files[0]?.text).not.toContain('maxPods');
  });
});

describe('workloads', () => {
  const POD = `apiVersion: apps/v1
kind: Deployment
metadata:   { name: web }   # odd spacing
spec:
  template:
    metadata:
      annotations: { "karpenter.sh/do-not-evict": "true" }
    spec:
      nodeSelector: { karpenter.sh/provisioner-name: shop }
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: karpenter.sh/provisioner-name, operator: Exists }] }] } } }
`;
  it('have names that are gone replaced, and nothing else touched', () => {
    const { text, findings } = convert(POD);
    expect(text).toBe(
      POD.replace('"karpenter.sh/do-not-evict"', '"karpenter.sh/do-not-disrupt"').replaceAll(
        'karpenter.sh/provisioner-name',
        'karpenter.sh/nodepool',
      ),
    );
    expect(findings.map(({ rule }) => rule)).toEqual(Array(3).fill('changed-behaviour'));
  });

  it('of other kinds keep such names: they are data there', () => {
    const map = 'apiVersion: v1\nkind: ConfigMap\ndata: { karpenter.sh/do-not-evict: "true" }\n';
    expect(convert(map).text).toBe(map);
  });
});

describe('files', () => {
  it('with CRLF keep it', () => {
    const { text } = convert(both(BETA, BETA_CLASS).replaceAll('\n', '\r\n'));
    expect(text).not.toMatch(/[^\r]\n/);
  });

  it('with lists at the indentation of their key keep them there', () => {
    const flat = changed(
      PROVISIONER,
      '    - { key: shop, effect: NoSchedule } # one taint\n',
      '  - { key: shop, effect: NoSchedule } # one taint\n',
    )
      .replace(/ {4}(- key|- \{ key: karp)/g, '  $1')
      .replace(/ {6}(operator|values)/g, '    $1');
    expect(convert(flat).text).toMatch(/taints:[^\n]*\n( *# keeps others away\n)? {6}- /);
  });

  it('keep their places in findings behind indent guides', () => {
    const text = data('provisioner-fenced.yaml');
    const expiry = convert(text).findings.find(({ message }) => message.includes('expire after'));
    expect(expiry && text.slice(expiry.at.start, expiry.at.end)).toBe('ttlSecondsUntilExpired');
  });
});

describe('any old object', () => {
  const word = fc.constantFrom('a', 'team', 'shop-1', 'x.example.com/y');
  const strings = fc.dictionary(word, fc.constantFrom('v', '*', 'true', '10', 'one, two'));
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const provisioner = fc.record({
    labels: optional(fc.dictionary(word, fc.constantFrom('v', 'true', '10'))),
    annotations: optional(strings),
    taints: optional(
      fc.uniqueArray(fc.record({ key: word, effect: fc.constant('NoSchedule') }), {
        maxLength: 2,
        selector: ({ key }) => key,
      }),
    ),
    requirements: optional(
      fc.array(
        fc.constantFrom(
          { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
          { key: 'team', operator: 'In', values: ['a', 'b'] },
          { key: 'node.kubernetes.io/instance-type', operator: 'NotIn', values: ['m5.large'] },
        ),
        { maxLength: 3 },
      ),
    ),
    limits: optional(fc.record({ resources: fc.record({ cpu: fc.nat(100) }) })),
    ttlSecondsAfterEmpty: optional(fc.nat(1000)),
    ttlSecondsUntilExpired: optional(fc.nat(100_000)),
    kubeletConfiguration: optional(fc.record({ maxPods: fc.integer({ min: 1, max: 99 }) })),
    weight: optional(fc.integer({ min: 1, max: 100 })),
    providerRef: fc.constant({ name: 'c' }),
  });
  const nodeTemplate = fc.record({
    amiFamily: optional(fc.constantFrom('AL2', 'Bottlerocket', 'Ubuntu', 'Custom')),
    subnetSelector: strings,
    securityGroupSelector: strings,
    amiSelector: optional(fc.record({ 'aws::name': fc.constantFrom('n', 'n1,n2') })),
    instanceProfile: optional(fc.constant('nodes')),
    tags: optional(strings),
    userData: optional(fc.constant('#!/bin/sh\necho hi\n')),
  });
  const json = (data: unknown): unknown => JSON.parse(JSON.stringify(data));
  const texts = fc.tuple(provisioner, nodeTemplate).map(([pool, template]) =>
    [
      {
        apiVersion: 'karpenter.sh/v1alpha5',
        kind: 'Provisioner',
        metadata: { name: 'p' },
        spec: pool,
      },
      {
        apiVersion: 'karpenter.k8s.aws/v1alpha1',
        kind: 'AWSNodeTemplate',
        metadata: { name: 'c' },
        spec: template,
      },
    ]
      .map((one) => stringify(json(one)))
      .join('---\n'),
  );

  it('is v1 afterwards, and converted once is converted for good', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = convert(text).text;
        expect(
          readYamlFile('x', once).objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`),
        ).toEqual(['karpenter.sh/v1 NodePool', 'karpenter.k8s.aws/v1 EC2NodeClass']);
        expect(convert(once)).toMatchObject({ text: once, findings: [] });
      }),
      { seed: 11, numRuns: 150 },
    );
  });

  it('is refused by v1 only for what is asked for', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { text: out, findings } = convert(text);
        const questions = findings.filter(({ severity }) => severity === 'error').length;
        if (questions === 0) expect(refused(out)).toEqual([]);
      }),
      { seed: 12, numRuns: 150 },
    );
  });

  it('loses no value without a word', () => {
    const leaves = (data: unknown): string[] =>
      data !== null && typeof data === 'object'
        ? Object.entries(data).flatMap(([key, item]) => [
            ...(Array.isArray(data) ? [] : [key]),
            ...leaves(item),
          ])
        : [String(data)];
    /** Names of fields that are called otherwise, and the numbers that become durations. */
    const renamed =
      /^(?:requirements|ttlSeconds\w+|limits|resources|kubeletConfiguration|providerRef|subnetSelector|securityGroupSelector|amiSelector|amiFamily|aws::\w+|\d+|karpenter.*|Provisioner|AWSNodeTemplate|Ubuntu)$/;
    fc.assert(
      fc.property(texts, (text) => {
        const { text: out, findings } = convert(text);
        const said = findings
          .map(({ message }) => message)
          .join('\n')
          .toLowerCase();
        for (const one of parseAllDocuments(text).flatMap((document) => leaves(document.toJS())))
          for (const part of one.split(/, ?|\n/))
            if (!renamed.test(part))
              expect(
                out.toLowerCase().includes(part.toLowerCase()) || said.includes(part.toLowerCase()),
                part,
              ).toBe(true);
      }),
      { seed: 13, numRuns: 150 },
    );
  });
});
