/** What the playground shows of an event among the texts: what `interlock trace` prints, as a piece of HTML. */
import { trace } from '../commands/trace.js';
import type { Host } from '../host/host.js';
import { type Html, html } from '../report/html/markup.js';

/** An event of EventBridge, as AWS writes it. */
export const isEvent = (file: string, text: string): boolean =>
  file.endsWith('.json') && /"detail-type"\s*:/.test(text);

/** Follows the event in `file` through the other files. */
export async function traceHtml(
  host: Host,
  file: string,
  others: readonly string[],
): Promise<Html> {
  let printed = '';
  const write = (text: string): void => {
    printed += text;
  };
  await trace({ ...host, out: write, err: write }, file, {
    in: others,
    all: false,
    format: 'text',
    target: 'addons',
    verbose: false,
  });
  const lines = printed.trimEnd().split('\n');
  return html`
<section class="trace" aria-labelledby="trace"><h2 id="trace">Trace of ${file}</h2>
<pre class="code"><code>${lines.map(
    (line) => html`<span>${line}</span>
`,
  )}</code></pre>
</section>`;
}
