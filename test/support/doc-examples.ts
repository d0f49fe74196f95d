/**
 * The examples in a page of the docs. A fence with a file's name after its
 * language is that file; in a `console` fence each `$ ` line is run and what
 * follows must be what it prints, `…` standing for lines left out; a `sh` fence
 * is run for its exit status alone.
 */
import { parseAllDocuments } from 'yaml';
import { isOurs, type Memo, type Shell, shell } from './doc-shell.js';

export interface Refreshed {
  /** The page with its outputs as they are now. */
  readonly text: string;
  readonly problems: readonly string[];
  /** How many commands of ours were run. */
  readonly commands: number;
}

interface Context {
  readonly shell: Shell;
  readonly scripts: ReadonlySet<string>;
  readonly problems: string[];
  commands: number;
}

const FENCE = /^```(\S+)(?: ([^\n]+))?\n(.*?)^```$/gms;

/** Runs a page in a host that has these files; `scripts` are those of package.json. */
export async function refresh(
  page: string,
  files: Readonly<Record<string, string>>,
  scripts: ReadonlySet<string>,
  memo?: Memo,
): Promise<Refreshed> {
  const context: Context = { shell: shell(files, memo), scripts, problems: [], commands: 0 };
  let text = '';
  let last = 0;
  for (const match of page.matchAll(FENCE)) {
    const [, language = '', file, body = ''] = match;
    const start = match.index + match[0].length - body.length - '```'.length;
    text += page.slice(last, start);
    text += await refreshFence(context, language, file, body);
    last = start + body.length;
  }
  if (/^[ \t]+```/m.test(page)) context.problems.push('a fence that is indented is not run');
  const { problems, commands } = context;
  return { text: text + page.slice(last), problems, commands };
}

async function refreshFence(
  context: Context,
  language: string,
  file: string | undefined,
  body: string,
): Promise<string> {
  if (file !== undefined) {
    const known = context.shell.files().get(file);
    if (known !== undefined && known !== body)
      context.problems.push(`"${file}" is another in the repo than on the page`);
    context.shell.files().set(file, body);
  }
  if (language === 'console') return refreshConsole(context, body);
  if (language === 'sh') await runScript(context, body);
  if (language === 'json') JSON.parse(body);
  if (language === 'yaml')
    for (const { errors } of parseAllDocuments(body))
      context.problems.push(...errors.map(({ message }) => message));
  return body;
}

async function refreshConsole(context: Context, body: string): Promise<string> {
  const parts = body.split(/^(?=\$ )/m);
  const texts: string[] = [];
  for (const part of parts) {
    const [prompt = '', ...expected] = part.split('\n');
    if (!prompt.startsWith('$ ')) {
      context.problems.push(`a console starts with "$ ", not with "${prompt}"`);
      texts.push(part);
      continue;
    }
    const line = prompt.slice(2);
    if (isOurs(line)) context.commands++;
    const printed = (await context.shell.run(line)).trimEnd();
    if (context.shell.worst() > 1) context.problems.push(`"${line}" fails: ${printed}`);
    texts.push(`${prompt}\n${shortened(printed, expected)}`);
  }
  return texts.join('');
}

/** What is printed, with the same lines left out as before. */
function shortened(printed: string, expected: readonly string[]): string {
  const lines = printed === '' ? [] : printed.split('\n');
  const before = [...expected];
  while (before.at(-1) === '') before.pop();
  const cut = before.indexOf('…');
  if (cut < 0 || lines.length <= before.length) return lines.map((line) => `${line}\n`).join('');
  const tail = before.length - cut - 1;
  const kept = [...lines.slice(0, cut), '…', ...lines.slice(lines.length - tail)];
  return kept.map((line) => `${line}\n`).join('');
}

/** Commands of others that the docs may tell people to type, and that no test of ours runs. */
const OTHERS = /^(?:git|diff|terraform|terragrunt|atmos|kubectl|helm|npx cdktf synth|cd|open)\b/;

async function runScript(context: Context, body: string): Promise<void> {
  for (const raw of body.replaceAll('\\\n', ' ').split('\n')) {
    const line = raw.replace(/\s+#.*$|^#.*$/, '').trim();
    for (const command of line.split(' && ').filter((one) => one !== '')) {
      if (isOurs(command)) {
        context.commands++;
        const printed = await context.shell.run(command);
        if (context.shell.worst() > 1) context.problems.push(`"${command}" fails: ${printed}`);
      } else if (/^npm /.test(command)) {
        const script = /^npm (?:run (?:--silent )?)?(\S+)/.exec(command)?.[1] ?? '';
        if (!['ci', 'install', 'pack'].includes(script) && !context.scripts.has(script))
          context.problems.push(`package.json has no script "${script}"`);
      } else if (!OTHERS.test(command)) context.problems.push(`nothing runs "${command}"`);
    }
  }
}
