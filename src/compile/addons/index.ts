/** Target `addons`: a root that calls the add-ons module at the policy's release, and beside it what that release lacks. */
import type { Finding, Outcome } from '../../diagnostics/finding.js';
import type { Intent } from '../../policy/intent.js';
import { spreadSnippet } from '../../policy/mix.js';
import { nthSets } from '../../policy/nth-sets.js';
import type { PolicyFacts } from '../../policy/read.js';
import { type ExpressionParser, referenceReader } from '../../policy/references.js';
import * as make from '../../terraform/syntax/build.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import { binder } from '../bind.js';
import { CHART_FILES, NODEPOOL_CHART } from '../chart.js';
import type { CompileContext } from '../context.js';
import { nodePoolManifests } from '../nodepools.js';
import { block, type Plan } from '../plan.js';
import { admission } from './admission.js';
import { passedInputs } from './inputs.js';
import {
  hasKarpenter,
  KARPENTER_VALUES,
  karpenterInputs,
  karpenterValues,
  missingRules,
} from './karpenter.js';
import { compileNth, type NthOutput } from './nth.js';
import {
  dataBlocks,
  endpoint,
  kubernetesVersion,
  oidcProviderArn,
  providerBlocks,
  terraformBlock,
} from './root.js';
import { refuseUnkept } from './settings.js';

/** Name of the module call, and so the head of every address in it. */
export const CALL = 'eks_blueprints_addons';
const NODEPOOL_VALUES = 'nodepool_values';

export interface CompileInput {
  readonly intent: Intent;
  readonly facts: PolicyFacts;
  readonly parser?: ExpressionParser;
}

/** The plan, or the findings that stand in its way. */
export function compileAddons({ intent, facts, parser }: CompileInput): Outcome<Plan> {
  const findings: Finding[] = [];
  const bind = binder(referenceReader(findings, parser).read);
  const at = intent.name.from.at;
  const clusterName = bind.given(intent.cluster.name, { name: 'cluster_name', type: 'string' });
  const context: CompileContext = { intent, facts, bind, findings, clusterName, at };

  const root = rootBlocks(context);
  findings.push(...refuseUnkept(context));
  for (const reference of bind.unresolvable())
    findings.push({
      rule: 'unexpressible-setting',
      severity: 'error',
      message: `nothing can look up "${reference.term}"`,
      at: reference.from.at,
      help: 'leave "lookup" out, so that it becomes a variable',
    });
  if (findings.some((finding) => finding.severity === 'error')) return { findings };
  const plan: Plan = {
    target: 'addons',
    name: intent.name.value,
    root: { blocks: root },
    groups: intent.pools.flatMap(({ name, autoScalingGroup }) =>
      autoScalingGroup === undefined || !isUsed(context, name.value)
        ? []
        : [{ pool: name.value, arn: bind.given(autoScalingGroup) }],
    ),
    files: outputFiles(context),
  };
  return { value: plan, findings };
}

/** A group that NTH owns nothing of is not referred to, so its reference needs no variable. */
const isUsed = ({ intent, facts }: CompileContext, pool: string): boolean =>
  nthSets(intent, facts.reactions).some(({ pools }) =>
    pools.some(({ name }) => name.value === pool),
  );

function rootBlocks(context: CompileContext): readonly SourceBlock[] {
  const nth = compileNth(context);
  const call = moduleCall(context, nth);
  const beside = [
    ...missingRules(context, CALL),
    ...nth.beside,
    ...nodePoolRelease(context),
    ...admission(context, CALL),
  ];
  const locals = localValues(context, nth);
  const before = [terraformBlock(context), ...providerBlocks(context)];
  const data = dataBlocks(context);
  return [...before, ...context.bind.variables(), ...data, locals, call, ...beside].filter(
    (part) => part.body.attributes.length > 0 || part.type !== 'locals',
  );
}

function moduleCall(context: CompileContext, nth: NthOutput): SourceBlock {
  const { intent, at, clusterName } = context;
  return block(
    'module',
    [CALL],
    {
      source: make.literal('aws-ia/eks-blueprints-addons/aws', at),
      version: make.literal(intent.addons.value, intent.addons.from.at),
      cluster_name: clusterName,
      cluster_endpoint: endpoint(context),
      cluster_version: kubernetesVersion(context),
      oidc_provider_arn: oidcProviderArn(context),
      ...karpenterInputs(context),
      ...nth.inputs,
      ...passedInputs(context),
    },
    at,
  );
}

function localValues(context: CompileContext, nth: NthOutput): SourceBlock {
  const { at, findings } = context;
  const manifests = nodePoolManifests(context);
  findings.push(...manifests.findings);
  const karpenter = hasKarpenter(context);
  return block(
    'locals',
    [],
    {
      [KARPENTER_VALUES]: karpenter ? karpenterValues(context) : undefined,
      ...nth.locals,
      [NODEPOOL_VALUES]:
        manifests.objects.length === 0
          ? undefined
          : make.object([['objects', make.list(manifests.objects, at)]], at),
    },
    at,
  );
}

/** The CRDs, then the objects: one release each, after the call. */
function nodePoolRelease(context: CompileContext): readonly SourceBlock[] {
  const { intent, facts, at } = context;
  if (!hasKarpenter(context)) return [];
  const { karpenter, cluster } = intent;
  const chart = facts.karpenter.chartVersion(karpenter.chart.value);
  const crds = block(
    'resource',
    ['helm_release', 'karpenter_crd'],
    {
      name: make.literal('karpenter-crd', at),
      repository: make.literal('oci://public.ecr.aws/karpenter', at),
      chart: make.literal('karpenter-crd', at),
      version: make.literal(chart, karpenter.chart.from.at),
      namespace: make.literal(karpenter.namespace.value, karpenter.namespace.from.at),
      create_namespace: make.literal(true, at),
      wait: make.literal(true, at),
      values: facts.karpenter.hasConversionWebhook(karpenter.chart.value)
        ? make.list(
            [
              make.call(
                'jsonencode',
                [
                  make.fromData(
                    {
                      webhook: {
                        enabled: true,
                        serviceName: 'karpenter',
                        serviceNamespace: karpenter.namespace.value,
                        port: 8443,
                      },
                    },
                    at,
                  ),
                ],
                at,
              ),
            ],
            at,
          )
        : undefined,
    },
    at,
  );
  const admitted = cluster.authenticationMode.value.startsWith('API')
    ? ['aws_eks_access_entry.karpenter_node']
    : [];
  const objects = block(
    'resource',
    ['helm_release', 'interlock_nodepools'],
    {
      name: make.literal(NODEPOOL_CHART, at),
      chart: make.template([make.reference('path.module', at), `/charts/${NODEPOOL_CHART}`], at),
      namespace: make.literal(karpenter.namespace.value, karpenter.namespace.from.at),
      wait: make.literal(true, at),
      values: make.list(
        [make.call('jsonencode', [make.reference(`local.${NODEPOOL_VALUES}`, at)], at)],
        at,
      ),
      depends_on: make.list(
        [`module.${CALL}`, 'helm_release.karpenter_crd', ...admitted].map((address) =>
          make.reference(address, at),
        ),
        at,
      ),
    },
    at,
  );
  return [crds, objects];
}

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
