/** What `terraform show -json` prints of a plan or a state, as configuration blocks. Reads, and judges nothing. */
import type { Block } from '../../configuration/configuration.js';
import type { Finding } from '../../diagnostics/finding.js';
import type { Span } from '../../source/span.js';
import { type JsonNode, readJson } from '../json/text.js';
import { callBlocks, providerBlocks, resourceBlock } from './blocks.js';
import { planModule } from './configuration.js';
import { isTrue, nodeAt, stringOf } from './document.js';
import { createLinks } from './links.js';
import { planResources } from './resources.js';

export interface PlanReading {
  readonly blocks: readonly Block[];
  /** Names at the root, as Terraform files have them: `aws_sqs_queue.k`, `data.aws_region.r`, `module.addons`. */
  readonly names: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

export function readPlan(file: string, text: string): PlanReading {
  const { value: document, findings } = readJson(file, text);
  if (document === undefined) return { blocks: [], names: new Set(), findings };
  const problem = problemOf(document);
  if (problem !== undefined)
    return { blocks: [], names: new Set(), findings: [...findings, problem] };
  const configuration = nodeAt(document, 'configuration');
  const root = planModule(nodeAt(configuration, 'root_module'));
  const resources = planResources(document, root);
  const links = createLinks({ root, resources, variables: nodeAt(document, 'variables') });
  const providers = providerBlocks(configuration, links);
  return {
    blocks: [
      ...providers.blocks,
      ...callBlocks(root, links, providers.aliases),
      ...resources.map((resource) => resourceBlock(resource, links)),
    ],
    names: new Set([
      ...root.resources.keys(),
      ...[...root.calls.keys()].map((name) => `module.${name}`),
    ]),
    findings: [...findings, ...unfinished(document)],
  };
}

const unreadable = (at: Span, severity: Finding['severity'], message: string): Finding => ({
  rule: 'unreadable-file',
  severity,
  message,
  at,
});

function problemOf(document: JsonNode): Finding | undefined {
  const version = nodeAt(document, 'format_version');
  const planned = nodeAt(document, 'planned_values') ?? nodeAt(document, 'values');
  if (planned === undefined)
    return unreadable(
      document.at,
      'error',
      'this is neither a plan nor a state: it has no planned_values and no values',
    );
  const major = stringOf(version)?.split('.')[0];
  return version === undefined || major === '0' || major === '1'
    ? undefined
    : unreadable(
        version.at,
        'error',
        `the plan has format ${stringOf(version)}, which is not known`,
      );
}

/** A plan that stopped or left something out. */
function unfinished(document: JsonNode): readonly Finding[] {
  const errored = nodeAt(document, 'errored');
  const complete = nodeAt(document, 'complete');
  if (errored !== undefined && isTrue(errored))
    return [unreadable(errored.at, 'error', 'the plan ended with an error, so it is not whole')];
  if (complete?.kind === 'scalar' && complete.value === false)
    return [
      unreadable(
        complete.at,
        'warning',
        'the plan is not complete: what it leaves out is not judged',
      ),
    ];
  return [];
}
