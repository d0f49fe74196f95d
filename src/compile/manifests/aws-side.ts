/**
 * What GitOps leaves to Terraform: a module that calls the add-ons module without
 * its charts, makes what the release lacks, and says in `gitops_metadata` what
 * the Applications must be told.
 */
import { nthSets } from '../../policy/nth-sets.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { ModuleSource, SourceBlock } from '../../terraform/syntax/module.js';
import { undeclared } from '../../terraform/undeclared.js';
import { CALL as ADDONS, addonsCall } from '../addons/index.js';
import { addonsParts } from '../addons/parts.js';
import { variableBlock } from '../bind.js';
import type { CompileContext } from '../context.js';
import { groupChecks, guardGroups } from '../guards.js';
import { setName } from '../parts/nth-queue.js';
import { type Attributes, block } from '../plan.js';
import { dataBlocks, versionsBlock } from '../root.js';

/** Name of the output that the Applications are wired to, here and in the add-ons module. */
export const METADATA = 'gitops_metadata';

export interface AwsSide {
  readonly module: ModuleSource;
  /** NTH is made by the add-ons module, so its metadata has the module's names. */
  readonly nthInModule: boolean;
}

export function awsSide(context: CompileContext): AwsSide {
  const { at } = context;
  const parts = addonsParts(context, {
    after: [],
    queueArn: make.reference(`module.${ADDONS}.karpenter.sqs.queue_arn`, at),
    nodeRoleArn: make.reference(`module.${ADDONS}.karpenter.node_iam_role_arn`, at),
  });
  const nthInModule = parts.inputs.enable_aws_node_termination_handler !== undefined;
  const beside = parts.beside.filter(({ labels: [type] }) => type !== 'helm_release');
  const inputs = {
    create_kubernetes_resources: make.literal(false, at),
    ...withoutCharts(parts.inputs),
  };
  const blocks = [
    ...dataBlocks(context),
    addonsCall(context, inputs),
    ...guardGroups(context, beside),
    ...groupChecks(context),
    ...parts.tags,
    metadata(context, nthInModule),
  ];
  const providers = context.facts.addons.workingProviders(context.intent.addons.value);
  const used = new Set(undeclared({ blocks }).map(({ name }) => name));
  return {
    nthInModule,
    module: {
      blocks: [
        versionsBlock(context, providers),
        ...context.bind
          .bound()
          .filter(({ name }) => used.has(`var.${name}`))
          .map(variableBlock),
        ...blocks,
      ],
    },
  };
}

/** Keys of an add-on that are about its chart, which the module does not install here. */
const OF_CHARTS = new Set(['chart_version', 'repository', 'skip_crds', 'values', 'wait']);

const withoutCharts = (inputs: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      HANDLERS.has(name) && value?.kind === 'object' ? ofAws(value) : value,
    ]),
  );

const HANDLERS = new Set(['karpenter', 'aws_node_termination_handler']);

const ofAws = (value: Extract<Expression, { kind: 'object' }>): Expression => ({
  ...value,
  entries: value.entries.filter(
    ({ key }) => key.kind !== 'literal' || !OF_CHARTS.has(String(key.value)),
  ),
});

function metadata(context: CompileContext, nthInModule: boolean): SourceBlock {
  const { at, clusterName, intent, facts } = context;
  const own: [string, Expression][] = [['aws_cluster_name', clusterName]];
  if (!nthInModule && intent.nth.mode.value === 'queue')
    for (const set of nthSets(intent, facts.reactions)) {
      const name = setName(set);
      own.push(
        [`${name}_sqs_queue_url`, make.reference(`aws_sqs_queue.${name}.url`, at)],
        [`${name}_iam_role_arn`, make.reference(`aws_iam_role.${name}.arn`, at)],
      );
    }
  const ofModule = make.reference(`module.${ADDONS}.${METADATA}`, at);
  return block(
    'output',
    [METADATA],
    {
      description: make.literal(
        "What the Applications are told: annotations for the cluster's secret in Argo CD.",
        at,
      ),
      value: make.call('merge', [ofModule, make.object(own, at)], at),
    },
    at,
  );
}
