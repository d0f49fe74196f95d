/**
 * Plans beside the text of their roots: what a plan knows holds, and what it
 * does not show, as it knows no locals, is taken from the text.
 */
import type { Block } from '../configuration/configuration.js';
import type { Finding } from '../diagnostics/finding.js';
import type { AssumedVersions } from '../recognise/context.js';
import { moduleAddress } from '../terraform/module-source.js';
import { readPlan } from '../terraform/plan/plan.js';
import type { ModuleSource } from '../terraform/syntax/module.js';
import { entry, isAbsent, text } from '../value/read.js';
import { isList, isMap, isUnknown, known, type Value } from '../value/value.js';
import { type EvaluationsInput, evaluations, type RootWorld } from './evaluations.js';
import { callReleases } from './releases.js';
import type { CallReading } from './resolver.js';
import type { Summary } from './summaries.js';
import type { SourceFile } from './texts.js';
import type { ReadRoot } from './together.js';

export interface PlannedInput extends EvaluationsInput {
  readonly plans: readonly SourceFile[];
}

export interface Planned {
  readonly worlds: readonly RootWorld[];
  /** Of reading the plans. */
  readonly findings: readonly Finding[];
}

/** The worlds of plans and of roots that no plan is for. */
export function plannedWorlds({ plans, ...input }: PlannedInput): Planned {
  if (plans.length === 0) return { worlds: evaluations(input), findings: [] };
  const read = plans.map(({ file, text: content }) => readPlan(file, content));
  const ofPlans = input.roots.filter((root) => read.some(({ names }) => isOf(names, root)));
  const written = ofPlans.flatMap(
    (root) => evaluations({ ...input, roots: [root] })[0]?.blocks ?? [],
  );
  const blocks = filled(
    read.flatMap((plan) => plan.blocks),
    written,
  );
  const calls = blocks.flatMap((block) => callReading(block, input));
  const others = evaluations({
    ...input,
    roots: input.roots.filter((root) => !ofPlans.includes(root)),
  });
  return {
    worlds: others.map((world) => ({
      ...world,
      blocks: [...blocks, ...world.blocks],
      calls: [...calls, ...world.calls],
    })),
    findings: read.flatMap(({ findings }) => findings),
  };
}

/** A plan is of the root that has most of what it names. */
function isOf(names: ReadonlySet<string>, { root }: ReadRoot): boolean {
  const own = namesIn(root.module);
  return own.length > 0 && own.filter((name) => names.has(name)).length * 2 > own.length;
}

const namesIn = ({ blocks }: ModuleSource): readonly string[] =>
  blocks.flatMap(({ type, labels }) => {
    if (type === 'resource') return [labels.join('.')];
    return type === 'data' || type === 'module' ? [[type, ...labels].join('.')] : [];
  });

/** Blocks of a plan, with what it does not show out of the block of the same address in the text. */
function filled(blocks: readonly Block[], written: readonly Block[]): readonly Block[] {
  const byAddress = new Map(written.map((block) => [block.address, block] as const));
  return blocks.map((block) => {
    const other = byAddress.get(block.address);
    if (other === undefined || isUnknown(block.body) || !isMap(block.body.value)) return block;
    const body = new Map(
      [...block.body.value].map(([name, value]) => {
        const said = hides(value) ? entry(other.body, name) : undefined;
        return [name, said === undefined || isAbsent(said) ? value : said] as const;
      }),
    );
    return { ...block, body: known(body, block.body.from) };
  });
}

function hides(value: Value): boolean {
  if (isUnknown(value)) return value.unknown === 'unread';
  if (isList(value.value)) return value.value.some(hides);
  return isMap(value.value) && [...value.value.values()].some(hides);
}

/** A plan shows all that a module makes; which release made it only its version constraint tells. */
function callReading(
  block: Block,
  {
    summaries,
    assume,
  }: { readonly summaries: readonly Summary[]; readonly assume: AssumedVersions },
): readonly CallReading[] {
  if (block.type !== 'module') return [];
  const source = text(entry(block.body, 'source'));
  const address =
    source === undefined || isUnknown(source) ? undefined : moduleAddress(source.value);
  const name =
    address?.submodule === undefined ? address?.name : `${address.name}//${address.submodule}`;
  const summary = summaries.find((candidate) => candidate.source === name);
  const version = entry(block.body, 'version');
  return [
    {
      address: block.address,
      read: 'folder',
      source: name ?? (source === undefined || isUnknown(source) ? undefined : source.value),
      ...(summary === undefined
        ? {}
        : {
            releases: callReleases(
              summary,
              isAbsent(version) ? undefined : text(version),
              summary.source === 'aws-ia/eks-blueprints-addons/aws' ? assume.addons : undefined,
            ),
          }),
    },
  ];
}
