/** `interlock diff --versions`: what each release of an upgrade changes in a configuration that is there. */
import type { Finding } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import { type Component, hopsOf, type VersionRange } from '../diff/hops.js';
import { releaseNotes } from '../diff/release-notes.js';
import {
  type Cause,
  changesAnything,
  type HopJudgement,
  paired,
  type ReleaseChange,
  releaseChange,
  restores,
  worsened,
} from '../diff/upgrade.js';
import type { Host } from '../host/host.js';
import type { InsteadVersions } from '../recognise/context.js';
import { sourcesOf } from '../report/sources.js';
import { style } from '../report/terminal.js';
import { type Upgrade, upgradeJson, upgradeMarkdown, upgradeText } from '../report/upgrade.js';
import { configurationProver } from './configurations.js';
import type { DiffOptions } from './diff.js';
import { loadFacts } from './facts.js';
import { type AllInputs, gather } from './inputs.js';
import { judgedPolicies } from './policies.js';
import { policyConfiguration, rootConfigurations } from './proved-configurations.js';
import type { Side } from './sides.js';
import { standings } from './standings.js';
import { CLEAN, type ExitStatus, WRONG_USAGE } from './status.js';

export async function upgrade(
  { host, path }: Side,
  ranges: readonly VersionRange[],
  options: DiffOptions,
): Promise<ExitStatus> {
  const facts = await loadFacts();
  const hops = hopsOf(ranges, knownOf(facts));
  if (typeof hops === 'string') {
    host.err(`${hops}\n`);
    return WRONG_USAGE;
  }
  const inputs = gather(host, [path]);
  const judge = await hopJudge(host, inputs, options);
  const [first, ...others] = hops;
  const start = await judge(first?.at ?? {});
  let before = start;
  const changes: ReleaseChange[] = [];
  for (const { at, upgraded } of others) {
    if (upgraded === undefined) continue;
    const after = await judge(at);
    const notes = [...after.notes, ...releaseNotes(upgraded, facts)];
    const change = releaseChange(upgraded, before, after, notes);
    const causes = upgraded.component === 'addons' ? await causesOf(change, at, judge, inputs) : [];
    if (changesAnything(change)) changes.push({ ...change, causes });
    // What does not compile at a release is compared across it.
    if (after.standings.length > 0) before = after;
  }
  const result: Upgrade = {
    path,
    ranges,
    changes,
    whole: paired(start.standings, before.standings),
  };
  show(host, options.format, result, sourcesOf(inputs.texts));
  return CLEAN;
}

const knownOf =
  ({ addons, karpenter, nth }: Awaited<ReturnType<typeof loadFacts>>) =>
  (component: Component): readonly string[] =>
    ({
      addons: addons.addonsReleases(),
      karpenter: karpenter.karpenterVersions(),
      nth: nth.nthCharts(),
    })[component];

interface Judged extends HopJudgement {
  readonly notes: ReturnType<typeof releaseNotes>;
  /** Arguments of calls of the add-ons module, where they are written. */
  readonly arguments: readonly Cause[];
}

type HopJudge = (at: InsteadVersions, leaveOut?: string) => Promise<Judged>;

async function hopJudge(
  host: Host,
  inputs: AllInputs,
  { strict, target, assume = {} }: DiffOptions,
): Promise<HopJudge> {
  const prove = await configurationProver(host, inputs.configurations);
  return async (instead, leaveOut) => {
    const { stands, all } = standings();
    const findings: Finding[] = [];
    const notes: Judged['notes'][number][] = [];
    for await (const policy of judgedPolicies(host, inputs, { strict, target, instead })) {
      stands(policyConfiguration(policy));
      const [broken] = policy.findings.filter((one) => atLeast(one, 'error'));
      if (policy.judged === undefined && broken !== undefined)
        notes.push({ about: 'use', says: `"${policy.file}" does not compile: ${broken.message}` });
      else findings.push(...policy.findings);
    }
    const given = leaveOut === undefined ? {} : { leaveOut };
    const roots = prove({ strict, assume: { ...assume, instead }, ...given });
    for (const root of roots) {
      rootConfigurations(root).forEach(stands);
      findings.push(...root.findings);
    }
    return {
      standings: all,
      findings: ordered(findings.filter(isSaidHere)),
      notes,
      arguments: roots.flatMap(({ system }) =>
        system.as.calls
          .filter(({ source }) => source?.includes('eks-blueprints-addons') === true)
          .flatMap(({ arguments: given }) =>
            [...given].map(([argument, value]) => ({
              argument,
              at: ('key' in value && value.key) || value.from.at,
            })),
          ),
      ),
    };
  };
}

/** Owners, gaps and unread values are in the difference, and say there what they were before. */
const IN_DIFFERENCE = new Set([
  'duplicate-handler',
  'ownership-table',
  'undetermined-value',
  'unhandled-event',
  'unread-chart-value',
  'wrong-owner',
]);

const isSaidHere = (finding: Finding): boolean =>
  atLeast(finding, 'warning') && !IN_DIFFERENCE.has(finding.rule);

/** Arguments without which the release takes no owner away: each is left out and all is judged again. */
async function causesOf(
  change: ReleaseChange,
  at: InsteadVersions,
  judge: HopJudge,
  inputs: AllInputs,
): Promise<readonly Cause[]> {
  const worse = worsened(change);
  if (worse.length === 0 || inputs.configurations.length === 0) return [];
  const { arguments: all } = await judge(at);
  const causes: Cause[] = [];
  for (const cause of all)
    if (!ALWAYS.has(cause.argument) && restores(worse, await judge(at, cause.argument)))
      causes.push(cause);
  return causes;
}

/** Without these the call is none. */
const ALWAYS = new Set(['source', 'version', 'providers', 'count', 'for_each', 'depends_on']);

function show(
  host: Host,
  format: DiffOptions['format'],
  result: Upgrade,
  sources: ReturnType<typeof sourcesOf>,
): void {
  if (format === 'json') host.out(`${JSON.stringify(upgradeJson(result, sources), null, 2)}\n`);
  else if (format === 'markdown') host.out(upgradeMarkdown(result, sources));
  else host.out(upgradeText(result, sources, style(host.colour)));
}
