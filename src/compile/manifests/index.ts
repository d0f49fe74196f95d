/**
 * Target `manifests`: for GitOps. NodePools and values as YAML, ApplicationSets
 * that install the charts, and a Terraform module for the AWS side, whose output
 * tells them what only Terraform knows.
 */
import type { Finding } from '../../diagnostics/finding.js';
import { textOf } from '../../policy/intent.js';
import * as make from '../../terraform/syntax/build.js';
import type { ModuleSource } from '../../terraform/syntax/module.js';
import { literalBinder, variableBlock } from '../bind.js';
import type { CompileContext } from '../context.js';
import { variablesOf } from '../inputs/calls.js';
import { hasKarpenter } from '../karpenter.js';
import { CALL, FOLDER } from '../module/call.js';
import { nodePoolManifests } from '../nodepools.js';
import type { Output } from '../output.js';
import { block } from '../plan.js';
import { chartApplication, NODEPOOLS, nodePoolApplication } from './applications.js';
import { awsSide, METADATA } from './aws-side.js';
import { dataOf, yamlOf } from './data.js';
import { gitOpsCharts } from './handlers.js';
import { manifestsReadme } from './readme.js';

/** Folder of the Terraform module. */
export const TERRAFORM = 'terraform';

export function manifestsOutput(context: CompileContext): Output {
  const { intent, facts, findings } = context;
  const release = intent.addons;
  if (facts.addons.releaseParameters(release.value).gitopsMetadata === 'none')
    findings.push({
      rule: 'unexpressible-setting',
      severity: 'error',
      message: `release ${release.value} of the add-ons module has no ${METADATA}, by which GitOps learns of queues and roles`,
      at: release.from.at,
      help: 'write versions.addons: 1.7.0 or later',
    });
  const aws = awsSide(context);
  const known = literally(context);
  const policy = intent.name.value;
  const charts = gitOpsCharts(known, textOf(intent.cluster.name) !== undefined, aws.nthInModule);
  const objects = nodePoolManifests(known).objects.map(dataOf);
  const said = new Set(findings.map((finding) => JSON.stringify(finding)));
  findings.push(...known.findings.filter((finding) => !said.has(JSON.stringify(finding))));
  const files = new Map<string, string>();
  for (const chart of charts) {
    files.set(`argocd/${chart.name}.yaml`, yamlOf([chartApplication(policy, chart)]));
    if (chart.values !== undefined) files.set(`${chart.name}/values.yaml`, yamlOf([chart.values]));
  }
  if (hasKarpenter(context)) {
    const { namespace } = intent.karpenter;
    files.set(`argocd/${NODEPOOLS}.yaml`, yamlOf([nodePoolApplication(policy, namespace.value)]));
    files.set(`${NODEPOOLS}/${NODEPOOLS}.yaml`, yamlOf(objects));
  }
  files.set('README.md', manifestsReadme(context, { module: aws.module, charts }));
  return {
    root: judgingRoot(context, aws.module),
    modules: new Map([[TERRAFORM, aws.module]]),
    chartIn: null,
    files,
  };
}

/** The context for what Terraform never reads: references are what they are said to be, or refused. */
function literally(context: CompileContext): CompileContext {
  const { intent, at } = context;
  const findings: Finding[] = [];
  const refuse = (message: string, from: Finding['at'], help: string): void => {
    findings.push({ rule: 'unexpressible-setting', severity: 'error', message, at: from, help });
  };
  const bind = literalBinder(context.read, ({ term, from }) =>
    refuse(
      `only Terraform knows "${term}", and Argo CD reads no Terraform`,
      from.at,
      'say what it is: { terraform: …, is: … }, or write the value itself',
    ),
  );
  const { name } = intent.cluster;
  const known = textOf(name);
  const ownRole = intent.karpenter.nodeRoleName !== undefined;
  if (known === undefined && !ownRole && hasKarpenter(context))
    refuse(
      "the role of Karpenter's nodes is named after the cluster, whose name only Terraform knows",
      name.from.at,
      'write handlers.karpenter.nodeRoleName, or say the name with "is"',
    );
  return { ...context, bind, findings, clusterName: make.literal(known ?? '', at) };
}

/** A root that calls the module, and gives on what the Applications are told. */
function judgingRoot(context: CompileContext, module: ModuleSource): ModuleSource {
  const { at, bind, intent } = context;
  const { region } = intent.cluster;
  const names = variablesOf(module);
  const call = Object.fromEntries(
    names.map((name) => [name, make.reference(`var.${name}`, at)] as const),
  );
  return {
    blocks: [
      block('provider', ['aws'], { region: make.literal(region.value, region.from.at) }, at),
      // All of them: what the module leaves out may still say which group a pool is.
      ...bind.bound().map(variableBlock),
      block('module', [CALL], { source: make.literal(`${FOLDER}/${TERRAFORM}`, at), ...call }, at),
      block('output', [METADATA], { value: make.reference(`module.${CALL}.${METADATA}`, at) }, at),
    ],
  };
}
