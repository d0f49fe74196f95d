/**
 * Read-back: a compiled root goes through the same recogniser as a user's repo,
 * and what it gives is held against the policy. The root may be the plan itself
 * or the files that were written from it.
 */
import type { Plan } from '../compile/plan.js';
import { block } from '../compile/plan.js';
import type { Finding } from '../diagnostics/finding.js';
import type { EventFacts } from '../facts/events.js';
import { compare, type JudgedVerdict, type Proof, proofOf } from '../model/expect.js';
import { judge } from '../model/judge.js';
import { emptySystem, type System } from '../model/system.js';
import type { Timing } from '../model/timing.js';
import { mergeWorlds, type SystemInWorld, worldText } from '../model/worlds.js';
import { declaredPools } from '../policy/declared.js';
import { itemsAt, textAt } from '../policy/fields.js';
import { type Intent, isReference } from '../policy/intent.js';
import type { PolicyFacts } from '../policy/read.js';
import { type DeclaredPool, recognise } from '../recognise/recognise.js';
import missingModuleInput from '../rules/settings/missing-module-input.js';
import { evaluateModule } from '../terraform/evaluate/evaluate.js';
import type { ModuleSource, SourceBlock } from '../terraform/syntax/module.js';
import type { OutputUse } from '../terraform/syntax/visit.js';
import { text } from '../value/read.js';
import type { Value } from '../value/value.js';
import { expectationsOf } from './expectations.js';
import { gitOpsOf } from './gitops.js';
import {
  moduleOfPlan,
  moduleReleases,
  moduleResolver,
  planResolver,
  readCalls,
  type SummaryFacts,
} from './modules.js';
import { timingFor } from './timing.js';
import { missingOutputs, missingPools, undeclaredNames, wrongArguments } from './whole.js';
import { inWorlds } from './worlds.js';

export type JudgeFacts = PolicyFacts & SummaryFacts & { readonly events: EventFacts };

export interface Judged {
  readonly system: System;
  /** The system in every world; `system` is the first of them. */
  readonly worlds: readonly SystemInWorld[];
  readonly verdicts: readonly JudgedVerdict[];
  readonly facts: JudgeFacts;
  readonly proof: Proof;
  readonly timing: Timing;
  readonly findings: readonly Finding[];
}

/** What was written of a plan, read again; the plan's own where absent. */
export interface WrittenPlan {
  readonly root?: ModuleSource;
  readonly modules?: Plan['modules'];
  /** Further files, by path. */
  readonly files?: Plan['files'];
}

export interface ReadBackInput extends WrittenPlan {
  readonly intent: Intent;
  readonly plan: Plan;
  readonly facts: JudgeFacts;
  readonly strict?: boolean;
}

export function readBack(input: ReadBackInput): Judged {
  const { intent, plan, facts, strict } = input;
  const source = input.root ?? plan.root;
  const modules = input.modules ?? plan.modules;
  const module = { blocks: [...source.blocks, ...groupOutputs(plan)] };
  const resolve = planResolver(modules, moduleResolver(facts));
  const unread: Finding[] = [];
  const worlds = inWorlds((world) => evaluateModule({ root: module, modules: resolve, world }));
  const judged = worlds.map(({ world, result }) => {
    const gitOps = gitOpsOf(plan, input.files ?? plan.files, result.outputs);
    unread.push(...gitOps.findings);
    const system = recognise({
      configuration: { ...gitOps, blocks: result.blocks },
      declared: declared(intent, plan, result.outputs, facts),
      cluster: saidOfCluster(intent),
      moduleReleases: moduleReleases(facts),
      sources: {
        modules: [
          { directory: '.', module },
          ...[...modules].map(([directory, one]) => ({ directory, module: one })),
        ],
        locked: new Map(),
        calls: readCalls(result.blocks, facts),
        whole: true,
        planned: false,
      },
      facts,
    });
    const verdicts = judge(
      system,
      { reactions: facts.reactions, events: facts.events },
      { strict: strict === true },
    );
    return { world, system, verdicts };
  });
  const verdicts = compare(mergeWorlds(judged), expectationsOf(intent));
  const system = judged[0]?.system ?? emptySystem;
  const { drain } = intent;
  const refused = [
    ...[module, ...modules.values()].flatMap(undeclaredNames),
    ...wrongArguments(module, (called) => moduleOfPlan(modules, called)),
    ...missingOutputs(module, usedByRoot(system), (called) => moduleOfPlan(modules, called)),
    ...missingPools(intent, system),
  ];
  const timing = timingFor({ system, verdicts, facts, drain });
  const judgement = { system, verdicts, facts, timing };
  const systems = judged.map((one) => ({
    when: worldText(one.world, undefined),
    system: one.system,
  }));
  const incomplete = missingModuleInput.check?.(judgement) ?? [];
  return {
    ...judgement,
    worlds: systems,
    proof: refused.length + incomplete.length > 0 ? 'refuted' : proofOf(verdicts),
    findings: [...worlds.flatMap(({ result }) => result.findings), ...unread, ...refused],
  };
}

const usedByRoot = ({ as }: System): readonly OutputUse[] =>
  as.outputs.filter(({ directory }) => directory === '.');

/** A name that is a reference is what the root makes of it. */
const saidOfCluster = ({ cluster: { name, region } }: Intent) =>
  isReference(name) ? { region } : { name, region };

/** The ARN of a group is an expression of the root: it is evaluated there, as an output that nobody writes. */
const groupOutputs = (plan: Plan): readonly SourceBlock[] =>
  plan.groups.map(({ pool, arn }) =>
    block('output', [`interlock:group:${pool}`], { value: arn }, arn.at),
  );

function declared(
  intent: Intent,
  plan: Plan,
  outputs: ReadonlyMap<string, Value>,
  facts: JudgeFacts,
): readonly DeclaredPool[] {
  const named = new Set(plan.groups.map(({ pool }) => pool));
  return declaredPools(intent, facts.reactions).map(({ intent: { body }, ...pool }) => {
    const arn = named.has(pool.id) ? text(outputs.get(`interlock:group:${pool.id}`)) : undefined;
    const namespaces = itemsAt(body, 'selectors').flatMap(
      (selector) => textAt(selector, 'namespace')?.value ?? [],
    );
    return { pool: { ...pool, namespaces }, group: arn === undefined ? {} : { arn } };
  });
}
