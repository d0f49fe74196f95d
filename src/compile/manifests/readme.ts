/** The README of target `manifests`: what lies where, what the cluster's secret must say, who owns what. */
import { writeBlocks } from '../../terraform/hcl/write.js';
import * as make from '../../terraform/syntax/build.js';
import type { ModuleSource } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { variablesOf } from '../inputs/calls.js';
import { hasKarpenter } from '../karpenter.js';
import { code, fenced, prose, table } from '../markdown.js';
import { CALL, FOLDER } from '../module/call.js';
import { ownersTable } from '../owners-table.js';
import { block } from '../plan.js';
import { LABEL, NODEPOOLS, REPO } from './applications.js';
import { METADATA } from './aws-side.js';
import type { GitOpsChart } from './handlers.js';

export interface ReadmeInput {
  readonly module: ModuleSource;
  readonly charts: readonly GitOpsChart[];
}

export function manifestsReadme(context: CompileContext, input: ReadmeInput): string {
  const { name, addons } = context.intent;
  const annotations = new Set(input.charts.flatMap(({ told }) => told.map(([, one]) => one)));
  const sections = [
    `# ${prose(name.value)}: node interruption handling by GitOps`,
    'Compiled from a policy by Interlock, and read back: every event of every pool has exactly one owner. Change the policy and compile again; a change made here is lost.',
    `## What lies here\n\n${table(['folder', 'what it is'], folders(context, input))}`,
    `## The AWS side

Queues, rules and roles are made by Terraform: the module in ${code('terraform')} calls the add-ons module ${addons.value} with ${code('create_kubernetes_resources = false')} and makes what that release lacks.

${fenced('hcl', writeBlocks([call(context, input.module)]))}`,
    `## The cluster's secret

The ApplicationSets find clusters by the label ${code(`${LABEL}: ${name.value}`)} of their secrets in Argo CD, and read these annotations there. One that is missing is an error of the ApplicationSet: no handler is installed without its queue.

${table(
  ['annotation', 'from'],
  [
    ...[...annotations].map((one) => [code(one), code(`module.${CALL}.${METADATA}`)]),
    [code(REPO.url), 'the Git repo that holds this folder'],
    [code(REPO.revision), 'a branch, a tag or a commit of it'],
    [code(REPO.path), 'the path of this folder in it'],
  ],
)}
With the secret in Terraform, its annotations are ${code(`merge(module.${CALL}.${METADATA}, { ${REPO.url} = "…", ${REPO.revision} = "main", ${REPO.path} = "…" })`)}.`,
    `## Order

${prose('Apply the Terraform first, then what is in')} ${code('argocd')}: Applications whose CRDs are not there yet are retried. ${code('Prune=false')} keeps NodePools whose file is gone, and so their nodes: delete them by hand.`,
    `## Who owns what\n\n${ownersTable(context)}`,
  ];
  return `${sections.map((section) => section.trim()).join('\n\n')}\n`;
}

const folders = (
  context: CompileContext,
  { charts }: ReadmeInput,
): readonly (readonly string[])[] => [
  [code('terraform'), 'the module of the AWS side'],
  [code('argocd'), 'an ApplicationSet for each chart and for the NodePools'],
  ...charts
    .filter(({ values }) => values !== undefined)
    .map(({ name, chart, version }) => [code(name), `values of the chart ${chart} ${version}`]),
  ...(hasKarpenter(context) ? [[code(NODEPOOLS), 'EC2NodeClasses and NodePools']] : []),
];

function call({ at, bind }: CompileContext, module: ModuleSource) {
  const names = variablesOf(module);
  const bound = bind.bound().filter(({ name }) => names.includes(name));
  return block(
    'module',
    [CALL],
    {
      source: make.literal(`${FOLDER}/terraform`, at),
      ...Object.fromEntries(
        bound.map(({ name, reference }) => [name, reference.expression] as const),
      ),
    },
    at,
  );
}
