/** Hover: who handles what of a pool, what a flag brings about, and what a key or an input is. */
import type { Pool } from '../../model/system.js';
import { type Claim, isActing } from '../../model/verdict.js';
import { code, prose } from '../../report/markdown-text.js';
import { ownershipRows } from '../../report/ownership.js';
import type { ProvedConfiguration } from '../../report/proof.js';
import type { Span } from '../../source/span.js';
import { lineText, positionAt, type SourceText } from '../../source/text.js';
import type { FileKind } from '../file-kinds.js';
import type { JudgedConfiguration } from '../proved-configurations.js';
import { placeSchema, policyValue } from './policy-schema.js';
import { callAt, inputText } from './terraform-calls.js';
import { terraformPlace } from './terraform-place.js';
import type { Judged } from './workspace.js';
import { yamlPlace } from './yaml-place.js';

/** More pools than this at one place are a list that nobody reads in a tooltip. */
const MOST = 6;

export interface HoverInput {
  readonly judged: Judged;
  readonly kind: FileKind;
  readonly source: SourceText;
  readonly offset: number;
}

/** Markdown, or nothing where there is nothing to say. */
export function hoverText(input: HoverInput): string | undefined {
  const { judged, source, offset } = input;
  const about = input.kind === 'policy' ? policyAbout(input) : terraformAbout(input);
  const shown = judged.configurations.map((one) => one.shown);
  const pools = poolsAt(shown, source, offset);
  const parts = [
    ...about.says,
    ...about.handlers.flatMap((handler) =>
      handlerText(judged.configurations, handler, source.file),
    ),
    ...pools.slice(0, MOST).map(({ configuration, pool }) => poolText(configuration, pool)),
  ];
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

interface About {
  readonly says: readonly string[];
  /** Handlers that the place is about. */
  readonly handlers: readonly string[];
}

function policyAbout({ source, offset }: HoverInput): About {
  const { text, file } = source;
  const { path, where } = yamlPlace(text, wordEnd(text, offset));
  const word = wordAt(text, offset);
  const whole = where === 'key' ? [...path, word] : path;
  const { description } = placeSchema(policyValue(file, text), whole);
  const key = whole.filter((token) => !/^\d+$/.test(token)).join('.');
  return {
    says: description === undefined ? [] : [`${code(key)} ${prose(description)}`],
    handlers:
      path[0] === 'handlers' && path.length < 3
        ? HANDLERS.filter((one) => whole.includes(one))
        : [],
  };
}

const HANDLERS = ['karpenter', 'nth'] as const;

/** An argument of a module that installs a handler is about that handler. */
function terraformAbout({ judged, source, offset }: HoverInput): About {
  const end = wordEnd(source.text, offset);
  const place = terraformPlace(source.text, end);
  const found =
    place === undefined ? undefined : callAt(judged.configurations, source.file, place.block);
  const name = place?.path[0] ?? place?.word;
  const input = found?.inputs.find((one) => one.name === name);
  if (found === undefined || input === undefined) return { says: [], handlers: [] };
  const { source: module } = found.call;
  return {
    says: [`${code(inputText(input))} of ${code(`${module} ${found.release}`)}`],
    handlers: HANDLERS.filter((one) =>
      input.name.includes(one === 'nth' ? 'node_termination' : one),
    ),
  };
}

/** What the installations of a handler do, pool by pool. */
function handlerText(
  configurations: readonly JudgedConfiguration[],
  handler: string,
  file: string,
): readonly string[] {
  return configurations.flatMap(({ shown, read }) =>
    (read?.system.installations ?? [])
      .filter((one) => one.handler === handler && one.from.at.file === file)
      .map(({ id }) => {
        const lines = shown.pools.flatMap(({ pool, verdicts }) => {
          const claims = verdicts.flatMap((verdict) =>
            verdict.claims
              .filter((claim) => claim.installation === id)
              .map((claim) => ({ claim, event: verdict.event })),
          );
          const acts = claims.filter(({ claim }) => claim.holds === true && isActing(claim));
          const events = [...new Set(acts.map(({ event }) => event.kind))];
          if (events.length > 0) return [`- ${code(pool.id)}: acts on ${events.join(', ')}`];
          const why = claims.flatMap(({ claim }) => shutGate(claim))[0];
          return why === undefined ? [] : [`- ${code(pool.id)}: does not act, ${prose(why)}`];
        });
        return [`**${shown.title(id)}** in this configuration`, '', ...lines].join('\n');
      }),
  );
}

/** What shuts a claim, other than that the event cannot happen. */
const shutGate = ({ gates }: Claim): readonly string[] =>
  gates.filter(({ open, name }) => open === false && name !== 'occurs').map(({ says }) => says);

interface PoolAt {
  readonly configuration: ProvedConfiguration;
  readonly pool: Pool;
}

/** The pools that are written at a place: those with the smallest text around it. */
function poolsAt(
  configurations: readonly ProvedConfiguration[],
  source: SourceText,
  offset: number,
): readonly PoolAt[] {
  const all = configurations.flatMap((configuration) =>
    configuration.pools.map(({ pool }) => ({ configuration, pool })),
  );
  const around = all.filter(({ pool }) => contains(pool.from.at, source, offset));
  const least = Math.min(...around.map(({ pool }) => lengthOf(pool.from.at)));
  return around.filter(({ pool }) => lengthOf(pool.from.at) === least);
}

const lengthOf = ({ start, end }: Span): number => end - start;

/** The key of a pool stands before its text, on the same line. */
function contains({ file, start, end }: Span, source: SourceText, offset: number): boolean {
  if (file !== source.file) return false;
  const { line } = positionAt(source, start);
  return (
    offset >= (source.lineStarts[line - 1] ?? 0) && offset <= Math.max(end, lineEnd(source, line))
  );
}

const lineEnd = (source: SourceText, line: number): number =>
  (source.lineStarts[line - 1] ?? 0) + lineText(source, line).length;

function poolText({ title, pools }: ProvedConfiguration, pool: Pool): string {
  const verdicts = pools.find((one) => one.pool === pool)?.verdicts ?? [];
  const { rows } = ownershipRows(verdicts, title, false);
  const lines = rows.map(
    ({ event, owners, says }) =>
      `| ${event} | ${owners.length === 0 ? 'nobody' : owners.map(code).join(' and ')} | ${says} |`,
  );
  return [
    `**${prose(pool.id)}** ${pool.kind}`,
    '',
    '| event | owner | verdict |',
    '|---|---|---|',
    ...lines,
  ].join('\n');
}

const WORD = /[\w.-]/;

function wordEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && WORD.test(text[end] ?? '')) end++;
  return end;
}

function wordAt(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && WORD.test(text[start - 1] ?? '')) start--;
  return text.slice(start, wordEnd(text, offset));
}
