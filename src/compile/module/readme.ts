/** The README of the drop-in module: what it makes, how it is called, who owns what, what must hold. */
import { writeBlocks } from '../../terraform/hcl/write.js';
import type { ModuleSource, SourceBlock } from '../../terraform/syntax/module.js';
import { printExpression } from '../../terraform/syntax/print.js';
import type { CompileContext } from '../context.js';
import { guardsIn } from '../guards.js';
import { type InstallationParts, installationParts } from '../installations.js';
import { hasKarpenter } from '../karpenter.js';
import { code, fenced, prose, table } from '../markdown.js';
import { ownersTable } from '../owners-table.js';
import type { RequiredProvider } from '../root.js';
import { CALL, callAsBound, FOLDER } from './call.js';
import { movesFromAddons, movesFromStack, movesToKey } from './moves.js';

export interface ReadmeInput {
  readonly module: ModuleSource;
  readonly providers: readonly RequiredProvider[];
}

export function moduleReadme(context: CompileContext, input: ReadmeInput): string {
  const { intent } = context;
  const sections = [
    `# ${prose(intent.name.value)}: node interruption handling`,
    'Compiled from a policy by Interlock, and read back: every event of every pool has exactly one owner. Change the policy and compile again; a change made here is lost.',
    whatItMakes(context),
    howToCall(context, input),
    `## Who owns what\n\n${ownersTable(context)}`,
    whatMustHold(context, input.module.blocks),
    tables(context, input.module.blocks),
    fromElsewhere(context, input.module.blocks),
    tests(),
  ];
  return `${sections.map((section) => section.trim()).join('\n\n')}\n`;
}

function whatItMakes(context: CompileContext): string {
  const lines = installationParts(context).map(
    (parts) => `- ${code(parts.release)} in the namespace ${code(parts.namespace)}: ${made(parts)}`,
  );
  if (hasKarpenter(context))
    lines.push(
      "- the CRDs of Karpenter, its NodePools and EC2NodeClasses, the nodes' role, and its admission to the cluster",
    );
  if (lines.length === 0)
    lines.push('- nothing: EKS and Auto Scaling own every event of this policy');
  return `## What it makes\n\n${lines.join('\n')}`;
}

function made({ queued, identified, events, name }: InstallationParts): string {
  const role = identified ? ', its role' : '';
  if (!queued) return `its Helm release${role}`;
  return `its Helm release${role}, the queue ${code(`aws_sqs_queue.${name}`)} and rules for ${events.join(', ')}`;
}

function howToCall(context: CompileContext, { providers }: ReadmeInput): string {
  const { cluster, identity } = context.intent;
  const needs = providers.map(
    ({ name, constraint }) =>
      `- ${code(name)} ${constraint}, ${name === 'aws' ? `in ${cluster.region.value}` : 'that reaches the same cluster'}`,
  );
  const agent =
    identity.value === 'irsa'
      ? ''
      : `\n- the EKS Pod Identity Agent on the nodes where the handlers run (the add-on ${code('eks-pod-identity-agent')}; EKS Auto Mode has it)`;
  return `## How to call it

Put this folder beside your root module as ${code(FOLDER)}, and call it there:

${fenced('hcl', writeBlocks([callAsBound(context)]))}
It has no provider and no backend of its own. It takes from the root:

${needs.join('\n')}
- Terraform >= 1.5.7, or OpenTofu${agent}

${code('count')} and ${code('for_each')} work. A call for each of several clusters needs a Helm provider for each: pass it with ${code('providers = { helm = helm.blue }')}.
References order the call after the cluster. Leave out ${code('depends_on')}: with it every look-up waits for the apply, and each plan shows changes that are none.`;
}

function whatMustHold(context: CompileContext, blocks: readonly SourceBlock[]): string {
  const { checks, apart, admission } = guardsIn(context, blocks);
  const { region } = context.intent.cluster;
  const refused = [
    `the AWS provider finds the cluster in another region than ${region.value}`,
    'a variable is of a form that it cannot have: a group by its name, an ARN of another region or partition',
    ...(apart.length === 0 ? [] : ['two pools are bound to one Auto Scaling group']),
    ...(admission === undefined
      ? []
      : ["the cluster's authentication mode does not read what admits Karpenter's nodes"]),
  ];
  const warned = [
    ...(checks.has('kubernetes_version')
      ? ['the cluster runs another Kubernetes than the policy was judged with']
      : []),
    ...(checks.has('identity_provider')
      ? ["the OIDC provider is not that of the cluster's issuer"]
      : []),
    ...([...checks].some((name) => name.startsWith('managed_tag'))
      ? [
          'a group does not carry the tag by which NTH knows its instances, or does not propagate it',
        ]
      : []),
  ];
  return `## What must hold

Terraform stops where:

${refused.map((line) => `- ${line}`).join('\n')}
${warned.length === 0 ? '' : `\nIt warns where:\n\n${warned.map((line) => `- ${line}`).join('\n')}\n`}`;
}

function tables(context: CompileContext, blocks: readonly SourceBlock[]): string {
  const inputs = context.bind
    .bound()
    .map(({ name, reference, hint }) => [
      code(name),
      code(hint.type ?? 'any'),
      prose(hint.description ?? ''),
      code(printExpression(reference.expression)),
    ]);
  const outputs = blocks
    .filter(({ type }) => type === 'output')
    .map(({ labels, body }) => {
      const text = body.attributes.find(({ name }) => name === 'description')?.value;
      return [code(labels[0] ?? ''), prose(text?.kind === 'literal' ? String(text.value) : '')];
    });
  const inputTable =
    inputs.length === 0
      ? 'None: the policy says every value itself.\n'
      : table(['variable', 'type', 'what it is', 'in the policy'], inputs);
  return `## Inputs\n\n${inputTable}\n## Outputs\n\n${table(['output', 'what it is'], outputs)}`;
}

function fromElsewhere(context: CompileContext, blocks: readonly SourceBlock[]): string {
  const addons = movesFromAddons(context);
  const stack = movesFromStack(context, blocks);
  const parts = [
    '## From elsewhere',
    `To one of several calls, with ${code('for_each')}; for ${code('count')} Terraform moves by itself:`,
    fenced('hcl', writeBlocks(movesToKey(context))),
  ];
  if (addons.length > 0)
    parts.push(
      `From the add-ons module: what keeps its name is moved, so that no handler is taken away in between. Queues and rules get new names. Say the name of the nodes' role in the policy where yours is another. What stands beside the call in a root of target ${code('addons')} is in the next list.`,
      fenced('hcl', writeBlocks(addons)),
    );
  if (stack.length > 0)
    parts.push(
      `From a root of target ${code('stack')} of the same policy, whose resources become those of the call:`,
      fenced('hcl', writeBlocks(stack)),
    );
  return parts.map((part) => part.trim()).join('\n\n');
}

const tests = (): string =>
  `## Tests

${code('terraform init && terraform test')} in this folder, with Terraform 1.7 or later: mock providers, no account. The first run asserts the wiring, from the pattern of each rule to the values that the handlers get; the others give what would break it and expect the refusal.

${code(`module.${CALL}.owners`)} is the table above as data.`;
