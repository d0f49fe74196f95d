/** Texts made of real ones: bytes, tokens and lines changed, moved, doubled and mixed. Seeded. */

/** A generator of numbers below one: mulberry32, the same everywhere. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What breaks readers: quotes that stay open, markers of templates and anchors, numbers at the edge, odd spaces. */
const TOKENS = [
  '"',
  "'",
  '`',
  '\\',
  '${',
  '%{',
  '}',
  '{',
  '[',
  ']',
  '(',
  ')',
  '<<EOT\n',
  'EOT',
  '<<-',
  '/*',
  '*/',
  '#',
  '//',
  '&a ',
  '*a',
  '<<: *a',
  '!!binary ',
  '!!js/function ',
  '---\n',
  '...\n',
  '? ',
  ': ',
  '- ',
  '|',
  '>-',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\0',
  '\uFEFF',
  '\u00a0',
  '\u2999',
  '\u2028',
  '\ud800',
  '😀',
  '%',
  '@',
  '~',
  'null',
  'true',
  '1e999',
  '-0',
  '0x7fffffff',
  '9007199254740993',
  'NaN',
  '.inf',
  '__proto__',
  'constructor',
  'toString',
  'each.value',
  'var.',
  'local.',
  'module.',
  'self',
  'for x in ',
  ' if ',
  '...',
  '=>',
  '==',
  '&&',
  '??',
  'dynamic',
  'count',
  'for_each',
  'terraform',
  '{{',
  '}}',
  '../../../etc/passwd',
  'file("x")',
  'regex("(a+)+$", ',
  'templatefile("t", {})',
  'jsonencode(',
  'a'.repeat(300),
  '['.repeat(200),
  '{'.repeat(200),
  '("'.repeat(60),
] as const;

/** What stands for a value where one of another type is wanted, or a word too long, or none. */
const VALUES = [
  '5',
  '-1',
  '1.5',
  '1e9',
  'true',
  'null',
  '""',
  'x',
  '"5"',
  '[]',
  '[x]',
  '[1, 1]',
  '[{}]',
  '{}',
  '{ a: b }',
  '{ "a": 1 }',
  '{ terraform: a.b }',
  '{ terraform: a.b, is: "1" }',
  `"${'long'.repeat(20)}"`,
] as const;

export function mutated(seeds: readonly string[], next: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  let text = seeds.length === 0 ? '' : pick(seeds);
  const times = 1 + Math.floor(next() * 6);
  for (let i = 0; i < times; i++) text = change(text, pick, next, seeds);
  return text.slice(0, 60_000);
}

function change(
  text: string,
  pick: <T>(from: readonly T[]) => T,
  next: () => number,
  seeds: readonly string[],
): string {
  const at = Math.floor(next() * (text.length + 1));
  const end = Math.min(text.length, at + 1 + Math.floor(next() ** 3 * 80));
  const lines = (): readonly [readonly string[], number] => {
    const all = text.split('\n');
    return [all, Math.floor(next() * all.length)];
  };
  switch (Math.floor(next() * 12)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, at) + pick(TOKENS) + text.slice(at);
    case 2:
      return text.slice(0, at) + pick(TOKENS) + text.slice(end);
    case 3:
      return text.slice(0, at) + String.fromCharCode(Math.floor(next() * 256)) + text.slice(at + 1);
    case 4: {
      const [all, line] = lines();
      return all.toSpliced(line, 0, all[line] ?? '').join('\n');
    }
    case 5: {
      const [all, line] = lines();
      return all.toSpliced(line, 1).join('\n');
    }
    case 6: {
      const [all, line] = lines();
      const to = Math.floor(next() * all.length);
      return all
        .toSpliced(line, 1)
        .toSpliced(to, 0, all[line] ?? '')
        .join('\n');
    }
    case 7: {
      const other = pick(seeds);
      const from = Math.floor(next() * other.length);
      return (
        text.slice(0, at) + other.slice(from, from + Math.floor(next() * 400)) + text.slice(end)
      );
    }
    case 8:
      return text.slice(0, at);
    case 9:
    case 10: {
      const values = [...text.matchAll(/(?<=[:=] *)[^\s:=,{}[\]][^,{}[\]\n]*/g)];
      const { index, 0: value } = pick(values) ?? { index: at, 0: '' };
      return text.slice(0, index) + pick(VALUES) + text.slice(index + value.length);
    }
    default:
      return (
        text.slice(0, at) + text.slice(at, end).repeat(1 + Math.floor(next() * 5)) + text.slice(end)
      );
  }
}
