/** JSON text: the values of JSON.parse, with places, and reasons where it is none. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonNode, readJson } from '../../../src/terraform/json/text.js';

const plain = (node: JsonNode): unknown => {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(plain);
  return Object.fromEntries(node.entries.map(({ name, value }) => [name, plain(value)]));
};

/** What is read, or the reason with the text that it points at. */
const read = (text: string): unknown => {
  const { value, findings } = readJson('main.tf.json', text);
  const [problem] = findings;
  if (problem !== undefined)
    return `${text.slice(problem.at.start, problem.at.end)}| ${problem.message}`;
  return value && plain(value);
};

describe('values', () => {
  it('are those of JSON.parse, however they are spaced', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(read(text)).toEqual(JSON.parse(text));
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('of any text are those of JSON.parse, or it fails too', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'null',
      ' ',
      '\n',
      '\\',
      '\\u00e9',
      '\u0001',
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
        (text) => {
          let parsed: unknown = 'no JSON';
          try {
            parsed = JSON.parse(text);
          } catch {}
          const { value } = readJson('x.json', text);
          expect(value === undefined ? 'no JSON' : plain(value)).toEqual(parsed);
        },
      ),
      { seed: 4, numRuns: 3_000 },
    );
  });

  it.each([
    ['after a byte order mark', '\uFEFF{"a": 1}', { a: 1 }],
    ['with keys of objects themselves', '{"__proto__": 1}', { ['__proto__']: 1 }],
  ])('%s', (_, text, value) => {
    expect(read(text)).toEqual(value);
  });
});

describe('reasons', () => {
  it.each([
    ['nothing', '', '| the JSON cannot be read: a value is expected'],
    [
      'a comma too many',
      '{"a": 1,}',
      '}| the JSON cannot be read: something is expected after ","',
    ],
    ['a missing comma', '{"a": 1 "b": 2}', '"| the JSON cannot be read: "," or "}" is expected'],
    ['a bare key', '{a: 1}', 'a| the JSON cannot be read: a key or "}" is expected'],
    ['a missing colon', '{"a" 1}', '1| the JSON cannot be read: ":" is expected'],
    ['an open list', '[1', '| the JSON cannot be read: "," or "]" is expected'],
    ['an open string', '["a', '"| the JSON cannot be read: this string is never closed'],
    [
      'a line end in a string',
      '["a\nb"]',
      '"| the JSON cannot be read: a line end or an unknown escape stands in this string',
    ],
    ['a comment', '{} // x', '/| the JSON cannot be read: nothing more is expected'],
    [
      'a number with a leading zero',
      '[01]',
      '0| the JSON cannot be read: a value or "]" is expected',
    ],
    [
      'nesting without end',
      '['.repeat(300),
      '[| the JSON cannot be read: this is nested too deeply',
    ],
    ['a key that stands twice', '{"a": 1, "a": 2}', '"a"| the key "a" stands twice in one object'],
  ])('%s', (_, text, reason) => {
    expect(read(text)).toBe(reason);
  });

  it('comments of Terraform may stand more than once', () => {
    expect(readJson('x.tf.json', '{"//": "a", "//": "b"}').findings).toEqual([]);
  });
});

it('every node has its place', () => {
  const text = '{ "큐": [1, "🌩"] }';
  const { value } = readJson('x.json', text);
  const shown = (at: { start: number; end: number }): string => text.slice(at.start, at.end);
  const entry = value?.kind === 'object' ? value.entries[0] : undefined;
  const items = entry?.value.kind === 'array' ? entry.value.items : [];
  expect(
    [entry?.key, entry?.value.at, ...items.map(({ at }) => at)].map((at) => at && shown(at)),
  ).toEqual(['"큐"', '[1, "🌩"]', '1', '"🌩"']);
});
