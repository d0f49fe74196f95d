/** The blocks of one module by what refers to them. Two blocks of one address are a finding; the first one counts. */
import type { Finding } from '../../diagnostics/finding.js';
import type { Span } from '../../source/span.js';
import type { ModuleSource, SourceAttribute, SourceBlock, SourceBody } from '../syntax/module.js';

export interface SourceIndex {
  readonly variables: ReadonlyMap<string, SourceBlock>;
  readonly locals: ReadonlyMap<string, SourceAttribute>;
  readonly outputs: ReadonlyMap<string, SourceBlock>;
  readonly calls: ReadonlyMap<string, SourceBlock>;
  /** `aws_sqs_queue.nth`, `data.aws_region.current`, `ephemeral.…`. */
  readonly resources: ReadonlyMap<string, SourceBlock>;
  /** Everything else that is a block of a configuration: providers, checks, `terraform`, `moved`. */
  readonly others: readonly SourceBlock[];
  readonly findings: readonly Finding[];
}

/** The kinds of blocks that have instances and attributes that can be referred to, and how addresses start. */
export const RESOURCE_KINDS: ReadonlyMap<string, string> = new Map([
  ['resource', ''],
  ['data', 'data.'],
  ['ephemeral', 'ephemeral.'],
]);

export function indexModule(module: ModuleSource): SourceIndex {
  const findings: Finding[] = [];
  const variables = new Map<string, SourceBlock>();
  const locals = new Map<string, SourceAttribute>();
  const outputs = new Map<string, SourceBlock>();
  const calls = new Map<string, SourceBlock>();
  const resources = new Map<string, SourceBlock>();
  const others: SourceBlock[] = [];
  const maps = new Map([
    ['variable', variables],
    ['output', outputs],
    ['module', calls],
  ]);
  const add = <T>(
    map: Map<string, T>,
    name: string,
    item: T,
    at: Span,
    place: (item: T) => Span,
  ): void => {
    const before = map.get(name);
    if (before === undefined) map.set(name, item);
    else findings.push(duplicate(name, at, place(before)));
  };
  for (const block of module.blocks) {
    const map = maps.get(block.type);
    if (map !== undefined) add(map, block.labels[0] ?? '', block, block.at, ({ at }) => at);
    else if (RESOURCE_KINDS.has(block.type))
      add(resources, addressOf(block), block, block.at, ({ at }) => at);
    else if (block.type === 'locals') {
      for (const local of block.body.attributes)
        add(locals, local.name, local, local.key, ({ key }) => key);
    } else others.push(block);
  }
  return { variables, locals, outputs, calls, resources, others, findings };
}

/** The address of a block within its module: `aws_sqs_queue.nth`, `data.aws_region.current`, `provider.aws`. */
export function addressOf({ type, labels }: SourceBlock): string {
  const prefix = RESOURCE_KINDS.get(type);
  return prefix === undefined ? [type, ...labels].join('.') : prefix + labels.join('.');
}

export const attributeIn = (body: SourceBody, name: string): SourceAttribute | undefined =>
  body.attributes.find((attribute) => attribute.name === name);

const duplicate = (name: string, at: Span, first: Span): Finding => ({
  rule: 'duplicate-block',
  severity: 'error',
  message: `"${name}" is declared twice in this module`,
  at,
  related: [{ at: first, message: 'the first declaration' }],
  help: 'keep one of the two',
});
