/** The JSON of `lint` and `prove`: a contract under semver. Places are 1-based, columns in UTF-16 units. */
import type { Finding, Related } from '../diagnostics/finding.js';
import type { Counterexample } from '../model/counterexample.js';
import type { JudgedVerdict } from '../model/expect.js';
import type { CapacityType, Pool } from '../model/system.js';
import type { Claim, Gate } from '../model/verdict.js';
import type { Origin, Span } from '../source/span.js';
import { positionAt } from '../source/text.js';
import type { Tri } from '../value/logic.js';
import { isUnknown } from '../value/value.js';
import type { Report } from './report.js';
import type { Sources } from './sources.js';

const VERSION = 1;

export const reportJson = (report: Report): string =>
  report.command === 'lint' ? lintJson(report) : proveJson(report);

const lintJson = ({ findings, complete, sources }: Report): string =>
  print({
    version: VERSION,
    complete,
    findings: findings.map((finding) => findingJson(finding, sources)),
  });

export function findingJson(finding: Finding, sources: Sources): unknown {
  const { rule, severity, message, at, cluster, pool, event, related, help, fix } = finding;
  const range = rangeOf(at, sources);
  return {
    rule,
    severity,
    message,
    file: at.file,
    range,
    line: range.start.line,
    ...(cluster === undefined ? {} : { cluster }),
    ...(pool === undefined ? {} : { pool }),
    ...(event === undefined || event === '' ? {} : { event }),
    related: (related ?? []).map((item) => relatedJson(item, sources)),
    ...(help === undefined ? {} : { help }),
    ...(fix === undefined
      ? {}
      : {
          fix: {
            title: fix.title,
            safety: fix.safety,
            edits: fix.edits.map((edit) => ({
              file: edit.at.file,
              range: rangeOf(edit.at, sources),
              text: edit.text,
            })),
          },
        }),
  };
}

const relatedJson = ({ at, message }: Related, sources: Sources): unknown => ({
  message,
  file: at.file,
  range: rangeOf(at, sources),
});

function rangeOf(at: Span, sources: Sources) {
  const source = sources(at.file);
  return { start: positionAt(source, at.start), end: positionAt(source, at.end) };
}

export const proveJson = ({
  configurations,
  verdict,
  sources,
}: Pick<Report, 'configurations' | 'verdict' | 'sources'>): string =>
  print({
    version: VERSION,
    verdict,
    configurations: configurations.map((configuration) => ({
      root: configuration.root,
      cluster: configuration.cluster,
      verdict: configuration.proof,
      assumptions: configuration.assumptions.map(({ id, says }) => ({ id, says })),
      ...(configuration.counterexample === undefined
        ? {}
        : { counterexample: counterexampleJson(configuration.counterexample, sources) }),
      pools: configuration.pools.map(({ pool, verdicts }) => ({
        name: isUnknown(pool.name) ? pool.name.term : pool.name.value,
        kind: pool.kind,
        presence: pool.presence,
        capacityTypes: capacityTypes(pool),
        events: verdicts.map((verdict) => verdictJson(verdict, sources)),
      })),
    })),
  });

const counterexampleJson = (
  { shows, verdict, chains, assuming }: Counterexample,
  sources: Sources,
): unknown => ({
  shows,
  pool: verdict.pool.id,
  event: verdict.event.kind,
  ...(verdict.event.variant === undefined ? {} : { variant: verdict.event.variant }),
  ...(verdict.expected === undefined ? {} : { owner: verdict.expected.owner }),
  chains: chains.map(({ claim, gates }) => claimJson({ ...claim, gates }, sources)),
  assumptions: assuming.map(({ id }) => id),
});

const TYPES: readonly CapacityType[] = ['spot', 'on-demand', 'reserved'];

const capacityTypes = (pool: Pool): readonly string[] =>
  TYPES.filter((type) => pool.can[type] !== false);

function verdictJson(verdict: JudgedVerdict, sources: Sources): unknown {
  const { event, state, claims, expected, gap, unknowns } = verdict;
  return {
    event: event.kind,
    ...(event.variant === undefined ? {} : { variant: event.variant }),
    ...(expected === undefined ? {} : { owner: expected.owner }),
    ...(state === 'accepted' && expected?.because !== undefined
      ? { because: expected.because }
      : {}),
    verdict: verdict.wrong === true ? 'wrong-owner' : state,
    ...(state === 'gap' ? { severity: gap ?? 'none' } : {}),
    ...(unknowns.length === 0 ? {} : { unknown: unknowns.map(({ term }) => term) }),
    claims: claims.map((claim) => claimJson(claim, sources)),
  };
}

const claimJson = (claim: Claim, sources: Sources): unknown => ({
  installation: claim.installation,
  handler: claim.handler,
  reaction: claim.reaction,
  holds: triJson(claim.holds),
  ...(claim.partly ? { partly: true } : {}),
  gates: claim.gates.map((gate) => gateJson(gate, sources)),
});

const gateJson = (
  { name, open, from, says, fact, partly, node, assuming }: Gate,
  sources: Sources,
): unknown => ({
  gate: name,
  open: triJson(open),
  ...placeJson(from, sources),
  node,
  says,
  ...(partly === true ? { partly: true } : {}),
  ...(assuming === undefined ? {} : { assuming: assuming.id }),
  ...(fact === undefined ? {} : { fact }),
});

export const triJson = (tri: Tri): unknown =>
  tri === true || tri === false ? tri : { unknown: tri.term };

function placeJson(from: Origin, sources: Sources): { file: string; line: number } {
  return { file: from.at.file, line: positionAt(sources(from.at.file), from.at.start).line };
}

/** The form of every JSON result. */
export const print = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`;
