/** Intent to Plan for each target. Knows no claims. */
import type { Finding, Outcome } from '../diagnostics/finding.js';
import { type Intent, isReference } from '../policy/intent.js';
import { spreadSnippet } from '../policy/mix.js';
import type { PolicyFacts } from '../policy/read.js';
import { type ExpressionParser, referenceReader } from '../policy/references.js';
import type { SourceBlock } from '../terraform/syntax/module.js';
import { addonsRoot } from './addons/index.js';
import { type Binder, binder, variableBlock } from './bind.js';
import { CHART_FILES } from './chart.js';
import type { CompileContext } from './context.js';
import { clusterNameHint, groupArn } from './hints.js';
import { inputsOutput } from './inputs/index.js';
import { hasKarpenter } from './karpenter.js';
import { manifestsOutput } from './manifests/index.js';
import { moduleOutput } from './module/index.js';
import type { Output } from './output.js';
import type { Plan, Target } from './plan.js';
import { dataBlocks, localsBlock, providerBlocks, type RootParts, terraformBlock } from './root.js';
import { refuseUnkept } from './settings.js';
import { stackParts } from './stack/index.js';

export interface CompileInput {
  readonly intent: Intent;
  readonly target: Target;
  readonly facts: PolicyFacts;
  readonly parser?: ExpressionParser;
}

const TARGETS: Readonly<Record<Target, (context: CompileContext) => Output>> = {
  addons: (context) => rootOutput(context, addonsRoot(context)),
  stack: (context) => rootOutput(context, stackParts(context)),
  inputs: inputsOutput,
  manifests: manifestsOutput,
  module: moduleOutput,
};

/** The plan, or the findings that stand in its way. */
export function compilePolicy({ intent, target, facts, parser }: CompileInput): Outcome<Plan> {
  const findings: Finding[] = [];
  const { read } = referenceReader(findings, parser);
  const bind = binder(read);
  const at = intent.name.from.at;
  const clusterName = bind.given(intent.cluster.name, clusterNameHint({ intent, facts }));
  const context: CompileContext = {
    intent,
    facts,
    bind,
    read,
    findings,
    clusterName,
    at,
  };

  const output = TARGETS[target](context);
  const referred = new Set(bind.bound().map(({ reference }) => reference.term));
  findings.push(...refuseUnkept(context, target), ...refuseLookUps(bind));
  if (findings.some((finding) => finding.severity === 'error')) return { findings };
  const plan: Plan = {
    target,
    name: intent.name.value,
    root: output.root,
    modules: output.modules ?? new Map(),
    groups: intent.pools.flatMap((pool) => {
      const group = pool.autoScalingGroup;
      // A group that the output does not refer to needs no variable.
      if (group === undefined || (isReference(group) && !referred.has(group.term))) return [];
      const arn = groupArn(context, pool);
      return arn === undefined ? [] : [{ pool: pool.name.value, arn }];
    }),
    files: new Map([...commonFiles(context, output), ...(output.files ?? [])]),
  };
  return { value: plan, findings };
}

/** Variables come last to be known and first to be read: every part has bound its references by then. */
function rootOutput(context: CompileContext, parts: RootParts): Output {
  const head = [
    terraformBlock(context, parts.providers),
    ...providerBlocks(context, parts.providers),
  ];
  const data = dataBlocks(context, parts.clusterGuards);
  const blocks: readonly SourceBlock[] = [
    ...head,
    ...context.bind.bound().map(variableBlock),
    ...data,
    ...localsBlock(context, parts.locals),
    ...parts.blocks,
  ];
  return { root: { blocks } };
}

const refuseLookUps = (bind: Binder): readonly Finding[] =>
  bind.unresolvable().map((reference) => ({
    rule: 'unexpressible-setting',
    severity: 'error',
    message: `nothing can look up "${reference.term}"`,
    at: reference.from.at,
    help: 'leave "lookup" out, so that it becomes a variable',
  }));

function commonFiles(context: CompileContext, { chartIn }: Output): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const prefix = chartIn === undefined ? '' : `${chartIn}/`;
  if (hasKarpenter(context) && chartIn !== null)
    for (const [path, text] of CHART_FILES) files.set(`${prefix}${path}`, text);
  for (const pool of context.intent.pools) {
    if (pool.kind !== 'NodePool') continue;
    const snippet = spreadSnippet(pool);
    if (snippet !== undefined) files.set(`spread/${pool.name.value}.yaml`, snippet);
  }
  return files;
}
