/** The sections of a policy that have defaults: cluster, versions, handlers. Every default of the language stands here. */
import type { Finding } from '../diagnostics/finding.js';
import { suggestion } from '../diagnostics/suggest.js';
import { partitionOf } from '../facts/partitions.js';
import { entry } from '../value/read.js';
import type { Known, Located } from '../value/value.js';
import { located, numberAt, textAt } from './fields.js';
import type {
  ClusterIntent,
  Default,
  Given,
  Intent,
  KarpenterIntent,
  NthIntent,
} from './intent.js';
import { isReference, textOf } from './intent.js';
import type { PolicyFacts } from './read.js';
import type { ReferenceReader } from './references.js';

export interface SectionContext {
  readonly policy: Known;
  readonly findings: Finding[];
  readonly defaults: Default[];
  readonly facts: PolicyFacts;
  readonly references: ReferenceReader;
}

/** The release of the add-ons module that policies are compiled for where they name none. */
export const DEFAULT_RELEASE = '1.16.2';
export const DEFAULT_MANAGED_TAG = 'aws-node-termination-handler/managed';

function defaulted<T extends string | number>(
  context: SectionContext,
  path: string,
  written: Located<T> | undefined,
  value: T,
  because: string,
): Located<T> {
  if (written !== undefined) return written;
  context.defaults.push({ path, value: String(value), because });
  return located(value, parentOrigin(context.policy, path));
}

/** A default has no place of its own: it points at the nearest thing that is written. */
function parentOrigin(policy: Known, path: string): Known['from'] {
  const keys = path.split('.');
  for (let length = keys.length - 1; length > 0; length--) {
    const found = entry(policy, ...keys.slice(0, length));
    if (found !== undefined) return { at: ('key' in found && found.key) || found.from.at };
  }
  const metadata = entry(policy, 'metadata');
  return metadata === undefined
    ? policy.from
    : { at: ('key' in metadata && metadata.key) || metadata.from.at };
}

export const readMetadata = (policy: Known): Located<string> =>
  textAt(policy, 'metadata', 'name') ?? located('policy', policy.from);

export function readCluster(context: SectionContext): ClusterIntent {
  const { policy, references } = context;
  const body = entry(policy, 'cluster') ?? policy;
  const given = (key: string): Given | undefined => references.given(entry(body, key));
  const region = textAt(body, 'region') ?? located('', body.from);
  const endpoint = given('endpoint');
  const oidcProviderArn = given('oidcProviderArn');
  const mode = defaulted(
    context,
    'cluster.authenticationMode',
    textAt(body, 'authenticationMode'),
    'API',
    'access entries are how new clusters admit nodes',
  ) as ClusterIntent['authenticationMode'];
  const lookedUp = (key: string): void => {
    context.defaults.push({
      path: `cluster.${key}`,
      value: "looked up by the cluster's name",
      because: 'the policy does not say it',
    });
  };
  if (endpoint === undefined) lookedUp('endpoint');
  if (oidcProviderArn === undefined) lookedUp('oidcProviderArn');
  return {
    name: given('name') ?? located('', body.from),
    region,
    partition: partitionOf(region.value),
    kubernetesVersion: given('kubernetesVersion') ?? located('', body.from),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(oidcProviderArn === undefined ? {} : { oidcProviderArn }),
    authenticationMode: mode,
    from: { at: ('key' in body && body.key) || body.from.at },
  };
}

export function readRelease(context: SectionContext): Located<string> {
  const { policy, facts, findings } = context;
  const release = defaulted(
    context,
    'versions.addons',
    textAt(policy, 'versions', 'addons'),
    DEFAULT_RELEASE,
    'the release that the compiler was first proved on',
  );
  const known = facts.addons.addonsReleases();
  const unusable = facts.addons.unusable(release.value);
  if (!known.includes(release.value))
    findings.push({
      rule: 'invalid-policy',
      severity: 'error',
      message: `aws-ia/eks-blueprints-addons/aws has no release "${release.value}"`,
      at: release.from.at,
      help: suggestion(release.value, known, 'releases'),
    });
  else if (unusable !== undefined)
    findings.push({
      rule: 'incompatible-provider',
      severity: 'error',
      message: `release ${release.value} of the add-ons module cannot be used: ${unusable}`,
      at: release.from.at,
      help: `write "${known.at(-1)}" or an older release that works`,
    });
  return release;
}

export function readKarpenter(
  context: SectionContext,
  cluster: ClusterIntent,
  kubernetes: string | undefined,
): KarpenterIntent {
  const { policy, facts } = context;
  const body = entry(policy, 'handlers', 'karpenter');
  const newest = facts.karpenter.newestFor(kubernetes);
  const chart = defaulted(
    context,
    'handlers.karpenter.chart',
    textAt(body, 'chart'),
    newest,
    kubernetes === undefined
      ? 'the newest chart known'
      : `the newest chart known whose range holds Kubernetes ${kubernetes}`,
  );
  const values = entry(body, 'values');
  const runsOn = textAt(body, 'runsOn');
  return {
    chart: located(chart.value.replace(/^v/, ''), chart.from),
    namespace: defaulted(
      context,
      'handlers.karpenter.namespace',
      textAt(body, 'namespace'),
      'karpenter',
      "the add-ons module's own default",
    ),
    replicas: defaulted(
      context,
      'handlers.karpenter.replicas',
      numberAt(body, 'replicas'),
      2,
      "the chart's own default: one active, one standing by",
    ),
    ...readNodeRole(context, cluster, textAt(body, 'nodeRoleName')),
    ...(runsOn === undefined ? {} : { runsOn }),
    ...(values === undefined ? {} : { values }),
    from: body?.from ?? policy.from,
  };
}

/** IAM knows no regions, so a name that two clusters could share would join them. */
function readNodeRole(
  context: SectionContext,
  { name, region }: ClusterIntent,
  written: Located<string> | undefined,
): Pick<KarpenterIntent, 'nodeRoleName'> {
  const named = (cluster: string): string => `karpenter-${cluster}-${region.value}`;
  const path = 'handlers.karpenter.nodeRoleName';
  const because = 'IAM is global, so the name carries the cluster and the region';
  if (written !== undefined || !isReference(name)) {
    const made = named(textOf(name) ?? '');
    return { nodeRoleName: defaulted(context, path, written, made, because) };
  }
  context.defaults.push({ path, value: named(`\${${name.term}}`), because });
  return {};
}

export const readIdentity = (context: SectionContext): Intent['identity'] =>
  defaulted(
    context,
    'handlers.identity',
    textAt(context.policy, 'handlers', 'identity'),
    'irsa',
    'the way that the add-ons module knows',
  ) as Intent['identity'];

export function readNth(context: SectionContext): NthIntent {
  const { policy, facts } = context;
  const body = entry(policy, 'handlers', 'nth');
  const values = entry(body, 'values');
  const runsOn = textAt(body, 'runsOn');
  const workers = numberAt(body, 'workers');
  return {
    mode: defaulted(
      context,
      'handlers.nth.mode',
      textAt(body, 'mode'),
      'queue',
      'the mode that the add-ons module installs, and the only one that completes lifecycle hooks',
    ) as NthIntent['mode'],
    chart: defaulted(
      context,
      'handlers.nth.chart',
      textAt(body, 'chart'),
      facts.nth.newestChart(),
      'the newest chart known',
    ),
    namespace: defaulted(
      context,
      'handlers.nth.namespace',
      textAt(body, 'namespace'),
      'aws-node-termination-handler',
      "the add-ons module's own default",
    ),
    managedTag: defaulted(
      context,
      'handlers.nth.managedTag',
      textAt(body, 'managedTag'),
      DEFAULT_MANAGED_TAG,
      "the chart's own default",
    ),
    replicas: defaulted(
      context,
      'handlers.nth.replicas',
      numberAt(body, 'replicas'),
      2,
      'one replica drains while the other is moved',
    ),
    ...(runsOn === undefined ? {} : { runsOn }),
    ...(workers === undefined ? {} : { workers }),
    ...(values === undefined ? {} : { values }),
    from: body?.from ?? policy.from,
  };
}
