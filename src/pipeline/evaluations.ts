/**
 * A Terraform root evaluated in every world that matters: what free booleans
 * are, and which of the allowed releases its modules have.
 */
import type { Block } from '../configuration/configuration.js';
import type { Finding } from '../diagnostics/finding.js';
import type { Verdict } from '../model/verdict.js';
import type { AssumedVersions } from '../recognise/context.js';
import type { Origin } from '../source/span.js';
import { type Evaluation, evaluateModule } from '../terraform/evaluate/evaluate.js';
import type { TemplateReader } from '../terraform/syntax/reader.js';
import { isUndecided } from '../value/logic.js';
import { isList, isMap, isUnknown, type Unknown, type Value } from '../value/value.js';
import type { World } from '../value/world.js';
import { type CallReleases, type Choice, choicesOf, choiceText } from './releases.js';
import { type CallReading, createResolver } from './resolver.js';
import type { Summary } from './summaries.js';
import { type ReadRoot, together } from './together.js';
import { inWorlds } from './worlds.js';

export interface EvaluationsInput {
  readonly roots: readonly ReadRoot[];
  readonly summaries: readonly Summary[];
  readonly assume: AssumedVersions;
  readonly readTemplate: TemplateReader | undefined;
}

export interface RootWorld {
  readonly world: World;
  /** The releases that modules have in this world, where others are allowed. */
  readonly when: string;
  /** What the constraints leave open. */
  readonly open: Verdict['unknowns'];
  readonly blocks: readonly Block[];
  /** Of the root. */
  readonly outputs?: ReadonlyMap<string, Value>;
  readonly calls: readonly CallReading[];
  readonly findings: readonly Finding[];
}

/** More evaluations than this would make a run slow for an answer that says little. */
const MOST = 48;

/** Every world; one without blocks where there is no Terraform. */
export function evaluations(input: EvaluationsInput): readonly RootWorld[] {
  const evaluable = together(input.roots);
  if (evaluable === undefined)
    return [{ world: new Map(), when: '', open: [], blocks: [], calls: [], findings: [] }];
  const { module, variables, folder, access } = evaluable;
  const resolver = createResolver({ summaries: input.summaries, folder, assume: input.assume });
  const run = (choice: Choice) =>
    inWorlds((world) => {
      const evaluation = evaluateModule({
        root: module,
        variables,
        files: access,
        modules: resolver.resolve(choice),
        world,
        ...(input.readTemplate === undefined ? {} : { readTemplate: input.readTemplate }),
      });
      return { evaluation, free: telling(evaluation) };
    });
  const newest = run(new Map());
  const releases = releasesIn(resolver.calls);
  const [, ...others] = choicesOf(releases).slice(0, Math.max(1, MOST / newest.length));
  const open = openReleases(releases, newest[0]?.result.evaluation.blocks ?? []);
  const worlds = [{ choice: new Map() as Choice, runs: newest }].concat(
    others.map((choice) => ({ choice, runs: run(choice) })),
  );
  return worlds.flatMap(({ choice, runs }) =>
    runs.map(({ world, result: { evaluation } }) => ({
      world,
      when: others.length === 0 ? '' : choiceText(choice, releases) || 'its newest releases',
      open: others.length === 0 ? [] : open,
      blocks: evaluation.blocks,
      outputs: evaluation.outputs,
      calls: [...resolver.calls.values()],
      findings: evaluation.findings,
    })),
  );
}

const releasesIn = (calls: ReadonlyMap<string, CallReading>): ReadonlyMap<string, CallReleases> =>
  new Map(
    [...calls].flatMap(([address, { releases }]) =>
      releases === undefined ? [] : [[address, releases] as const],
    ),
  );

function openReleases(
  releases: ReadonlyMap<string, CallReleases>,
  blocks: readonly Block[],
): Verdict['unknowns'] {
  return [...releases]
    .filter(([, { behaviours }]) => behaviours.length > 1)
    .map(([address, { releases: allowed }]) => ({
      term: `the release of ${address}`,
      from: allowed.written?.from ?? originOf(address, blocks),
    }));
}

const originOf = (address: string, blocks: readonly Block[]): Origin =>
  blocks.find((block) => block.type === 'module' && block.address.startsWith(address))?.from ?? {
    at: { file: '', start: 0, end: 0 },
  };

/** Types of blocks that a judgement stands on. */
const TELLING =
  /^(?:helm_release|aws_(?:sqs_queue|cloudwatch_event|autoscaling|launch_|eks_|iam_|kms_)|kubernetes_manifest|kubectl_manifest)/;

/** Free booleans on which something hangs that a judgement stands on. */
function telling({ free, blocks }: Evaluation): ReadonlyMap<string, Unknown> {
  const terms = new Set<string>();
  for (const block of blocks) {
    if (!TELLING.test(block.labels[0] ?? '')) continue;
    if (isUndecided(block.exists)) for (const term of hingesOf(block.exists)) terms.add(term);
    collect(block.body, terms);
  }
  return new Map([...free].filter(([term]) => terms.has(term)));
}

const hingesOf = ({ hinges, term }: Unknown): readonly string[] => hinges ?? [term];

function collect(value: Value, terms: Set<string>): void {
  for (const part of value.parts ?? []) collect(part, terms);
  if (value.encodes !== undefined) collect(value.encodes, terms);
  if (isUnknown(value)) {
    for (const term of value.hinges ?? []) terms.add(term);
    return;
  }
  if (value.rest !== undefined) collect(value.rest, terms);
  if (value.unsettled !== undefined) collect(value.unsettled, terms);
  if (isList(value.value)) for (const item of value.value) collect(item, terms);
  else if (isMap(value.value)) for (const item of value.value.values()) collect(item, terms);
}
