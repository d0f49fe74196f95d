/**
 * Nothing in a compiled plan is idle: whatever leaf of it is changed, the proof
 * or a finding changes, or the leaf is in the reviewed list of those that cannot
 * change who acts (inert-leaves.tsv).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadFacts } from '../../src/commands/facts.js';
import type { Plan, Target } from '../../src/compile/plan.js';
import { judgementFindings } from '../../src/pipeline/policy.js';
import {
  type Judged,
  type JudgeFacts,
  readBack,
  type WrittenPlan,
} from '../../src/pipeline/read-back.js';
import { undeclaredNames } from '../../src/pipeline/whole.js';
import { proveJson } from '../../src/report/json.js';
import { provedConfiguration } from '../../src/report/proof.js';
import { sourcesOf } from '../../src/report/sources.js';
import type { ModuleSource } from '../../src/terraform/syntax/module.js';
import { type Mutant, mutants } from './mutate.js';
import { compiled, policyNames, policyTexts } from './plans.js';
import { readTsv } from './tsv.js';

interface Inert {
  readonly path: RegExp;
  readonly change: string;
  readonly written: string;
  /** A leaf of this kind was changed, and nothing changed with it. */
  met: boolean;
}

const INERT: readonly Inert[] = readTsv<'path' | 'change' | 'reason'>(
  'test/pipeline/inert-leaves.tsv',
).map(({ path, change, reason }) => {
  expect(reason, path).not.toBe('');
  expect(['gone', 'other', 'any'], path).toContain(change);
  return { path: glob(path), change, written: `${path} ${change}`, met: false };
});

/** `*` stands for any text. */
function glob(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replace(/[.[\]()^$+?{}|\\/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

const entriesFor = ({ path, change }: Mutant<unknown>): readonly Inert[] =>
  INERT.filter(
    (entry) => (entry.change === 'any' || entry.change === change) && entry.path.test(path),
  );

/** The mutants that change nothing and are not listed. A listed leaf is tried until its entry is borne out once. */
function idle(
  all: readonly Mutant<ModuleSource>[],
  changes: (root: ModuleSource) => boolean,
): readonly string[] {
  return all.flatMap((mutant) => {
    const entries = entriesFor(mutant);
    const borneOut = entries.length > 0 && entries.every(({ met }) => met);
    if (borneOut || changes(mutant.value)) return [];
    for (const entry of entries) entry.met = true;
    return entries.length > 0 ? [] : [`${mutant.path} ${mutant.change}: ${mutant.says}`];
  });
}

const PLANS = policyNames.flatMap((name) =>
  (['addons', 'stack', 'module', 'inputs'] as const).map((target) => [name, target] as const),
);

/** What does the work: the root, or the modules that it calls, by their places. */
const partsOf = ({ root, modules }: Plan): readonly (readonly [string, ModuleSource])[] =>
  modules.size === 0 ? [['.', root]] : [...modules];

const inPlaceOf = ({ modules }: Plan, place: string, changed: ModuleSource): WrittenPlan =>
  modules.size === 0 ? { root: changed } : { modules: new Map([...modules, [place, changed]]) };

/** An output that the call takes stands for its argument. */
const asInput =
  (target: Target) =>
  <T>(mutant: Mutant<T>): Mutant<T> =>
    target === 'inputs'
      ? {
          ...mutant,
          path: mutant.path.replace(
            /^output\.(?!\w+_groups\.|node_group_tags)(\w+)\.value/,
            'module.eks_blueprints_addons.$1',
          ),
        }
      : mutant;

/** What nothing in a root works without. */
const CORE = { addons: 'module', stack: 'locals', module: 'locals', inputs: 'locals' };

/** Tests of every plan, on each leaf whose place in the plan `tries` picks. */
export function plansAreNotIdle(tries: (place: number) => boolean): void {
  const sources = sourcesOf(policyTexts);
  let facts: JudgeFacts;
  beforeAll(async () => {
    facts = await loadFacts();
  });

  /** Everything that is said of a root. */
  const said = (file: string, judged: Judged): string => {
    const proof = provedConfiguration(file, judged.system, judged.verdicts, judged.proof);
    return (
      proveJson({ configurations: [proof], verdict: judged.proof, sources }) +
      JSON.stringify(judgementFindings(judged))
    );
  };

  describe.each(PLANS)('a plan of policies/%s for %s', { timeout: 120_000 }, (name, target) => {
    const file = `policies/${name}`;

    it('changes its proof with every leaf that is not listed as inert', () => {
      const { intent, plan } = compiled(file, facts, target);
      const before = said(file, readBack({ intent, plan, facts }));
      for (const [place, module] of partsOf(plan)) {
        const changes = (changed: ModuleSource): boolean =>
          // The read-back reports these too; asking for them alone spares the rest.
          undeclaredNames(changed).length > 0 ||
          said(file, readBack({ intent, plan, facts, ...inPlaceOf(plan, place, changed) })) !==
            before;
        const tried = mutants(module).filter((_, index) => tries(index));
        expect(idle(tried.map(asInput(target)), changes)).toEqual([]);
      }
    });

    it('is refuted where a name in it is not declared', () => {
      const { intent, plan } = compiled(file, facts, target);
      const [[place, core] = ['.', plan.root]] = partsOf(plan);
      const spoiled = { blocks: core.blocks.filter(({ type }) => type !== CORE[target]) };
      const { proof, findings } = readBack({
        intent,
        plan,
        facts,
        ...inPlaceOf(plan, place, spoiled),
      });
      expect(undeclaredNames(spoiled)).not.toEqual([]);
      expect(findings).toEqual(expect.arrayContaining([...undeclaredNames(spoiled)]));
      expect(proof).toBe('refuted');
    });
  });
}

/** Entries of the list that no leaf that was tried has borne out. */
export const notBorneOut = (): readonly string[] =>
  INERT.filter(({ met }) => !met).map(({ written }) => written);
