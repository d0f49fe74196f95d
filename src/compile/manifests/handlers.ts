/** The charts that GitOps installs: which, with which values, and what only Terraform knows of them. */
import { type NthSet, nthSets } from '../../policy/nth-sets.js';
import * as make from '../../terraform/syntax/build.js';
import type { CompileContext } from '../context.js';
import { hasKarpenter, karpenterValues, needsQueue } from '../karpenter.js';
import { nthImdsValues } from '../parts/nth-imds.js';
import { releaseName, setName } from '../parts/nth-queue.js';
import { nthValues } from '../parts/nth-values.js';
import { mergeExpressions } from '../values.js';
import { type Data, dataOf } from './data.js';

export interface GitOpsChart {
  /** Of the release, of its folder, and of its Application. */
  readonly name: string;
  readonly chart: string;
  readonly repository: string;
  readonly version: string;
  readonly namespace: string;
  /** The objects of its CRDs come from elsewhere. */
  readonly skipCrds: boolean;
  /** Known without Terraform; they go to a file, so that no text of a policy is part of a template. */
  readonly values?: Data;
  /** Laid over them: annotations of the cluster, by the path of the value. */
  readonly told: readonly (readonly [path: readonly string[], annotation: string])[];
}

const ROLE = ['serviceAccount', 'annotations', 'eks.amazonaws.com/role-arn'];
/** Roles of the add-ons module trust service accounts of the module's own names. */
const ACCOUNT = ['serviceAccount', 'name'];

/** `context` binds references to what they are said to be. */
export function gitOpsCharts(
  context: CompileContext,
  clusterKnown: boolean,
  nthInModule: boolean,
): readonly GitOpsChart[] {
  const { intent, facts } = context;
  return [
    ...(hasKarpenter(context) ? karpenterCharts(context, clusterKnown) : []),
    ...nthSets(intent, facts.reactions).map((set) => nthChart(context, set, nthInModule)),
  ];
}

/** Argo CD writes registries without their scheme. */
const plainRepository = (repository: string): string => repository.replace(/^oci:\/\//, '');

function karpenterCharts(context: CompileContext, clusterKnown: boolean): readonly GitOpsChart[] {
  const { intent, facts, at, clusterName } = context;
  const { chart, namespace } = intent.karpenter;
  const common = {
    repository: plainRepository(facts.karpenter.KARPENTER_REPOSITORY),
    version: facts.karpenter.chartVersion(chart.value),
    namespace: namespace.value,
  };
  const wiring = clusterKnown
    ? make.object([['settings', make.object([['clusterName', clusterName]], at)]], at)
    : undefined;
  const [queue = 'settings.interruptionQueue'] = facts.karpenter.queueSettings(chart.value);
  const hook = facts.karpenter.hasConversionWebhook(chart.value)
    ? {
        webhook: {
          enabled: true,
          serviceName: 'karpenter',
          serviceNamespace: namespace.value,
          port: 8443,
        },
      }
    : undefined;
  return [
    {
      ...common,
      name: 'karpenter-crd',
      chart: 'karpenter-crd',
      skipCrds: false,
      ...(hook === undefined ? {} : { values: hook }),
      told: [],
    },
    {
      ...common,
      name: 'karpenter',
      chart: 'karpenter',
      skipCrds: true,
      values: dataOf(karpenterValues(context, wiring)),
      told: [
        ...(clusterKnown ? [] : [[['settings', 'clusterName'], 'aws_cluster_name'] as const]),
        ...(needsQueue(context) ? [[queue.split('.'), 'karpenter_sqs_queue_name'] as const] : []),
        [ACCOUNT, 'karpenter_service_account'],
        [ROLE, 'karpenter_iam_role_arn'],
      ],
    },
  ];
}

function nthChart(context: CompileContext, set: NthSet, inModule: boolean): GitOpsChart {
  const { intent, facts, at } = context;
  const { nth, cluster } = intent;
  const queued = nth.mode.value === 'queue';
  const wiring = queued
    ? {
        enableSqsTerminationDraining: true,
        awsRegion: cluster.region.value,
        ...(inModule ? {} : { serviceAccount: { name: releaseName(set) } }),
      }
    : nthImdsValues(context, set);
  const metadata = inModule ? 'aws_node_termination_handler' : setName(set);
  return {
    name: releaseName(set),
    chart: 'aws-node-termination-handler',
    repository: plainRepository(facts.nth.chartRepository(nth.chart.value)),
    version: nth.chart.value,
    namespace: nth.namespace.value,
    skipCrds: false,
    values: dataOf(mergeExpressions(nthValues(context, set), make.fromData(wiring, at), at)),
    told: queued
      ? [
          [['queueURL'], `${metadata}_sqs_queue_url`],
          ...(inModule ? [[ACCOUNT, `${metadata}_service_account`] as const] : []),
          [ROLE, `${metadata}_iam_role_arn`],
        ]
      : [],
  };
}
