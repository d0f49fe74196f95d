/** Reading manifests: what is found in files as people have them, and at which place. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/configuration/configuration.js';
import { readYamlFile } from '../../src/manifests/read.js';
import { positionAt, sourceText } from '../../src/source/text.js';
import { entry, plain } from '../../src/value/read.js';
import { isUnknown } from '../../src/value/value.js';
import { applied } from '../support/edits.js';

const read = (text: string) => readYamlFile('pool.yaml', text);
const data = (object: KubeObject | undefined): unknown =>
  object === undefined ? undefined : plain(object.body, ({ term }) => `<${term}>`);
const place = (text: string, offset: number): string => {
  const { line, column } = positionAt(sourceText('', text), offset);
  return `${line}:${column}`;
};
const said = (text: string): string[] =>
  read(text).findings.map(({ at, rule }) => `${place(text, at.start)} ${rule}`);

const CLEAN = `apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata:
  name: service
spec:
  taints:
    - key: service
      value: "true"
  requirements:
    - key: karpenter.sh/capacity-type
      operator: In
      values: ["on-demand"]
---
apiVersion: karpenter.k8s.aws/v1alpha1
kind: AWSNodeTemplate
metadata:
  name: service-lt
spec:
  tags:
    team: orders
`;
const fenced = (text: string): string =>
  text.replace(
    /^( {2})( +)/gm,
    (_, first: string, rest: string) => `${first}${rest.replaceAll('  ', '⦙ ')}`,
  );

describe('objects', () => {
  it('are one for each document with a kind and a version', () => {
    const { objects, findings, values } = read(CLEAN);
    expect(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      'karpenter.sh/v1alpha5 Provisioner',
      'karpenter.k8s.aws/v1alpha1 AWSNodeTemplate',
    ]);
    expect(values).toBeUndefined();
    expect(findings).toEqual([]);
  });

  it('come out of a List, and out of a typed list that leaves their kind out', () => {
    const { objects } = read(`apiVersion: v1
kind: List
items:
  - { apiVersion: apps/v1, kind: Deployment, metadata: { name: web } }
---
apiVersion: karpenter.sh/v1
kind: NodePoolList
items:
  - { metadata: { name: general } }
`);
    expect(objects.map(data)).toEqual([
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
      { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name: 'general' } },
    ]);
  });

  it('hold unknowns where another tool fills in a name', () => {
    const [object] = read(`apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: general }
spec:
  role: "KarpenterNodeRole-\${CLUSTER_NAME}"
  userData: |
    echo \${HOME}
`).objects;
    const role = entry(object?.body, 'spec', 'role');
    expect(role && isUnknown(role) && role.prefix).toBe('KarpenterNodeRole-');
    expect(data(object)).toMatchObject({ spec: { userData: 'echo ${HOME}\n' } });
  });

  it('never show what a Secret holds', () => {
    const [object] = read('apiVersion: v1\nkind: Secret\nstringData: { token: abc }\n').objects;
    expect(entry(object?.body, 'stringData', 'token')).toMatchObject({ secret: true });
  });
});

describe('helm values', () => {
  it('are a mapping without kind and version', () => {
    const { values, objects } = read('settings:\n  interruptionQueue: payments\n');
    expect(objects).toEqual([]);
    expect(values && plain(values.body, () => null)).toEqual({
      settings: { interruptionQueue: 'payments' },
    });
  });

  it.each([
    ['a list', '- a\n- b\n'],
    ['a text', 'just words\n'],
    ['nothing', '# only a comment\n'],
    ['an object that lacks its version', 'kind: NodePool\nmetadata: { name: a }\n'],
  ])('are not %s', (_, text) => {
    expect(read(text)).toMatchObject({ objects: [], findings: [] });
    expect(read(text).values).toBeUndefined();
  });
});

describe('indent guides', () => {
  it('are read as the blanks they stand for, and reported once for each document', () => {
    const text = fenced(CLEAN);
    expect(text).toContain('  ⦙ - key: service\n  ⦙ ⦙ value');
    const { objects, findings } = read(text);
    expect(objects.map(data)).toEqual(read(CLEAN).objects.map(data));
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['suspicious-character', 'error'],
      ['suspicious-character', 'error'],
    ]);
    expect(findings.map(({ at }) => place(text, at.start))).toEqual(['7:3', '20:3']);
    expect(findings[0]?.message).toContain('U+2999 DOTTED FENCE');
    expect(findings[0]?.message).toContain('7 more places down to line 12');
  });

  it('leave every value at its own line and column', () => {
    const text = fenced(CLEAN);
    const [pool] = read(text).objects;
    const taints = entry(pool?.body, 'spec', 'taints');
    const [taint] = taints && !isUnknown(taints) && Array.isArray(taints.value) ? taints.value : [];
    expect(place(text, entry(taint, 'value')?.from.at.start ?? 0)).toBe('8:14');
  });

  it('are mended by their fixes, to the byte', () => {
    const text = fenced(CLEAN);
    const { findings } = read(text);
    expect(findings.every(({ fix }) => fix?.safety === 'safe')).toBe(true);
    expect(applied(text, findings)).toBe(CLEAN);
  });

  it('of the case are found where it says', () => {
    const text = readFileSync('test/manifests/data/indent-guides.yaml', 'utf8');
    const { objects, findings } = read(text);
    expect(findings.map(({ at }) => place(text, at.start))).toEqual(['7:3', '27:3', '28:1']);
    expect(objects).toHaveLength(2);
    expect(read(applied(text, findings)).findings).toEqual([]);
  });

  it('drawn as box lines are told from a tree that is text', () => {
    expect(said('spec:\n  taints:\n  │ - key: service\n')).toEqual(['3:3 suspicious-character']);
    expect(said('data:\n  tree: |\n    │   ├── main.tf\n  note: a │ b\n# │ drawn\n')).toEqual([]);
  });
});

describe('blanks that are none', () => {
  const nbsp = '\u00a0';
  it.each([
    ['in the indentation', `spec:\n${nbsp}${nbsp}role: a\n`, '2:1', { spec: { role: 'a' } }],
    ['after a dash', `a:\n  -${nbsp}b\n`, '2:4', { a: ['b'] }],
    ['after a colon', `role:${nbsp}a\n`, '1:6', { role: 'a' }],
    ['in a key', `node${nbsp}role: a\n`, '1:5', { 'node role': 'a' }],
    ['at the end of a value', `role: a${nbsp}\n`, '1:8', { role: 'a' }],
    ['before a comment', `role: a${nbsp}# the role\n`, '1:8', { role: 'a' }],
    ['wide, in the indentation', 'spec:\n\u3000role: a\n', '2:1', { spec: { role: 'a' } }],
  ])('%s are read as blanks', (_, text, at, expected) => {
    const { findings, values } = read(text);
    expect(findings.map((finding) => [place(text, finding.at.start), finding.rule])).toEqual([
      [at, 'suspicious-character'],
    ]);
    expect(values && plain(values.body, () => null)).toEqual(expected);
    expect(read(applied(text, findings)).findings).toEqual([]);
  });

  it.each([
    ['in a quoted text', `note: "10${nbsp}km"\n`],
    [
      'inside of a plain text',
      `note: la règle${nbsp}: dix${nbsp}km par jour\n`.replace(`${nbsp}:`, ' est'),
    ],
    ['in a block of lines', `note: |\n  ${nbsp}indented\n`],
    ['in a comment', `#${nbsp}a comment\nrole: a\n`],
  ])('%s are text', (_, text) => {
    expect(said(text)).toEqual([]);
  });
});

describe('characters that cannot be seen', () => {
  it.each([
    ['in a key', 'na\u200bme: web\n', { name: 'web' }, '1:3'],
    ['at the start of a key', '\u2060name: web\n', { name: 'web' }, '1:1'],
    ['in a value', 'operator: I\u200bn\n', { operator: 'In' }, '1:12'],
    ['a mark in the middle of joined files', 'a: 1\n\ufeffb: 2\n', { a: 1, b: 2 }, '2:1'],
    ['a control character', 'a: "x\u0001y"\n', { a: 'xy' }, '1:6'],
  ])('%s are left out', (_, text, expected, at) => {
    const { values, findings } = read(text);
    expect(values && plain(values.body, () => null)).toEqual(expected);
    expect(said(text)).toEqual([`${at} suspicious-character`]);
    expect(read(applied(text, findings)).findings).toEqual([]);
  });

  it('keep places behind them exact', () => {
    const text = 'na\u200bme: web\nspec: { a: b }\n';
    const { values } = read(text);
    expect(place(text, entry(values?.body, 'spec', 'a')?.from.at.start ?? 0)).toBe('2:12');
    expect(entry(values?.body, 'name')?.from.at).toMatchObject({ start: 7, end: 10 });
  });

  it.each([
    ['a byte order mark at the start', '\ufeffa: 1\n'],
    ['a family of emoji', 'note: 👩\u200d👩\u200d👧 team\n'],
    ['Persian text', 'note: می\u200cخواهم\n'],
  ])('%s is fine', (_, text) => {
    expect(said(text)).toEqual([]);
    expect(read(text).values).toBeDefined();
  });
});

describe('tabs', () => {
  it.each([
    ['alone', 'spec:\n\trole: a\n\ttags:\n\t\tteam: b\n', 'safe'],
    ['beside blanks', 'spec:\n  role: a\n\ttags:\n  \tteam: b\n', 'review'],
    ['in a block of lines that is theirs', 'spec:\n  script: |\n\t\techo\n', 'safe'],
  ])('in the indentation, %s, are read as one level each', (_, text, safety) => {
    const { findings, values } = read(text);
    expect(findings.map(({ rule, fix }) => [rule, fix?.safety])).toEqual([
      ['suspicious-character', safety],
    ]);
    expect(values).toBeDefined();
    expect(read(applied(text, findings)).findings).toEqual([]);
  });

  it.each([
    ['between values', 'a:\t1\nb: [1,\t2]\n'],
    ['before a comment', 'a: 1\n\t# comment\n'],
    ['on an empty line', 'a: 1\n\t\nb: 2\n'],
    ['inside of a block of lines', 'a: |\n  x\n  \ty\n'],
    ['in JSON', '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n'],
  ])('%s are fine', (_, text) => {
    expect(said(text)).toEqual([]);
    expect(read(text).values).toBeDefined();
  });
});

describe('filler lines', () => {
  it('at the end are left out', () => {
    const text = 'a: 1\n~\n~\n';
    expect(said(text)).toEqual(['2:1 suspicious-character']);
    expect(applied(text, read(text).findings).trimEnd()).toBe('a: 1');
  });

  it('are told from a document that is null', () => {
    expect(said('a: 1\n---\n~\n')).toEqual([]);
    expect(said('~\n')).toEqual([]);
  });
});

describe('templates', () => {
  it.each([
    ['of Helm', 'spec:\n  role: {{ .Values.role }}\n'],
    ['with blocks', '{{- if .Values.pool }}\napiVersion: karpenter.sh/v1\n{{- end }}\n'],
    ['in the middle of a text', 'name: web-{{ .Release.Name }}\n'],
    ['in quotes', 'name: "{{ include "web.name" . }}"\n'],
  ])('%s are unread, and that is said once', (_, text) => {
    const { objects, findings, unread } = read(text);
    expect({ objects, unread }).toEqual({ objects: [], unread: 'template' });
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['unreadable-file', 'note'],
    ]);
    expect(findings[0]?.at.start).toBe(text.indexOf('{{'));
  });

  it.each([
    ['of an ApplicationSet', "name: '{{cluster}}-karpenter'\n"],
    ['of an alert', 'summary: load of {{ $labels.instance }}\n'],
    ['as text', 'data: |\n  {{ .Values.x }}\n'],
    ['in a comment', '# {{ .Values.x }}\na: 1\n'],
  ])('%s are text', (_, text) => {
    expect(read(text)).toMatchObject({ findings: [] });
    expect(read(text).unread).toBeUndefined();
  });
});

describe('texts with faults', () => {
  it.each([
    ['a line that is no mapping', 'a: 1\nb\n', '2:1'],
    ['brackets that never close', 'a: [1, 2\n', '2:1'],
    ['a key given twice', 'a: 1\na: 2\n', '2:1'],
    ['CRLF line ends', 'a: 1\r\nb\r\n', '2:1'],
  ])('%s are reported at their place', (_, text, at) => {
    expect(said(text)[0]).toBe(`${at} unreadable-file`);
  });

  it('do not keep the other documents from being read', () => {
    const { objects, findings } = read(`${CLEAN}---\na: [\n`);
    expect(objects).toHaveLength(2);
    expect(findings.length).toBeGreaterThan(0);
  });

  it('of any kind never throw, and every place lies in the text', () => {
    const piece = fc.constantFrom(
      ...['⦙', '\u00a0', '\t', '  ', '\n', '\r\n', '- ', 'a', ': ', '{{', '}}', '|', '"', '\ufeff'],
      ...['~', '---\n', '\u200b', '[', '}', '#', '&x ', '*x', '!!str ', '\u0000', '<<', "'"],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        for (const { at, fix } of read(text).findings) {
          expect(at.start).toBeLessThanOrEqual(at.end);
          expect(at.end).toBeLessThanOrEqual(text.length);
          for (const edit of fix?.edits ?? []) expect(edit.at.end).toBeLessThanOrEqual(text.length);
        }
      }),
      { seed: 20261130, numRuns: 2000 },
    );
  });

  it('long and odd ones are read in linear time', () => {
    const started = performance.now();
    read(`a: x${'\u00a0'.repeat(200_000)}y\n`);
    read('~\n'.repeat(50_000));
    read(`${' '.repeat(1000)}\t`.repeat(500));
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
