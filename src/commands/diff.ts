/** `interlock diff`: two policies, roots or git revisions, or what stands against a lock. */
import type { Finding } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import { type Difference, differenceOf } from '../diff/compare.js';
import type { VersionRange } from '../diff/hops.js';
import type { Standing } from '../diff/standing.js';
import type { Host } from '../host/host.js';
import { diffJson, diffMarkdown, diffText } from '../report/diff.js';
import { findingJson } from '../report/json.js';
import { sourcesOf } from '../report/sources.js';
import { style } from '../report/terminal.js';
import { findingsText } from '../report/text.js';
import { isWithin } from './files.js';
import { gather } from './inputs.js';
import { type JudgeOptions, judgeInputs } from './judge.js';
import { checkLock, writeLock } from './locks.js';
import { type Side, sideOf } from './sides.js';
import { standings } from './standings.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND, WRONG_USAGE } from './status.js';

export interface DiffOptions extends JudgeOptions {
  readonly format: 'text' | 'json' | 'markdown';
  readonly lock?: string;
  readonly writeLock?: string | true;
  /** Ranges of releases: what an upgrade through them changes in one configuration. */
  readonly versions?: readonly VersionRange[];
}

export async function diff(
  host: Host,
  given: readonly string[],
  options: DiffOptions,
): Promise<ExitStatus> {
  if (options.versions !== undefined) return upgradeOf(host, given, options.versions, options);
  const against = options.lock !== undefined || options.writeLock !== undefined;
  if (given.length > 2 || given.length < (against ? 1 : 2)) {
    host.err('name two things to compare, or one with --lock\n');
    return WRONG_USAGE;
  }
  const sides: Side[] = [];
  for (const one of given) {
    const side = sideOf(host, one);
    if ('problem' in side) {
      host.err(`${side.problem}\n`);
      return COULD_NOT_RUN;
    }
    sides.push(side);
  }
  const judged: JudgedSide[] = [];
  for (const side of sides) judged.push(await judgeSide(side, options));
  const broken = judged.flatMap(({ findings }) => findings);
  const sources = sourcesOf(new Map(judged.flatMap(({ texts }) => [...texts])));
  if (broken.length > 0) {
    host.err(`${findingsText(broken, sources, style(host.colour))}\n`);
    host.err('nothing was compared\n');
    return FOUND;
  }
  const after = judged.at(-1) as JudgedSide;
  const differences = judged.length === 2 ? compared(judged[0] as JudgedSide, after) : [];
  if (options.writeLock !== undefined) {
    const problem = writeLock(
      host,
      after.standings,
      options.writeLock === true ? options.lock : options.writeLock,
    );
    if (problem !== undefined) {
      host.err(`${problem}\n`);
      return COULD_NOT_RUN;
    }
  }
  const unacknowledged =
    options.lock === undefined || options.writeLock !== undefined
      ? []
      : ordered(checkLock(host, after.standings, options.lock));
  show(host, options, { differences, unacknowledged, sources, compared: judged.length === 2 });
  return unacknowledged.length > 0 ? FOUND : CLEAN;
}

async function upgradeOf(
  host: Host,
  given: readonly string[],
  versions: readonly VersionRange[],
  options: DiffOptions,
): Promise<ExitStatus> {
  const [one = '', second] = given;
  if (second !== undefined || options.lock !== undefined || options.writeLock !== undefined) {
    host.err('--versions takes one configuration, and no lock\n');
    return WRONG_USAGE;
  }
  const side = sideOf(host, one);
  if ('problem' in side) {
    host.err(`${side.problem}\n`);
    return COULD_NOT_RUN;
  }
  const { upgrade } = await import('./upgrade.js');
  return upgrade(side, versions, options);
}

interface JudgedSide {
  readonly path: string;
  readonly standings: readonly Standing[];
  readonly texts: ReadonlyMap<string, string>;
  /** What keeps a configuration from being compared. */
  readonly findings: readonly Finding[];
}

async function judgeSide({ host, path }: Side, options: JudgeOptions): Promise<JudgedSide> {
  const inputs = gather(host, [path]);
  const { stands, all } = standings();
  let compiled = true;
  const judged = await judgeInputs(host, inputs, { ...options, tables: false }, (one) => {
    compiled &&= one.read !== undefined;
    stands(one);
  });
  // What rules say of a configuration is for lint; what could not be read or compiled cannot be compared.
  const stops = compiled ? inputs.findings : judged.findings;
  return {
    path,
    standings: all,
    texts: inputs.texts,
    findings: ordered(stops.filter((finding) => atLeast(finding, 'error'))),
  };
}

/** Pairs by the path below what was named; one thing on each side is one pair whatever it is called. */
function compared(a: JudgedSide, b: JudgedSide): readonly Difference[] {
  const [before, after] = [keyed(a), keyed(b)];
  if (a.standings.length === 1 && b.standings.length === 1)
    return [differenceOf(a.standings[0], b.standings[0])];
  return [...new Set([...after.keys(), ...before.keys()])].map((key) =>
    differenceOf(before.get(key), after.get(key)),
  );
}

const keyed = ({ path, standings }: JudgedSide): ReadonlyMap<string, Standing> =>
  new Map(
    standings.map((one) => {
      const below =
        isWithin(path, one.root) && path !== '.' ? one.root.slice(path.length) : one.root;
      const several = standings.filter(({ root }) => root === one.root).length > 1;
      return [several ? `${below}\n${one.cluster}` : below, one];
    }),
  );

interface Shown {
  readonly differences: readonly Difference[];
  readonly unacknowledged: readonly Finding[];
  readonly sources: ReturnType<typeof sourcesOf>;
  readonly compared: boolean;
}

function show(
  host: Host,
  { format, lock }: DiffOptions,
  { differences, unacknowledged, sources, compared: both }: Shown,
): void {
  if (format === 'json') {
    const findings = unacknowledged.map((finding) => findingJson(finding, sources));
    const data = { version: 1, differences: diffJson(differences), unacknowledged: findings };
    host.out(`${JSON.stringify(data, null, 2)}\n`);
    return;
  }
  if (both)
    host.out(
      format === 'markdown' ? diffMarkdown(differences) : diffText(differences, style(host.colour)),
    );
  const paint = style(format === 'text' && host.colour);
  if (unacknowledged.length > 0)
    host.out(`${both ? '\n' : ''}${findingsText(unacknowledged, sources, paint)}\n`);
  else if (lock !== undefined) host.out(`${lock} agrees\n`);
}
