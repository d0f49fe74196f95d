/** Facts and summaries that the texts of configurations name: what is not in sight is not loaded. */
import type { EventFacts } from '../facts/events.js';
import type { Facts } from '../facts/facts.js';
import type { ManifestChecker } from '../manifests/check/manifests.js';
import type { RootFacts } from '../pipeline/root.js';
import type { SummaryModules } from '../pipeline/summaries.js';
import type { ConfigurationTexts } from '../pipeline/texts.js';

export interface LoadedFacts {
  readonly facts: RootFacts;
  readonly checkObjects?: ManifestChecker;
  readonly events: EventFacts;
  readonly summaries: SummaryModules;
}

export async function loadRootFacts(
  configurations: readonly ConfigurationTexts[],
): Promise<LoadedFacts> {
  const [karpenter, nth, reactions, providers, { events }] = await Promise.all([
    import('../facts/karpenter.js'),
    import('../facts/nth.js'),
    import('../facts/reactions.js'),
    import('../facts/providers.js'),
    import('../facts/events.js'),
  ]);
  const named = namesIn(configurations);
  const checkObjects = await objectChecker(configurations, karpenter);
  const [addons, eks, blueprints, others] = await Promise.all([
    named(/eks[-_]blueprints[-_]addons/) ? addonsFacts() : NOTHING,
    named(/terraform-aws-(?:modules\/)?eks|terraform-aws-modules\/eks|eks\/aws/)
      ? eksFacts()
      : NOTHING,
    named(/terraform-aws-eks-blueprints|eks-blueprints\/aws/) ? blueprintsFacts() : NOTHING,
    named(/eks-blueprints-addon\b|\bsqs\/aws|terraform-aws-sqs/) ? otherModules() : NOTHING,
  ]);
  return {
    facts: {
      karpenter,
      nth,
      reactions,
      providers,
      ...addons.facts,
      ...eks.facts,
      ...blueprints.facts,
    },
    events,
    ...(checkObjects && { checkObjects }),
    summaries: {
      ...addons.summaries,
      ...eks.summaries,
      ...blueprints.summaries,
      ...others.summaries,
    },
  };
}

/** The validators are a good part of the program: they are loaded when an object of Karpenter's is in sight. */
async function objectChecker(
  configurations: readonly ConfigurationTexts[],
  karpenter: RootFacts['karpenter'],
): Promise<ManifestChecker | undefined> {
  const texts = configurations.flatMap(({ manifests, plans, terraform }) =>
    [...manifests, ...plans, ...terraform.flatMap(({ reachable }) => reachable())].map(
      ({ text }) => text,
    ),
  );
  // What Terraform reads while it is evaluated is not in sight yet.
  const reads = texts.some((text) => READS.test(text)) && texts.some((t) => /karpenter/i.test(t));
  const kinds = KINDS.filter(([, kind]) => reads || texts.some((text) => text.includes(kind)));
  if (kinds.length === 0) return undefined;
  const [{ manifestChecker }, { loadCrd }] = await Promise.all([
    import('../manifests/check/manifests.js'),
    import('../facts/karpenter-crds.js'),
  ]);
  const tables = await Promise.all(kinds.map(([apiVersion, kind]) => loadCrd(apiVersion, kind)));
  const crds = new Map(
    tables
      .filter((table) => table !== undefined)
      .map((table) => [`${table.apiVersion} ${table.kind}`, table]),
  );
  return manifestChecker({ karpenter, crds });
}

/** Functions that read files. */
const READS = /\b(?:templatefile|file|fileset|filebase64)\s*\(/;

/** Every table whose kind some text names. */
const KINDS: readonly (readonly [apiVersion: string, kind: string])[] = [
  ['autoscaling.x-k8s.io/v1beta1', 'CapacityBuffer'],
  ['karpenter.k8s.aws/v1', 'EC2NodeClass'],
  ['karpenter.k8s.aws/v1beta1', 'EC2NodeClass'],
  ['karpenter.k8s.aws/v1alpha1', 'AWSNodeTemplate'],
  ['karpenter.sh/v1', 'NodePool'],
  ['karpenter.sh/v1beta1', 'NodePool'],
  ['karpenter.sh/v1alpha1', 'NodeOverlay'],
  ['karpenter.sh/v1alpha5', 'Provisioner'],
];

interface Area {
  readonly facts?: Facts;
  readonly summaries?: SummaryModules;
}

const NOTHING: Area = {};

/** Whether any text of Terraform or of a plan names what the expression looks for. */
function namesIn(configurations: readonly ConfigurationTexts[]): (pattern: RegExp) => boolean {
  const texts = configurations.flatMap(({ terraform, plans }) => [
    ...terraform.flatMap(({ reachable }) => reachable().map(({ text }) => text)),
    ...plans.map(({ text }) => text),
  ]);
  return (pattern) => texts.some((text) => pattern.test(text));
}

async function addonsFacts(): Promise<Area> {
  const [addons, moduleRenames, { addonsSummary }] = await Promise.all([
    import('../facts/addons.js'),
    import('../facts/module-renames.js'),
    import('../facts/addons-summary.js'),
  ]);
  return { facts: { addons, moduleRenames }, summaries: { addons: addonsSummary } };
}

async function eksFacts(): Promise<Area> {
  const [eksModule, eksKarpenter, eksNodeGroups, moduleRenames, summaries] = await Promise.all([
    import('../facts/eks-module.js'),
    import('../facts/eks-karpenter.js'),
    import('../facts/eks-node-groups.js'),
    import('../facts/module-renames.js'),
    import('../facts/eks-summaries.js'),
  ]);
  return {
    facts: { eksModule, eksKarpenter, eksNodeGroups, moduleRenames },
    summaries: summaries.eksSummaries,
  };
}

async function blueprintsFacts(): Promise<Area> {
  const [blueprintsV4, { blueprintsV4Summary }] = await Promise.all([
    import('../facts/blueprints-v4.js'),
    import('../facts/other-summaries.js'),
  ]);
  return { facts: { blueprintsV4 }, summaries: { blueprintsV4: blueprintsV4Summary } };
}

async function otherModules(): Promise<Area> {
  const { addonSummary, sqsSummary } = await import('../facts/other-summaries.js');
  return { summaries: { addon: addonSummary, sqs: sqsSummary } };
}
