/** Facts and summaries that the texts of configurations name: what is not in sight is not loaded. */
import type { EventFacts } from '../facts/events.js';
import type { Facts } from '../facts/facts.js';
import type { RootFacts } from '../pipeline/root.js';
import type { SummaryModules } from '../pipeline/summaries.js';
import type { ConfigurationTexts } from '../pipeline/texts.js';

export interface LoadedFacts {
  readonly facts: RootFacts;
  readonly events: EventFacts;
  readonly summaries: SummaryModules;
}

export async function loadRootFacts(
  configurations: readonly ConfigurationTexts[],
): Promise<LoadedFacts> {
  const [karpenter, nth, reactions, { events }] = await Promise.all([
    import('../facts/karpenter.js'),
    import('../facts/nth.js'),
    import('../facts/reactions.js'),
    import('../facts/events.js'),
  ]);
  const named = namesIn(configurations);
  const [addons, eks, blueprints, others] = await Promise.all([
    named(/eks[-_]blueprints[-_]addons/) ? addonsFacts() : NOTHING,
    named(/terraform-aws-(?:modules\/)?eks|terraform-aws-modules\/eks|eks\/aws/)
      ? eksFacts()
      : NOTHING,
    named(/terraform-aws-eks-blueprints|eks-blueprints\/aws/) ? blueprintsFacts() : NOTHING,
    named(/eks-blueprints-addon\b|\bsqs\/aws|terraform-aws-sqs/) ? otherModules() : NOTHING,
  ]);
  return {
    facts: { karpenter, nth, reactions, ...addons.facts, ...eks.facts, ...blueprints.facts },
    events,
    summaries: {
      ...addons.summaries,
      ...eks.summaries,
      ...blueprints.summaries,
      ...others.summaries,
    },
  };
}

interface Area {
  readonly facts?: Facts;
  readonly summaries?: SummaryModules;
}

const NOTHING: Area = {};

/** Whether any Terraform text names what the expression looks for; modules of folders are looked at when they are met. */
function namesIn(configurations: readonly ConfigurationTexts[]): (pattern: RegExp) => boolean {
  const texts = configurations.flatMap(({ terraform }) =>
    terraform.flatMap(({ reachable }) => reachable().map(({ text }) => text)),
  );
  return (pattern) => texts.some((text) => pattern.test(text));
}

async function addonsFacts(): Promise<Area> {
  const [addons, { addonsSummary }] = await Promise.all([
    import('../facts/addons.js'),
    import('../facts/addons-summary.js'),
  ]);
  return { facts: { addons }, summaries: { addons: addonsSummary } };
}

async function eksFacts(): Promise<Area> {
  const [eksModule, eksKarpenter, eksNodeGroups, summaries] = await Promise.all([
    import('../facts/eks-module.js'),
    import('../facts/eks-karpenter.js'),
    import('../facts/eks-node-groups.js'),
    import('../facts/eks-summaries.js'),
  ]);
  return { facts: { eksModule, eksKarpenter, eksNodeGroups }, summaries: summaries.eksSummaries };
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
