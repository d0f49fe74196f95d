/** Whether a release's chart can be had: each version of a handler's chart is published in one repository. */
import type { Condition } from '../model/system.js';
import { isUnknown } from '../value/value.js';
import type { ChartRelease } from './charts.js';
import type { RecogniseContext } from './context.js';

/** Undefined where nothing is known against it, or the version is not known. */
export function publication(
  { facts }: RecogniseContext,
  release: ChartRelease,
): Condition | undefined {
  const { chart, version, repository } = release;
  if (chart === undefined || isUnknown(chart)) return undefined;
  if (version === undefined || isUnknown(version) || release.local === true) return undefined;
  const expected = publishedIn(facts, chart.value, version.value);
  if (expected === undefined) return undefined;
  const name = `chart ${chart.value} ${version.value}`;
  const condition = (open: boolean, says: string): Condition => ({
    name: 'chart',
    open,
    from: repository?.from ?? version.from,
    says,
  });
  if (repository !== undefined && isUnknown(repository)) return undefined;
  if (expected.version !== version.value)
    return condition(false, `there is no ${name}; it is written "${expected.version}"`);
  const given = repository?.value.replace(/\/+$/, '');
  if (given === expected.repository) return condition(true, `${given} holds ${name}`);
  if (given !== undefined && expected.others.includes(given))
    return condition(false, `${given} does not hold ${name}; ${expected.repository} does`);
  const place = given === undefined ? 'what Helm finds without a repository' : given;
  return {
    ...condition(true, `${place} holds ${name}`),
    assuming: { id: `chart:${release.address}`, says: `${place} holds ${name}` },
  };
}

/** Repositories that upstream publishes in, or once did. */
const KARPENTER_ONCE = 'https://charts.karpenter.sh';
const NTH = ['https://aws.github.io/eks-charts', 'oci://public.ecr.aws/aws-ec2/helm'];

function publishedIn(facts: RecogniseContext['facts'], chart: string, version: string) {
  const bare = version.replace(/^v/, '');
  if (chart === 'karpenter' || chart === 'karpenter-crd') {
    if (!facts.karpenter.isKarpenterVersion(bare)) return undefined;
    return {
      version: facts.karpenter.chartVersion(bare),
      repository: facts.karpenter.KARPENTER_REPOSITORY,
      others: [KARPENTER_ONCE],
    };
  }
  if (chart !== 'aws-node-termination-handler' || !facts.nth.isNthChart(bare)) return undefined;
  return { version: bare, repository: facts.nth.chartRepository(bare), others: NTH };
}
