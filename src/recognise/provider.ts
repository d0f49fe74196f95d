/** The cluster that a release goes to: the one that its Helm provider reaches. */
import type { Block } from '../configuration/configuration.js';
import type { Cluster, Condition } from '../model/system.js';
import { and, type Tri } from '../value/logic.js';
import { elements, entry, isAbsent, same, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';
import type { ChartRelease } from './charts.js';
import type { ClusterPlace } from './cluster.js';
import type { RecogniseContext } from './context.js';

/** Whether the provider of a release reaches the cluster; taken for granted where the text does not tell. */
export function reach(
  context: RecogniseContext,
  release: ChartRelease,
  { cluster, endpoint }: ClusterPlace,
): Condition {
  const provider = providerOf(context, release);
  const kubernetes = provider && accessOf(provider);
  const tests = kubernetes === undefined ? [] : testsOf(context, kubernetes, cluster, endpoint);
  const open = and(tests.map(({ is }) => is !== false));
  const sure = open === false || tests.some(({ is, place }) => place && is === true);
  const own = isUnknown(cluster.name) ? cluster.name.term : cluster.name.value;
  const name = cluster.unnamed ? 'the cluster' : own;
  const says = `the Helm provider reaches ${cluster.unnamed ? name : `the cluster ${name}`}`;
  return {
    name: 'cluster',
    open,
    from: provider?.from ?? release.from,
    says: `the Helm provider ${open ? 'reaches' : 'reaches another cluster than'} ${name}`,
    ...(sure ? {} : { assuming: { id: 'helm-provider', says } }),
  };
}

/** The provider block of the release, or of the module that it is made in. */
function providerOf(context: RecogniseContext, release: ChartRelease): Block | undefined {
  const alias = release.provider?.split('.')[1] ?? passedAlias(context, release.address);
  return context.configuration.blocks.find(
    (block) => block.type === 'provider' && block.labels[0] === 'helm' && aliasOf(block) === alias,
  );
}

function passedAlias(context: RecogniseContext, address: string): string | undefined {
  const call = context.configuration.blocks.find(
    (block) => block.type === 'module' && address.startsWith(`${block.address}.`),
  );
  const passed = text(entry(call?.body, 'providers', 'helm'));
  return passed === undefined || isUnknown(passed) ? undefined : passed.value.split('.')[1];
}

const aliasOf = (provider: Block): string | undefined => {
  const alias = text(entry(provider.body, 'alias'));
  return alias === undefined || isUnknown(alias) ? undefined : alias.value;
};

/** `kubernetes` is a block in version 2 of the provider, an argument in version 3. */
const accessOf = (provider: Block): Value | undefined => {
  const access = elements(entry(provider.body, 'kubernetes'));
  return 'unknown' in access ? access : access[0];
};

interface Test {
  readonly is: Tri;
  /** It tells where the cluster is, not only for whom the token is. */
  readonly place?: true;
}

function testsOf(
  context: RecogniseContext,
  access: Value,
  cluster: Cluster,
  endpoint: Maybe<string> | undefined,
): readonly Test[] {
  const args = elements(entry(access, 'exec', 'args'));
  const argument = (flag: string): Maybe<string> | undefined =>
    'unknown' in args ? undefined : text(args[args.findIndex((arg) => isText(arg, flag)) + 1]);
  const written = (flag: string): boolean =>
    !('unknown' in args) && args.some((arg) => isText(arg, flag));
  const tests: Test[] = [];
  const compare = (a: Maybe<string> | undefined, b: Maybe<string> | undefined): void => {
    if (a !== undefined && b !== undefined) tests.push({ is: same(a, b) });
  };
  if (written('--cluster-name')) compare(argument('--cluster-name'), cluster.name);
  if (written('--region')) compare(argument('--region'), cluster.region);
  const token = text(entry(access, 'token'));
  if (token !== undefined) compare(clusterIn(context, token, 'aws_eks_cluster_auth'), cluster.name);
  const host = text(entry(access, 'host'));
  if (host === undefined || isAbsent(entry(access, 'host'))) return tests;
  const named = clusterIn(context, host, 'aws_eks_cluster');
  if (named !== undefined) tests.push({ is: same(named, cluster.name), place: true });
  else if (endpoint !== undefined) tests.push({ is: same(host, endpoint), place: true });
  return tests;
}

const isText = (value: Value, wanted: string): boolean =>
  !isUnknown(value) && value.value === wanted;

/** The name by which a data source of the type, of which this is an attribute, looks the cluster up. */
function clusterIn(
  context: RecogniseContext,
  value: Maybe<string>,
  type: string,
): Maybe<string> | undefined {
  if (!isUnknown(value)) return undefined;
  const attribute = type === 'aws_eks_cluster' ? 'endpoint' : 'token';
  const address = value.term.endsWith(`.${attribute}`)
    ? value.term.slice(0, -attribute.length - 1)
    : undefined;
  const block = address === undefined ? undefined : context.blockAt(address);
  return block?.labels[0] === type ? text(entry(block.body, 'name')) : undefined;
}
