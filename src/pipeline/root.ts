/**
 * A configuration as people have it, from its texts to verdicts: Terraform is
 * evaluated as far as it goes, once for each way in which free booleans and
 * allowed releases may fall, and what holds in each of them holds.
 */
import type { Configuration } from '../configuration/configuration.js';
import type { Finding } from '../diagnostics/finding.js';
import type { EventFacts } from '../facts/events.js';
import type { Facts } from '../facts/facts.js';
import type { ManifestChecker } from '../manifests/check/manifests.js';
import { type JudgedVerdict, type Proof, proofOf } from '../model/expect.js';
import { judge } from '../model/judge.js';
import { emptySystem, type Pool, type System } from '../model/system.js';
import type { Timing } from '../model/timing.js';
import type { Verdict } from '../model/verdict.js';
import { mergeWorlds, type SystemInWorld, worldText } from '../model/worlds.js';
import type { AssumedVersions, RecogniseFacts } from '../recognise/context.js';
import { recognise } from '../recognise/recognise.js';
import { checkAll } from '../rules/check.js';
import type { RuleFacts } from '../rules/rule.js';
import type { HclParser } from '../terraform/hcl/parser.js';
import type { RootWorld } from './evaluations.js';
import { toldByTerraform } from './gitops.js';
import { leftOut } from './left-out.js';
import { type Manifests, readManifests, withoutTemplates } from './manifests.js';
import { plannedWorlds } from './planned.js';
import { type SummaryModules, summariesOf } from './summaries.js';
import { readRoot } from './terraform.js';
import type { ConfigurationTexts } from './texts.js';
import { timingFor } from './timing.js';
import type { ReadRoot } from './together.js';

/** The areas of the facts that any configuration needs, and those that its texts name. */
export type RootFacts = Facts & RecogniseFacts;

export interface RootInput {
  readonly texts: ConfigurationTexts;
  readonly facts: RootFacts;
  readonly events: EventFacts;
  readonly summaries: SummaryModules;
  /** Undefined where no text needs it. */
  readonly parser: HclParser | undefined;
  /** Versions that the texts do not state, said on the command line. */
  readonly assume: AssumedVersions;
  readonly strict: boolean;
  /** An argument that calls of the add-ons module are judged without: to find what a change comes from. */
  readonly leaveOut?: string;
  /** Holds objects to Karpenter's APIs; absent where no object of Karpenter's is in sight. */
  readonly checkObjects?: ManifestChecker;
}

export interface ProvedRoot {
  readonly root: string;
  readonly system: System;
  /** The system in every world; `system` is the first of them. */
  readonly worlds: readonly SystemInWorld[];
  readonly verdicts: readonly JudgedVerdict[];
  readonly facts: RuleFacts;
  readonly proof: Proof;
  readonly timing: Timing;
  /** Of reading, and of the rules. */
  readonly findings: readonly Finding[];
  /** False where a text could not be read to its end. */
  readonly complete: boolean;
}

export function proveRoot(input: RootInput): ProvedRoot {
  const { texts, parser, facts, events } = input;
  const assume = { ...texts.assume, ...input.assume };
  const roots = texts.terraform.map((one) => ({
    texts: one,
    root: leftOut(readRoot(one, parser), input.leaveOut),
  }));
  const summaries = summariesOf(facts, input.summaries);
  const { worlds, findings: planFindings } = plannedWorlds({
    plans: texts.plans,
    roots,
    summaries,
    assume,
    readTemplate: parser?.parseTemplate,
  });
  const manifests = withoutTemplates(readManifests(texts.manifests), texts.manifests, texts.read);
  const judged = worlds.map((world) => judgeWorld(input, { world, roots, manifests, assume }));
  const verdicts = samePools(
    mergeWorlds(judged),
    judged.map(({ system }) => system),
  );
  const system = judged[0]?.system ?? emptySystem;
  const assumed = assume.karpenter;
  const timing = timingFor({ system, verdicts, facts, ...(assumed && { assumed }) });
  const ruleFacts = { ...facts, events };
  const reading = [
    ...manifests.findings,
    ...planFindings,
    ...roots.flatMap(({ root }) => root.findings),
  ];
  return {
    root: texts.root,
    system,
    worlds: judged.map((one) => ({ when: worldText(one.world, one.when), system: one.system })),
    verdicts,
    facts: ruleFacts,
    proof: proofOf(verdicts),
    timing,
    findings: [
      ...reading,
      ...worlds.flatMap((world) => world.findings),
      ...(input.checkObjects?.(system.as.objects, timing.releases) ?? []),
      ...inEveryWorld(
        judged.map((world) =>
          checkAll({ system: world.system, verdicts, timing, facts: ruleFacts }),
        ),
      ),
    ],
    complete: manifests.broken.length === 0 && !reading.some(isUnread),
  };
}

/** What is said in each world: a finding of some worlds only hangs on what is not known. */
function inEveryWorld(worlds: readonly (readonly Finding[])[]): readonly Finding[] {
  const [first = [], ...others] = worlds;
  const said = others.map((findings) => new Set(findings.map(identityOf)));
  return first.filter(
    (finding) => isReport(finding) || said.every((keys) => keys.has(identityOf(finding))),
  );
}

/** Tables are of the verdicts, which hold in every world. */
const isReport = ({ rule }: Finding): boolean =>
  rule === 'ownership-table' || rule === 'undetermined-value';

const identityOf = ({ rule, at, message }: Finding): string =>
  JSON.stringify([rule, at.file, at.start, message]);

const isUnread = ({ rule, severity }: Finding): boolean =>
  rule === 'unreadable-file' && severity !== 'note';

interface Judging {
  readonly world: RootWorld;
  readonly roots: readonly ReadRoot[];
  readonly manifests: Manifests;
  readonly assume: AssumedVersions;
}

function judgeWorld(
  { texts, facts, events, strict }: RootInput,
  { world: { world, when, open, blocks, outputs, calls }, roots, manifests, assume }: Judging,
) {
  const configuration: Configuration = {
    blocks,
    objects: toldByTerraform(manifests.objects, { blocks, outputs }),
    helmValues: manifests.helmValues,
  };
  const system = recognise({
    configuration,
    declared: [],
    facts,
    assume,
    sources: {
      modules: modulesIn(roots),
      locked: new Map(roots.flatMap(({ root }) => [...root.locked])),
      calls: calls.map(({ releases, ...call }) => ({
        ...call,
        ...(releases === undefined ? {} : { releases: releases.releases }),
      })),
      whole: roots.length > 0 && !roots.some(({ root }) => root.findings.some(isUnread)),
      planned: texts.plans.length > 0,
    },
  });
  const verdicts = judge(system, { reactions: facts.reactions, events }, { strict });
  return { world, when, open, system, verdicts };
}

const modulesIn = (roots: readonly ReadRoot[]) =>
  roots.flatMap(({ root }) => [
    { directory: '.', module: root.module },
    ...root.folders().map(([directory, module]) => ({ directory, module })),
  ]);

/** The same pool is one object in all verdicts: the first that some world has. */
function samePools(verdicts: readonly Verdict[], systems: readonly System[]): readonly Verdict[] {
  const pools = new Map<string, Pool>();
  for (const pool of systems.flatMap((system) => system.pools)) {
    const key = keyOf(pool);
    if (!pools.has(key)) pools.set(key, pool);
  }
  return verdicts.map((verdict) => ({
    ...verdict,
    pool: pools.get(keyOf(verdict.pool)) ?? verdict.pool,
  }));
}

const keyOf = ({ cluster, id }: Pool): string => `${cluster}\n${id}`;
