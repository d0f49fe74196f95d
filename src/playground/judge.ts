/** What the playground shows of texts that somebody types: the judgement of the commands, as pieces of HTML. */
import { gather } from '../commands/inputs.js';
import { judgeInputs } from '../commands/judge.js';
import { settle } from '../commands/settle.js';
import { ordered } from '../diagnostics/order.js';
import type { Host } from '../host/host.js';
import { filesHost } from '../host/memory.js';
import type { Proof } from '../model/expect.js';
import { reportHtml } from '../report/html/report.js';
import { sourcesOf } from '../report/sources.js';
import { isEvent, traceHtml } from './trace.js';

export interface Texts {
  readonly files: ReadonlyMap<string, string>;
  /** The day that suppressions are held against. */
  readonly today: string;
  readonly hclParser: Host['hclParser'];
}

export interface Shown {
  readonly verdict: Proof;
  /** Safe to be put into a page: no text of a user's is markup in it. */
  readonly html: string;
}

/** Judges the files, and follows the event that may be among them, as `interlock prove` does, suppressions held against the day. */
export async function judgeTexts({ files, today, hclParser }: Texts): Promise<Shown> {
  const host = hostOf(files, today, hclParser);
  const [event] = [...files].flatMap(([file, text]) => (isEvent(file, text) ? [file] : []));
  const others = [...files].flatMap(([file, text]) => (isEvent(file, text) ? [] : [file]));
  const inputs = gather(host, others);
  const judged = await judgeInputs(host, inputs, { strict: false, target: 'addons' });
  const { verdict, configurations, findings, complete } = judged;
  const settled = await settle(host, {
    findings,
    texts: inputs.texts,
    complete,
    project: inputs.project,
    options: {},
  });
  const traced = event === undefined ? '' : (await traceHtml(host, event, others)).text;
  const report = reportHtml({
    command: 'prove',
    configurations,
    findings: ordered(settled.findings),
    sources: sourcesOf(inputs.texts),
    complete,
  });
  return { verdict, html: traced + report.text };
}

const hostOf = (
  files: ReadonlyMap<string, string>,
  today: string,
  hclParser: Host['hclParser'],
): Host => ({
  ...filesHost(new Map(files)),
  out: () => undefined,
  err: () => undefined,
  today: () => today,
  colour: false,
  hclParser,
});
