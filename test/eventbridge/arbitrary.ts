/** Random events of a shape and random patterns that have a chance to match them. */
import fc from 'fast-check';
import { formsOf } from '../../src/eventbridge/event-shape.js';
import { type EventShape, eventShape, type FieldShape } from '../../src/eventbridge/shape.js';

/** A shape as a tree: members by name, elements of an array, or a field. */
interface Tree {
  readonly members: Map<string, Tree>;
  elements?: Tree;
  field?: FieldShape;
}

const tree = (): Tree => ({ members: new Map() });

function treeOf({ fields }: EventShape): Tree {
  const root = tree();
  for (const [path, field] of fields) {
    let node = root;
    for (const part of path.split('.')) {
      const name = part.replaceAll('[]', '');
      const next = node.members.get(name) ?? tree();
      node.members.set(name, next);
      node = next;
      for (let depth = part.split('[]').length - 1; depth > 0; depth--) {
        node.elements ??= tree();
        node = node.elements;
      }
    }
    node.field = field;
  }
  return root;
}

const FILLERS = ['', 'a', 'A', 'ng-1', 'eks-', ':', 'EC2', 'us-east-1'];
const filler = fc.constantFrom(...FILLERS);
const ABSENT = Symbol('absent');

const anything = fc.oneof(
  fc.constantFrom<unknown>('a', 'EC2', '', null, true, 5, [], {}),
  fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
  fc.record({ a: fc.constantFrom('a', 'b') }),
);

function textOf(form: string): fc.Arbitrary<string> {
  const parts = form.split('*');
  return fc
    .tuple(...parts.map(() => filler))
    .map((fill) => parts.map((part, at) => (at === 0 ? part : fill[at] + part)).join(''));
}

function valuesOf(field: FieldShape): fc.Arbitrary<unknown> {
  if ('open' in field) return anything;
  if ('values' in field) return fc.constantFrom<unknown>(...field.values);
  const except = (field.except ?? []).map((name) => name.toLowerCase());
  return fc
    .oneof(...field.like.flatMap(formsOf).map(textOf))
    .filter((text) => !except.includes(text.toLowerCase()));
}

const isNeeded = (node: Tree): boolean =>
  (node.field !== undefined && !node.field.optional && !('open' in node.field)) ||
  (node.elements !== undefined && isNeeded(node.elements)) ||
  [...node.members.values()].some(isNeeded);

function nodeOf(node: Tree): fc.Arbitrary<unknown> {
  if (node.field) return valuesOf(node.field);
  if (node.elements)
    return fc.array(nodeOf(node.elements), { minLength: isNeeded(node) ? 1 : 0, maxLength: 3 });
  const members = [...node.members].filter(([name]) => name !== '*');
  const own = fc
    .tuple(...members.map(([, child]) => memberOf(child)))
    .map((values) =>
      Object.fromEntries(
        members
          .map(([name], at) => [name, values[at]] as const)
          .filter(([, value]) => value !== ABSENT),
      ),
    );
  if (!node.members.has('*')) return own;
  const extra = fc.dictionary(fc.constantFrom('a', 'x', 'state'), anything, { maxKeys: 2 });
  return fc.tuple(extra, own).map(([more, known]) => ({ ...more, ...known }));
}

function memberOf(node: Tree): fc.Arbitrary<unknown> {
  const value = nodeOf(node);
  return isNeeded(node) ? value : fc.oneof(value, fc.constant(ABSENT));
}

/** An event of the shape, in which forms that refer to another field say what that field says. */
export const eventOf = (shape: EventShape): fc.Arbitrary<unknown> =>
  nodeOf(treeOf(shape)).map((event) => fillIn(event, event));

function fillIn(value: unknown, event: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/\{([^{}]*)\}/g, (_, path: string) => String(at(event, path.split('.'))));
  if (Array.isArray(value)) return value.map((item) => fillIn(item, event));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, fillIn(item, event)]),
  );
}

/** What stands at a path outside of arrays. */
export function at(event: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return event;
  if (event === null || typeof event !== 'object') return undefined;
  return at(new Map(Object.entries(event)).get(name), rest);
}

const WORDS = ['a', 'b', 'ab', 'a.b', 'EC2', 'x*y'];
const PATHS = ['a', 'b.c', 'b.d', 'e[].v', 'e[].w', 'e[].f[].x', 'e[].f[].y', 'g[]', 'h[][]'];

const fieldShape: fc.Arbitrary<FieldShape> = fc
  .tuple(
    fc.oneof(
      fc
        .uniqueArray(fc.constantFrom<string | number | boolean | null>(...WORDS, 1, true, null), {
          minLength: 1,
          maxLength: 3,
        })
        .map((values): FieldShape => ({ values })),
      fc.constantFrom<FieldShape>(
        { like: ['*'] },
        { like: ['a*'] },
        { like: ['a*b', '*EC2'] },
        { like: ['*'], except: ['EC2'] },
      ),
    ),
    fc.boolean(),
  )
  .map(([field, optional]) => (optional ? { ...field, optional } : field));

/** Shapes of all the structures there are: nested objects, arrays of objects, arrays in arrays, open parts. */
export const anyShape: fc.Arbitrary<EventShape> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...PATHS), { minLength: 1, maxLength: 5 }),
    fc.array(fieldShape, { minLength: 5, maxLength: 5 }),
    fc.subarray(['o.*', 'e[].t.*'], { maxLength: 2 }),
  )
  .map(([paths, fields, open]) =>
    eventShape({
      ...Object.fromEntries(paths.map((path, at) => [path, fields[at] ?? { like: ['*'] }])),
      ...Object.fromEntries(open.map((path) => [path, { open: true } as const])),
    }),
  );

/** Literal texts and numbers at the leaves of an event. */
export function leavesOf(event: unknown): readonly unknown[] {
  if (event === null || typeof event !== 'object') return [event];
  return Object.values(event).flatMap(leavesOf);
}

const affix = (text: string, length: number): string => text.slice(0, length);

function matcherFor(words: readonly string[]): fc.Arbitrary<unknown> {
  const word = fc.constantFrom(...words);
  const cut = fc.tuple(word, fc.nat(6));
  const prefix = cut.map(([text, length]) => affix(text, length + 1));
  const suffix = cut.map(([text, length]) => text.slice(Math.max(0, text.length - length - 1)));
  const wildcard = fc.tuple(word, fc.nat(8), fc.nat(8)).map(([text, from, length]) => {
    const escaped = (part: string) => part.replace(/[\\*]/g, '\\$&');
    return `${escaped(affix(text, from))}*${escaped(text.slice(from + length))}`;
  });
  const full = (texts: fc.Arbitrary<string>) => texts.filter((text) => text !== '');
  return fc.oneof(
    { weight: 6, arbitrary: word },
    { weight: 2, arbitrary: prefix.map((text) => ({ prefix: text })) },
    { weight: 2, arbitrary: suffix.map((text) => ({ suffix: text })) },
    { weight: 1, arbitrary: word.map((text) => ({ 'equals-ignore-case': text.toUpperCase() })) },
    {
      weight: 1,
      arbitrary: prefix.map((text) => ({ prefix: { 'equals-ignore-case': text.toLowerCase() } })),
    },
    { weight: 2, arbitrary: wildcard.map((text) => ({ wildcard: text })) },
    { weight: 2, arbitrary: fc.boolean().map((exists) => ({ exists })) },
    {
      weight: 2,
      arbitrary: fc
        .uniqueArray(word, { minLength: 1, maxLength: 3 })
        .map((texts) => ({ 'anything-but': texts })),
    },
    {
      weight: 1,
      arbitrary: full(prefix).map((text) => ({ 'anything-but': { prefix: text } })),
    },
    { weight: 1, arbitrary: full(suffix).map((text) => ({ 'anything-but': { suffix: [text] } })) },
    { weight: 1, arbitrary: wildcard.map((text) => ({ 'anything-but': { wildcard: text } })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(
        ...[1, 5, true, null, '', { numeric: ['>', 0, '<=', 5] }, { cidr: '10.0.0.0/8' }],
        { 'anything-but': 5 },
      ),
    },
  );
}

const DECOYS = ['detail', 'detail.AutoScalingGroupName', 'nowhere', 'e', 'o.a', 'e.t.a', 'b.c.d'];

/** A pattern of a few fields, as plain JSON data with dotted names, sometimes with `$or`. */
export function patternFor(shape: EventShape, event: unknown): fc.Arbitrary<object> {
  const texts = leavesOf(event).filter((leaf) => typeof leaf === 'string');
  const listed = [...shape.fields.values()].flatMap((field) =>
    'values' in field ? field.values.filter((value) => typeof value === 'string') : [],
  );
  const words = [...new Set([...texts, ...listed, ...WORDS])];
  const known = [...shape.fields.keys()].map((path) => path.replaceAll('[]', ''));
  const path = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom(...DECOYS) },
  );
  const fields = fc.dictionary(path, fc.array(matcherFor(words), { minLength: 1, maxLength: 4 }), {
    minKeys: 1,
    maxKeys: 3,
  });
  const or = fc.array(fields, { minLength: 2, maxLength: 3 });
  return fc
    .tuple(fields, fc.option(or, { freq: 4, nil: undefined }))
    .map(([own, branches]) => (branches ? { ...own, $or: branches } : own));
}
