/** Intent to Plan: one root for each target that is a root of its own. Knows no claims. */
import type { Finding, Outcome } from '../diagnostics/finding.js';
import type { Intent } from '../policy/intent.js';
import { spreadSnippet } from '../policy/mix.js';
import { nthSets } from '../policy/nth-sets.js';
import type { PolicyFacts } from '../policy/read.js';
import { type ExpressionParser, referenceReader } from '../policy/references.js';
import type { SourceBlock } from '../terraform/syntax/module.js';
import { addonsRoot } from './addons/index.js';
import { type Binder, binder, variableBlock } from './bind.js';
import { CHART_FILES } from './chart.js';
import type { CompileContext } from './context.js';
import { clusterNameHint, groupArn } from './hints.js';
import { hasKarpenter } from './karpenter.js';
import { block, type Plan, type Target } from './plan.js';
import { dataBlocks, providerBlocks, type RootParts, terraformBlock } from './root.js';
import { refuseUnkept } from './settings.js';
import { stackRoot } from './stack/index.js';

/** Targets whose output is a Terraform root. */
export type RootTarget = Extract<Target, 'addons' | 'stack'>;

export interface CompileInput {
  readonly intent: Intent;
  readonly target: RootTarget;
  readonly facts: PolicyFacts;
  readonly parser?: ExpressionParser;
}

const ROOTS: Readonly<Record<RootTarget, (context: CompileContext) => RootParts>> = {
  addons: addonsRoot,
  stack: stackRoot,
};

/** The plan, or the findings that stand in its way. */
export function compilePolicy({ intent, target, facts, parser }: CompileInput): Outcome<Plan> {
  const findings: Finding[] = [];
  const bind = binder(referenceReader(findings, parser).read);
  const at = intent.name.from.at;
  const clusterName = bind.given(intent.cluster.name, clusterNameHint({ intent, facts }));
  const context: CompileContext = { intent, facts, bind, findings, clusterName, at };

  const blocks = rootBlocks(context, ROOTS[target](context));
  findings.push(...refuseUnkept(context), ...refuseLookUps(bind));
  if (findings.some((finding) => finding.severity === 'error')) return { findings };
  const plan: Plan = {
    target,
    name: intent.name.value,
    root: { blocks },
    groups: intent.pools.flatMap((pool) => {
      const arn = isUsed(context, pool.name.value) ? groupArn(context, pool) : undefined;
      return arn === undefined ? [] : [{ pool: pool.name.value, arn }];
    }),
    files: outputFiles(context),
  };
  return { value: plan, findings };
}

/** Variables come last to be known and first to be read: every part has bound its references by then. */
function rootBlocks(context: CompileContext, parts: RootParts): readonly SourceBlock[] {
  const head = [
    terraformBlock(context, parts.providers),
    ...providerBlocks(context, parts.providers),
  ];
  const data = dataBlocks(context);
  const locals = block('locals', [], parts.locals, context.at);
  return [
    ...head,
    ...context.bind.bound().map(variableBlock),
    ...data,
    ...(locals.body.attributes.length === 0 ? [] : [locals]),
    ...parts.blocks,
  ];
}

/** A group that NTH owns nothing of is not referred to, so its reference needs no variable. */
const isUsed = ({ intent, facts }: CompileContext, pool: string): boolean =>
  nthSets(intent, facts.reactions).some(({ pools }) =>
    pools.some(({ name }) => name.value === pool),
  );

const refuseLookUps = (bind: Binder): readonly Finding[] =>
  bind.unresolvable().map((reference) => ({
    rule: 'unexpressible-setting',
    severity: 'error',
    message: `nothing can look up "${reference.term}"`,
    at: reference.from.at,
    help: 'leave "lookup" out, so that it becomes a variable',
  }));

function outputFiles(context: CompileContext): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  if (hasKarpenter(context)) for (const [path, text] of CHART_FILES) files.set(path, text);
  for (const pool of context.intent.pools) {
    if (pool.kind !== 'NodePool') continue;
    const snippet = spreadSnippet(pool);
    if (snippet !== undefined) files.set(`spread/${pool.name.value}.yaml`, snippet);
  }
  return files;
}
