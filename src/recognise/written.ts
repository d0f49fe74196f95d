/** What rules on settings are given: charts, calls, providers, policies and queues as they are written. */
import type { Block, KubeObject } from '../configuration/configuration.js';
import type { Releases } from '../model/system.js';
import type {
  OutputReference,
  RequiredProvider,
  Written,
  WrittenCall,
  WrittenChart,
  WrittenPolicy,
  WrittenQueue,
} from '../model/written.js';
import { isSameSpan } from '../source/span.js';
import type { SourceBlock } from '../terraform/syntax/module.js';
import { outputUses } from '../terraform/syntax/visit.js';
import { elements, entries, entry, isAbsent, number, text } from '../value/read.js';
import { isMap, isUnknown, type Located, type Maybe, type Value } from '../value/value.js';
import { moduleOf } from './addresses.js';
import { type ChartRelease, releasesOf } from './charts.js';
import { type RecogniseContext, regionOf } from './context.js';
import { policyStatements } from './iam.js';
import { roleAt } from './identity.js';
import type { Placed } from './pools.js';

/** How a call of a module was read. */
export interface ReadCall {
  /** Without the key of an instance. */
  readonly address: string;
  readonly read: 'folder' | 'summary' | 'unread';
  readonly source: string | undefined;
  readonly releases?: Releases;
}

/** The text behind a configuration. */
export interface Sources {
  readonly modules: Written['modules'];
  readonly locked: Written['locked'];
  readonly calls: readonly ReadCall[];
  readonly whole: boolean;
  readonly planned: boolean;
}

export const noSources: Sources = {
  modules: [],
  locked: new Map<string, Located<string>>(),
  calls: [],
  whole: false,
  planned: false,
};

export function writtenOf(
  context: RecogniseContext,
  objects: readonly KubeObject[],
  releases: readonly Placed<ChartRelease>[],
  sources: Sources,
): Written {
  const { blocks } = context.configuration;
  const { modules, locked, whole, planned } = sources;
  return {
    blocks,
    blockAt: context.blockAt,
    regionOf: (block) => regionOf(context, block),
    objects,
    charts: chartsOf(context, releases, modules),
    calls: blocks.flatMap((block) => callOf(block, sources.calls)),
    providers: blocks.flatMap(requiredProviders),
    locked,
    policies: policiesOf(context),
    queues: context.resources('aws_sqs_queue').map((block) => queueOf(context, block)),
    outputs: modules.flatMap(({ directory, module }) =>
      outputUses(module).map((use): OutputReference => ({ ...use, directory })),
    ),
    modules,
    whole,
    planned,
  };
}

function chartsOf(
  context: RecogniseContext,
  releases: readonly Placed<ChartRelease>[],
  modules: Written['modules'],
): readonly WrittenChart[] {
  const written = modules.flatMap(({ module }) => module.blocks);
  const clusters = new Map<ChartRelease, string[]>();
  for (const { item, cluster } of releases)
    clusters.set(item, [...(clusters.get(item) ?? []), cluster.cluster.id]);
  return [...clusters].map(([release, ids]) => {
    const { values, skipsCrds: _, dependsOn: __, provider: ___, cluster: ____, ...rest } = release;
    const allowed = handlerReleases(context, release);
    const source = written.findLast(({ at }) => isSameSpan(at, release.from.at));
    const setForm = source === undefined ? undefined : setFormOf(source);
    return {
      ...rest,
      values: values.root,
      ...(values.rest === undefined ? {} : { rest: values.rest }),
      ...(allowed === undefined ? {} : { releases: allowed }),
      ...(setForm === undefined ? {} : { setForm }),
      made: madeBy(context, release),
      clusters: ids,
    };
  });
}

const madeBy = (context: RecogniseContext, { address }: ChartRelease): WrittenChart['made'] =>
  context.blockAt(address)?.labels[0] === 'helm_release'
    ? 'terraform'
    : context.configuration.helmValues.some(({ file }) => file === address)
      ? 'values'
      : 'gitops';

function handlerReleases(
  { facts, assume }: RecogniseContext,
  { chart, version }: ChartRelease,
): Releases | undefined {
  if (chart === undefined || isUnknown(chart)) return undefined;
  if (chart.value === 'karpenter')
    return releasesOf(version, facts.karpenter.karpenterVersions(), assume.karpenter);
  return chart.value === 'aws-node-termination-handler'
    ? releasesOf(version, facts.nth.nthCharts(), assume.nth)
    : undefined;
}

function setFormOf({ body }: SourceBlock): WrittenChart['setForm'] {
  const isSet = (name: string | undefined): boolean =>
    name !== undefined && /^set(?:_list|_sensitive)?$/.test(name);
  if (body.attributes.some(({ name }) => isSet(name))) return 'list';
  return body.blocks.some(({ type, labels }) => isSet(type === 'dynamic' ? labels[0] : type))
    ? 'blocks'
    : undefined;
}

/** Arguments of the call itself, not of the module. */
const META = new Set(['source', 'version', 'count', 'for_each', 'providers', 'depends_on']);

function callOf(block: Block, calls: readonly ReadCall[]): readonly WrittenCall[] {
  if (block.type !== 'module') return [];
  const call = calls.find(
    ({ address }) => block.address === address || block.address.startsWith(`${address}[`),
  );
  const given = isUnknown(block.body) || !isMap(block.body.value) ? [] : [...block.body.value];
  return [
    {
      address: block.address,
      read: call?.read ?? 'unread',
      source: call?.source,
      writtenSource: text(entry(block.body, 'source')),
      version: optional(block, 'version'),
      ...(call?.releases === undefined ? {} : { releases: call.releases }),
      arguments: new Map(given.filter(([name]) => !META.has(name))),
      exists: block.exists,
      from: block.from,
    },
  ];
}

const optional = ({ body }: Block, key: string): Maybe<string> | undefined =>
  isAbsent(entry(body, key)) ? undefined : text(entry(body, key));

function requiredProviders(block: Block): readonly RequiredProvider[] {
  if (block.type !== 'terraform') return [];
  const written = elements(entry(block.body, 'required_providers'));
  if ('unknown' in written) return [];
  return written.flatMap((one) => {
    const names = entries(one);
    if (isUnknown(names as Value)) return [];
    return [...(names as ReadonlyMap<string, Value>)].map(([name, value]) => {
      const source = text(entry(value, 'source'));
      const constraint = text(value) ?? text(entry(value, 'version'));
      return {
        source: source === undefined || isUnknown(source) ? `hashicorp/${name}` : source.value,
        name,
        constraint,
        module: moduleOf(block.address),
        from: value.from,
      };
    });
  });
}

/** Which attribute of which blocks holds a policy document, and what it is attached to. */
const POLICIES = [
  { type: 'aws_sqs_queue_policy', document: 'policy', kind: 'queue', of: 'queue_url' },
  { type: 'aws_sqs_queue', document: 'policy', kind: 'queue' },
  { type: 'aws_iam_role_policy', document: 'policy', kind: 'role', of: 'role' },
  { type: 'aws_iam_role', document: 'assume_role_policy', kind: 'trust' },
  { type: 'aws_iam_policy', document: 'policy', kind: 'document' },
] as const;

function policiesOf(context: RecogniseContext): readonly WrittenPolicy[] {
  return POLICIES.flatMap((row) =>
    context.resources(row.type).flatMap((block): readonly WrittenPolicy[] => {
      const document = entry(block.body, row.document);
      if (document === undefined || isAbsent(document)) return [];
      const of = 'of' in row ? attachedTo(context, block, row.of) : block.address;
      return [
        {
          address: block.address,
          kind: row.kind,
          ...(of === undefined ? {} : { of }),
          statements: policyStatements(context, document),
          exists: block.exists,
          from: block.from,
        },
      ];
    }),
  );
}

function attachedTo(context: RecogniseContext, block: Block, key: string): string | undefined {
  const value = text(entry(block.body, key));
  if (value === undefined) return undefined;
  if (isUnknown(value)) return /^(.+)\.(?:url|id|name|arn)$/s.exec(value.term)?.[1];
  return roleAt(context, value)?.address;
}

function queueOf(context: RecogniseContext, block: Block): WrittenQueue {
  const { body } = block;
  const name = optional(block, 'name');
  const region = regionOf(context, block);
  const retention = number(entry(body, 'message_retention_seconds'));
  const delay = number(entry(body, 'delay_seconds'));
  const maximumSize = number(entry(body, 'max_message_size'));
  const key = optional(block, 'kms_master_key_id');
  return {
    id: block.address,
    ...(name === undefined ? {} : { name }),
    ...(region === undefined ? {} : { region }),
    ...(retention === undefined ? {} : { retention }),
    ...(delay === undefined ? {} : { delay }),
    ...(maximumSize === undefined ? {} : { maximumSize }),
    ...(key === undefined ? {} : { key }),
    from: block.from,
  };
}
