/** Provider constraints that the module release cannot work with. The policy reader reports those of a policy. */
import type { ProviderRequirement } from '../../facts/module.js';
import type { Written } from '../../model/written.js';
import {
  atEvery,
  byNumber,
  newestOf,
  releasesText,
  type TabledCall,
  tabledCalls,
} from '../calls.js';
import {
  newestAllowed,
  type ProviderVersions,
  providerVersions,
  satisfies,
} from '../provider-versions.js';
import { defineRule, type RuleFacts, type RuleFinding } from '../rule.js';

export default defineRule({
  id: 'incompatible-provider',
  family: 'settings',
  severities: ['error', 'note'],
  summary: 'Provider constraints that the module release cannot work with.',
  rationale: 'The plan fails with a message that names neither.',
  remedy: 'Use a release and a constraint that work together.',
  since: '0.1.0',
  sources: [
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 versions.tf',
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.24.1 versions.tf',
    'hashicorp/terraform-provider-helm@v3.0.0 docs/guides/v3-upgrade-guide.md',
  ],

  *check({ system, facts }) {
    for (const call of tabledCalls(system, facts)) {
      const { table } = call;
      if (atEvery(call, (release) => table.unusable(release) !== undefined)) {
        yield {
          at: call.from.at,
          message: `${releasesText(call)} of ${table.title} cannot be installed: ${table.unusable(newestOf(call)) ?? ''}`,
          help: 'use another release',
        };
        continue;
      }
      for (const required of table.requiredProviders(newestOf(call))) {
        const finding = judge(system.as, facts, { call, required });
        if (finding !== undefined) yield finding;
      }
    }
  },
});

/** The provider whose next major the tables have seen break the module. */
const HELM = 'hashicorp/helm';

interface Requirement {
  readonly call: TabledCall;
  readonly required: ProviderRequirement;
}

function judge(
  as: Written,
  facts: RuleFacts,
  { call, required: { source } }: Requirement,
): RuleFinding | undefined {
  const versions = providerVersions(as, source);
  const releases = facts.providers?.providerReleases(source) ?? [];
  if (releases.length === 0) return undefined;
  const ask = constraintsOf(call, source, 'requiredProviders');
  const working = constraintsOf(call, source, 'workingProviders');
  if (versions.locked !== undefined) return lockedAt(call, versions, ask, working);
  const taken = ask.map((constraint) =>
    newestAllowed([...versions.constraints, constraint], releases),
  );
  if (versions.written.length > 0 && taken.every((version) => version === undefined))
    return clash(call, versions, ask.at(-1) ?? '');
  if (source !== HELM || working.length === 0) return undefined;
  const fits = taken.some(
    (version) => version !== undefined && working.some((range) => satisfies(version, range)),
  );
  return fits
    ? undefined
    : tooNew(call, versions, { taken: taken.at(-1) ?? '', working: working.at(-1) ?? '' });
}

/** The constraints on a provider over the releases that the call allows; releases that cannot work at all have none. */
const constraintsOf = (
  { releases, table }: TabledCall,
  source: string,
  which: 'requiredProviders' | 'workingProviders',
): readonly string[] => [
  ...new Set(
    releases.allowed
      .filter((release) => table.unusable(release) === undefined)
      .flatMap((release) => table[which](release))
      .filter((provider) => provider.source === source)
      .map(({ constraint }) => constraint),
  ),
];

function lockedAt(
  call: TabledCall,
  { locked, source }: ProviderVersions,
  ask: readonly string[],
  working: readonly string[],
): RuleFinding | undefined {
  if (locked === undefined) return undefined;
  const allowed = source === HELM && working.length > 0 ? working : ask;
  if (allowed.length === 0 || allowed.some((range) => satisfies(locked.value, range)))
    return undefined;
  return {
    at: call.from.at,
    message: `${releasesText(call)} of ${call.table.title} ${byNumber(call, 'works', 'work')} with ${source} ${allowed.at(-1) ?? ''}, and the lock file holds ${locked.value}`,
    related: [{ at: locked.from.at, message: `${source} is locked here` }],
    help: 'use a release that works with the locked provider, or lock another version',
  };
}

function clash(
  call: TabledCall,
  { written, source }: ProviderVersions,
  ask: string,
): RuleFinding | undefined {
  const [first] = written;
  if (first === undefined) return undefined;
  return {
    at: first.from.at,
    message: `no release of ${source} is both "${written.map(({ value }) => value).join('" and "')}" and "${ask}", which ${releasesText(call)} of ${call.table.title} ${byNumber(call, 'requires', 'require')}`,
    related: [{ at: call.from.at, message: 'the module is called here' }],
    help: `write "${ask}", or use another release of the module`,
  };
}

function tooNew(
  call: TabledCall,
  { written, listed, source }: ProviderVersions,
  { taken, working }: { readonly taken: string; readonly working: string },
): RuleFinding {
  const [first] = written;
  const because =
    first === undefined ? 'nothing holds it back' : `"${first.value}" does not hold it back`;
  return {
    at: first?.from.at ?? listed?.at ?? call.from.at,
    // Without a list of providers in sight, the constraint may stand in a file that was not given.
    severity: first === undefined && listed === undefined ? 'note' : 'error',
    message: `"terraform init" takes ${source} ${taken}, because ${because}, and ${releasesText(call)} of ${call.table.title} ${byNumber(call, 'works', 'work')} with "${working}"`,
    related: [{ at: call.from.at, message: 'the module is called here' }],
    help: `require ${source.split('/')[1] ?? source} with version = "${working}"`,
  };
}
