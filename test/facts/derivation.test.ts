/** The small pure parts of the derivation scripts: rows, differences, layout, chart values. */
import { describe, expect, it } from 'vitest';

type Rows = { value: unknown; versions: unknown }[];
interface Scripts {
  ranges(versions: string[], holds: (version: string) => boolean): unknown;
  stretches(versions: string[], valueAt: (version: string) => unknown): Rows;
  named(versions: string[], itemsAt: (version: string) => Map<string, object>): unknown;
  differences(stored: object, derived: object): string[];
  format(value: unknown): string;
  references(text: string): Set<string>;
  plainType(text: string | undefined): string;
}

const from = new URL('../../scripts/facts/', import.meta.url);
const load = async (name: string): Promise<Partial<Scripts>> => import(new URL(name, from).href);
const scripts = Object.assign(
  {},
  ...(await Promise.all(
    ['rows.mjs', 'differences.mjs', 'json.mjs', 'values.mjs', 'hcl.mjs'].map(load),
  )),
) as Scripts;

const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'];

describe('rows', () => {
  it.each([
    ['all', () => true, [['1.0.0', null]]],
    ['none', () => false, []],
    ['a part', (version: string) => version === '1.1.0', [['1.1.0', '1.1.0']]],
    [
      'what comes back',
      (version: string) => version !== '1.1.0',
      [
        ['1.0.0', '1.0.0'],
        ['1.2.0', null],
      ],
    ],
  ])('gives the ranges of %s', (_, holds, expected) => {
    expect(scripts.ranges(VERSIONS, holds)).toEqual(expected);
  });

  it('makes one row per value, and none where there is no value', () => {
    const chart = (version: string) =>
      version === '1.0.0' ? undefined : version === '1.3.0' ? 'b' : 'a';
    expect(scripts.stretches(VERSIONS, chart)).toEqual([
      { value: 'a', versions: ['1.1.0', '1.2.0'] },
      { value: 'b', versions: ['1.3.0', null] },
    ]);
  });

  it('keeps names apart and sorted', () => {
    const items = (version: string) =>
      new Map<string, object>([
        ['queue', { default: version < '1.2.0' ? 1 : 2 }],
        ['arn', {}],
      ]);
    expect(scripts.named(VERSIONS, items)).toEqual([
      { name: 'arn', versions: ['1.0.0', null] },
      { name: 'queue', default: 1, versions: ['1.0.0', '1.1.0'] },
      { name: 'queue', default: 2, versions: ['1.2.0', null] },
    ]);
  });
});

describe('differences', () => {
  const row = (name: string, to: string | null) => ({ name, versions: ['1.0.0', to] });

  it.each([
    ['nothing', { rows: [row('a', null)] }, { rows: [row('a', null)] }, []],
    ['keys in another order', { r: [{ a: 1, b: 2 }] }, { r: [{ b: 2, a: 1 }] }, []],
    [
      'a row that ended',
      { rows: [row('a', null)] },
      { rows: [row('a', '1.1.0')] },
      [
        'rows: - {"name":"a","versions":["1.0.0",null]}',
        'rows: + {"name":"a","versions":["1.0.0","1.1.0"]}',
      ],
    ],
    ['a deep value', { p: { x: 1 } }, { p: { x: 2 } }, ['p.x: stored 1, upstream 2']],
    [
      'an order',
      { rows: ['a', 'b'] },
      { rows: ['b', 'a'] },
      ['rows: the same rows in another order'],
    ],
    ['what is not derived', { rows: [], judged: 1 }, { rows: [] }, []],
  ])('shows %s', (_, stored, derived, lines) => {
    expect(scripts.differences(stored, derived)).toEqual(lines);
  });
});

describe('layout', () => {
  it('keeps a row on one line, however long', () => {
    const long = { name: 'x'.repeat(120), versions: ['1.0.0', null] };
    expect(scripts.format({ rows: [long] }).split('\n')).toHaveLength(6);
    expect(JSON.parse(scripts.format({ rows: [long] }))).toEqual({ rows: [long] });
  });
});

describe('chart templates', () => {
  it('reads what a template names, comments left out', () => {
    const text =
      '{{- /* .Values.old */ -}}\n{{ with .Values.settings.queue }}{{ . }}{{ end }} {{ .Values.replicas }}';
    expect([...scripts.references(text)]).toEqual(['settings.queue', 'replicas']);
  });
});

/** A type as hcl2json gives it. */
const wrapped = (type: string) => `$\{${type}}`;

describe('types', () => {
  it.each([
    [undefined, 'any'],
    [wrapped('list(string)'), 'list(string)'],
    [
      wrapped('object({\n  a = string # note\n  b = optional(bool)\n})'),
      'object({a = string b = optional(bool)})',
    ],
  ])('%j is %j', (text, type) => {
    expect(scripts.plainType(text)).toBe(type);
  });
});
