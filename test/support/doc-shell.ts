/** A shell just large enough for the examples in the docs: commands of ours in memory, a few filters around them. */
import { run } from '../../src/commands/program.js';
import { type MemoryHost, memoryHost } from './memory-host.js';

export interface Shell {
  readonly files: () => Map<string, string>;
  /** What a line prints, on both streams in their order. */
  readonly run: (line: string) => Promise<string>;
  /** Of the last command, as `$?` has it. */
  readonly status: () => number;
  /** The worst of the last line's commands. */
  readonly worst: () => number;
}

/** How our command is called: installed, or from a checkout. */
const OURS = /^(?:interlock|npx (?:eks-)?interlock|node dist\/cli\.js)(?= |$)/;

export const isOurs = (line: string): boolean => OURS.test(line) || /\| interlock /.test(line);

export interface Result {
  readonly text: string;
  readonly status: number;
}

/** What commands printed that read the same files: pages in two languages ask the same questions. */
export type Memo = Map<string, Result>;

export function shell(files: Readonly<Record<string, string>>, memo: Memo = new Map()): Shell {
  let host = memoryHost(files);
  let status = 0;
  let worst = 0;
  let folder = '';
  const remembered = (words: readonly string[], text: string): string => {
    const own = [...host.files].filter(([file, content]) => files[`${folder}${file}`] !== content);
    return JSON.stringify([folder, words, text, own]);
  };
  return {
    files: () => host.files,
    status: () => status,
    worst: () => worst,
    run: async (line) => {
      const [words, to] = redirected(wordsOf(line));
      if (words[0] === 'cd') {
        host = memoryHost(below(host.files, words[1] ?? ''));
        folder += `${words[1]}/`;
        return '';
      }
      let text = '';
      worst = 0;
      for (const command of split(words, '|')) {
        const key = isReading(command) ? remembered(command, text) : undefined;
        const known = key === undefined ? undefined : memo.get(key);
        const result = known ?? (await runOne(host, command, text, status));
        if (key !== undefined) memo.set(key, result);
        ({ text, status } = result);
        worst = Math.max(worst, status);
      }
      if (to === undefined) return text;
      host.files.set(to, text);
      return '';
    },
  };
}

/** Commands of ours that write nothing. */
const isReading = (words: readonly string[]): boolean =>
  OURS.test(words.join(' ')) &&
  words.some((word) => ['prove', 'lint', 'explain', 'trace', 'diff', 'simulate'].includes(word)) &&
  !words.some((word) => /^--(?:write|fix|lock)|=.*\./.test(word));

/** The files of a folder, as they are called in it. */
const below = (files: ReadonlyMap<string, string>, folder: string): Record<string, string> =>
  Object.fromEntries(
    [...files].flatMap(([file, text]) =>
      file.startsWith(`${folder}/`) ? [[file.slice(folder.length + 1), text]] : [],
    ),
  );

/** Quotes hold words together; nothing is expanded but `*` at the end of a path. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');

function redirected(words: readonly string[]): readonly [readonly string[], string | undefined] {
  const at = words.indexOf('>');
  return at < 0 ? [words, undefined] : [words.slice(0, at), words[at + 1]];
}

function split(words: readonly string[], mark: string): readonly (readonly string[])[] {
  const at = words.indexOf(mark);
  return at < 0 ? [words] : [words.slice(0, at), ...split(words.slice(at + 1), mark)];
}

async function runOne(
  host: MemoryHost,
  words: readonly string[],
  input: string,
  before: number,
): Promise<Result> {
  const [name = '', first = '', second = ''] = words;
  const line = words.join(' ');
  if (OURS.test(line)) {
    const used = OURS.exec(line)?.[0].split(' ').length ?? 1;
    return ours(host, expanded(host, words.slice(used)), input);
  }
  const lines = input.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  switch (name) {
    case 'cat':
      return { text: fileOf(host, first), status: 0 };
    case 'echo':
      return { text: `${first === '$?' ? before : words.slice(1).join(' ')}\n`, status: 0 };
    case 'grep':
      return {
        text: lines
          .filter((one) => (first === '-v' ? !one.includes(second) : one.includes(first)))
          .join(''),
        status: 0,
      };
    case 'head':
      return { text: lines.slice(0, Number(first.slice(1) || second)).join(''), status: 0 };
    case 'tail':
      return { text: lines.slice(-Number(first.slice(1) || second)).join(''), status: 0 };
    default:
      throw new Error(`the docs run "${line}", which their shell does not know`);
  }
}

function fileOf(host: MemoryHost, file: string): string {
  const text = host.files.get(file);
  if (text === undefined) throw new Error(`the docs show the file "${file}", which is not there`);
  return text;
}

const expanded = (host: MemoryHost, words: readonly string[]): readonly string[] =>
  words.flatMap((word) => {
    const star = /^(.*)\*(\.\w+)?$/.exec(word);
    if (star === null) return [word];
    const [, start = '', end = ''] = star;
    return [...host.files.keys()]
      .filter((file) => file.startsWith(start) && file.endsWith(end))
      .filter((file) => !file.slice(start.length).includes('/'))
      .sort();
  });

async function ours(host: MemoryHost, args: readonly string[], input: string): Promise<Result> {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  const read: MemoryHost['read'] = (file) => (file === '-' ? { text: input } : host.read(file));
  const status = await run({ ...host, read, out: write, err: write }, args);
  return { text, status };
}
