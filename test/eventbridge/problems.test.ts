/** What EventBridge refuses, in words, at the place of the offending value. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePattern, parsePatternText } from '../../src/eventbridge/pattern.js';
import { originAt, span } from '../../src/source/span.js';
import { fromData, known, unknown, type Value } from '../../src/value/value.js';
import { here } from './support.js';

const problemsOf = (source: unknown) =>
  parsePatternText(typeof source === 'string' ? source : JSON.stringify(source), here).problems;

const ofX = (element: unknown) => ({ detail: { x: [element] } });
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}["b"]${'}'.repeat(depth)}`;

const refused = [
  ['text that is no JSON', '{"source": [aws.ec2]}', 'the event pattern is not JSON'],
  ['a name without quotes', '{source: ["aws.ec2"]}', 'the event pattern is not JSON'],
  ['a comma too many', '{"source": ["aws.ec2"],}', 'the event pattern is not JSON'],
  ['text behind the object', '{"source": ["aws.ec2"]} x', 'the event pattern is not JSON'],
  ['a list', '["aws.ec2"]', 'an event pattern is an object; EventBridge refuses anything else'],
  [
    'a text for a field',
    { source: 'aws.ec2' },
    '"source" is a string; EventBridge wants an array or an object there',
  ],
  [
    'null for a field, as Terraform writes an optional value',
    { source: ['aws.ec2'], detail: null },
    '"detail" is null; EventBridge wants an array or an object there',
  ],
  [
    'an array without values',
    { detail: { AutoScalingGroupName: [] } },
    '"detail.AutoScalingGroupName" is an empty array, which EventBridge refuses',
  ],
  ['an object without fields', { detail: {} }, '"detail" is an empty object'],
  ['nothing at all', {}, 'the event pattern is an empty object'],
  ['an array in an array', ofX(['a']), '"detail.x" holds an array inside an array'],
  [
    'an operator of another matcher',
    ofX({ contains: 'a' }),
    '"contains" in the array of "detail.x" is no operator of event patterns',
  ],
  [
    'two operators in one object',
    ofX({ prefix: 'a', suffix: 'b' }),
    'an object in the array of "detail.x" has 2 operators; EventBridge wants one',
  ],
  ['a list of prefixes', ofX({ prefix: ['a', 'b'] }), '"prefix" of "detail.x" wants a string'],
  [
    'a number as a prefix in any case',
    ofX({ suffix: { 'equals-ignore-case': 1 } }),
    '"suffix" of "detail.x" wants a string',
  ],
  [
    'another operator in a prefix',
    ofX({ prefix: { suffix: 'a' } }),
    '"prefix" of "detail.x" wants a string or {"equals-ignore-case": "text"}',
  ],
  [
    'two stars',
    ofX({ wildcard: 'a**b' }),
    '"wildcard" of "detail.x" wants no two stars in a row in "a**b"',
  ],
  [
    'an escape of something else',
    ofX({ wildcard: 'a\\b' }),
    '"wildcard" of "detail.x" wants a star or backslash after each backslash in "a\\\\b"',
  ],
  ['exists as a text', ofX({ exists: 'yes' }), '"exists" of "detail.x" wants true or false'],
  [
    'a range upside down',
    ofX({ numeric: ['<', 5, '>', 0] }),
    '"numeric" of "detail.x" wants one comparison, or a lower and then a higher one',
  ],
  [
    'an empty range',
    ofX({ numeric: ['>', 5, '<', 5] }),
    '"numeric" of "detail.x" wants one comparison, or a lower and then a higher one',
  ],
  [
    'a number as text',
    ofX({ numeric: ['>', '5'] }),
    '"numeric" of "detail.x" wants one comparison, or a lower and then a higher one',
  ],
  ...(
    [
      ['an upper bound past all numbers', '[">", 0, "<", 1e999]'],
      ['three parts of a range', '[">", 0, "<"]'],
      ['five parts of a range', '[">", 0, "<", 5, "<"]'],
      ['an upper bound as text', '[">", 0, "<", "5"]'],
      ['a range that begins with an equation', '["=", 0, "<", 5]'],
      ['a range that ends with one', '[">", 0, "=", 5]'],
      ['a range the wrong way round', '["<", 0, ">", 5]'],
      ['a range of nothing', '[">=", 5, "<=", 5]'],
    ] as const
  ).map(
    ([name, range]) =>
      [
        name,
        `{"x": [{"numeric": ${range}}]}`,
        '"numeric" of "x" wants one comparison, or a lower and then a higher one',
      ] as const,
  ),
  [
    'anything but a prefix out of no list',
    ofX({ 'anything-but': { prefix: [] } }),
    '"anything-but" of "detail.x" wants a text in "prefix"',
  ],
  [
    'anything but a suffix of nothing',
    ofX({ 'anything-but': { suffix: [''] } }),
    '"suffix" of "detail.x" wants texts that are not empty',
  ],
  [
    'anything but a number in any case',
    ofX({ 'anything-but': { 'equals-ignore-case': [1] } }),
    '"equals-ignore-case" of "detail.x" wants texts',
  ],
  [
    'a number past all numbers',
    '{"x": [{"numeric": [">", 1e999]}]}',
    '"numeric" of "x" wants one comparison, or a lower and then a higher one',
  ],
  [
    'a network of one address',
    ofX({ cidr: '10.0.0.1/32' }),
    '"cidr" of "detail.x" wants a CIDR block with a mask shorter than the address',
  ],
  [
    'texts and numbers mixed',
    ofX({ 'anything-but': ['a', 1] }),
    '"anything-but" of "detail.x" wants strings only or numbers only',
  ],
  [
    'anything but null',
    ofX({ 'anything-but': null }),
    '"anything-but" of "detail.x" wants strings only or numbers only',
  ],
  [
    'anything but a number range',
    ofX({ 'anything-but': { numeric: ['>', 5] } }),
    '"anything-but" of "detail.x" wants one of "prefix", "suffix", "equals-ignore-case", "wildcard" inside',
  ],
  [
    'anything but two operators at once',
    ofX({ 'anything-but': { prefix: 'a', suffix: 'b' } }),
    '"anything-but" of "detail.x" wants one of "prefix", "suffix", "equals-ignore-case", "wildcard" inside',
  ],
  [
    'an alternative that is no object',
    { $or: [{ x: [1] }, 'a'] },
    '"x" in the array of "$or" is no operator of event patterns',
  ],
  [
    'anything but any text',
    ofX({ 'anything-but': { prefix: '' } }),
    '"prefix" of "detail.x" wants texts that are not empty',
  ],
  [
    'one alternative',
    { $or: [{ x: ['a'] }] },
    '"$or" has one object; EventBridge wants two or more',
  ],
  [
    'an operator as a field of an alternative',
    { $or: [{ d: { prefix: ['a'] } }, { b: [1] }] },
    '"prefix" cannot name a field inside "$or"',
  ],
  [
    'more nesting than any event',
    nested(101),
    'the event pattern is nested deeper than 100 levels',
  ],
  ['nesting without end', nested(50_000), 'the event pattern is nested deeper than 100 levels'],
  [
    'a text longer than the quota',
    { source: ['a'.repeat(5000)] },
    'the event pattern has 5015 characters; EventBridge takes at most 4096',
  ],
] as const;

describe('a refused pattern', () => {
  it.each(refused)('%s', (_name, source, message) => {
    expect(problemsOf(source).map((problem) => problem.message)).toEqual([message]);
  });

  it('has a field named "$or" where an alternative has the name of an operator', () => {
    const source = { $or: [{ prefix: 'a', x: ['b'] }, { x: [1] }] };
    expect(problemsOf(source).map((problem) => problem.message)).toEqual([
      'an object in the array of "$or" has 2 operators; EventBridge wants one',
      '"x" in the array of "$or" is no operator of event patterns',
    ]);
  });

  it('is not one that is as long as the quota allows', () => {
    const ofLength = (length: number) => ({
      source: ['a'.repeat(length - '{"source":[""]}'.length)],
    });
    expect(problemsOf(ofLength(4096))).toEqual([]);
    expect(problemsOf(ofLength(4097))).toHaveLength(1);
  });

  it.each(refused)('says it in the style of the house: %s', (_name, source) => {
    for (const { message, help } of problemsOf(source)) {
      expect(message.length).toBeLessThanOrEqual(140);
      expect(message).toMatch(/^["a-z].*[^.]$/);
      expect(help).toMatch(/^["a-z].*[^.]$/);
    }
  });

  it('lists the operators that there are', () => {
    expect(problemsOf(ofX({ contains: 'a' })).map(({ help }) => help)).toEqual([
      'operators are "prefix", "suffix", "equals-ignore-case", "wildcard", "numeric", "cidr", "exists", "anything-but"',
    ]);
  });

  it('shows what to write for a text, and not for one that is kept secret', () => {
    const help = (more: { readonly secret?: true }) =>
      parsePattern(
        known(new Map([['source', { ...known('aws.ec2', here), ...more }]]), here),
      ).problems.map((problem) => problem.help);
    expect(help({})).toEqual(['write ["aws.ec2"]']);
    expect(help({ secret: true })).toEqual([
      'list the values that may match in an array, or leave the field out',
    ]);
  });

  it('is as deep as a structure as it is as a text', () => {
    const structure = (depth: number): Value => {
      let value: Value = fromData(['b'], here);
      for (let i = 0; i < depth; i++) value = known(new Map([['a', value]]), here);
      return value;
    };
    const ofBoth = (depth: number) => [
      parsePattern(structure(depth)).problems.length,
      problemsOf(nested(depth)).length,
    ];
    expect(ofBoth(99)).toEqual([0, 0]);
    expect(ofBoth(100)).toEqual([1, 1]);
  });

  it('is told all its problems at once', () => {
    const source = { source: 'aws.ec2', detail: { x: [], y: [{ exists: 1 }] } };
    expect(problemsOf(source)).toHaveLength(3);
  });

  it('points at the value, not at the pattern', () => {
    const at = originAt(span('rules.tf', 40, 49));
    const source = known(new Map<string, Value>([['source', known('aws.ec2', at)]]), here);
    expect(parsePattern(source).problems.map((problem) => problem.at)).toEqual([at]);
  });

  it('points at the line of a heredoc', () => {
    const line = (text: string, start: number) =>
      known(text, originAt(span('rules.tf', start, start + 9)));
    const parts = [line('{\n', 10), line('  "source": "aws.ec2"\n', 20), line('}\n', 30)];
    const source = { ...known(parts.map((part) => part.value).join(''), here), parts };
    expect(parsePattern(source).problems.map((problem) => problem.at.at.start)).toEqual([20]);
  });

  it('multiplies alternatives up to a thousand', () => {
    const or = (count: number) => ({
      $or: Array.from({ length: count }, (_, at) => ({ [`f${at}`]: ['a'] })),
    });
    const product = (a: number, b: number) => ({ x: or(a), y: or(b) });
    expect(problemsOf(product(40, 25))).toEqual([]);
    expect(problemsOf(product(41, 25)).map(({ message }) => message)).toEqual([
      '"$or" multiplies to more than 1000 combinations, which EventBridge refuses',
    ]);
  });
});

describe('the text of a pattern', () => {
  it('says what JSON.parse says', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(fc.string(), { minLength: 1 })), (data) => {
        const fields = Object.entries(data).map(([name, texts]) => [`x${name}`, texts] as const);
        const { pattern } = parsePatternText(JSON.stringify(Object.fromEntries(fields)), here);
        const read = [...(pattern?.rules[0] ?? [])].map(([path, { matchers }]) => [
          path,
          matchers.map((matcher) => (matcher.kind === 'equals' ? matcher.value : matcher)),
        ]);
        expect(read).toEqual(fields);
      }),
      { numRuns: 500, seed: 10 },
    );
  });
});

describe('reading never throws', () => {
  it('for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { pattern, problems } = parsePatternText(text, here);
        expect(pattern === undefined).toBe(problems.length > 0);
      }),
      { numRuns: 2000, seed: 8 },
    );
  });

  it('reads JSON exactly where JSON.parse does', () => {
    const json = fc.json({ maxDepth: 3 });
    const damaged = fc
      .tuple(json, fc.nat(), fc.constantFrom('', ',', '"', '\\', '0', ' ', '{'))
      .map(
        ([text, at, extra]) =>
          text.slice(0, at % (text.length + 1)) + extra + text.slice((at % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(fc.oneof(json, damaged), (text) => {
        const says = problemsOf(text).some(({ message }) => message.endsWith('is not JSON'));
        expect(says).toBe(!isJson(text));
      }),
      { numRuns: 3000, seed: 9 },
    );
  });

  it('for a value nested without end', () => {
    let value: Value = fromData(['a'], here);
    for (let depth = 0; depth < 50_000; depth++) value = known(new Map([['a', value]]), here);
    expect(parsePattern(value).problems).toHaveLength(1);
    expect(
      parsePattern(known(new Map([['a', unknown('apply', 'x', here)]]), here)).problems,
    ).toEqual([]);
    let list: Value = fromData(['a'], here);
    for (let depth = 0; depth < 50_000; depth++) list = known([list], here);
    expect(parsePattern(known(new Map([['a', list]]), here)).problems).toHaveLength(1);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
