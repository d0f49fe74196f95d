/**
 * What the tables say of one release that no judgement of a configuration
 * shows: addresses, conditions in IAM policies, how Karpenter drains, where a
 * chart is published.
 */
import type { Facts } from '../facts/facts.js';
import { listed } from './events.js';
import type { Hop } from './hops.js';

export interface ReleaseNote {
  readonly about: 'addresses' | 'access' | 'behaviour' | 'use';
  readonly says: string;
}

export type NoteFacts = Required<Pick<Facts, 'karpenter' | 'nth'>> & Pick<Facts, 'addons'>;

export function releaseNotes(
  { component, from, to }: NonNullable<Hop['upgraded']>,
  facts: NoteFacts,
): readonly ReleaseNote[] {
  if (component === 'addons')
    return facts.addons === undefined ? [] : addons(from, to, facts.addons);
  return component === 'karpenter'
    ? karpenter(from, to, facts.karpenter)
    : nth(from, to, facts.nth);
}

function addons(from: string, to: string, facts: NonNullable<Facts['addons']>): ReleaseNote[] {
  const [before, after] = [facts.created(from), facts.created(to)];
  const [a, b] = [facts.releaseParameters(from), facts.releaseParameters(to)];
  const made = after.filter((address) => !before.includes(address));
  const gone = before.filter((address) => !after.includes(address));
  const terminate = ({ variable, values }: typeof a.terminateCondition): string =>
    `${variable} like ${values.join(' or ')}`;
  return [
    ...constraints(from, to, facts),
    ...(made.length === 0 ? [] : [note('addresses', `it may make ${listed(made)}`)]),
    ...(gone.length === 0
      ? []
      : [
          note(
            'addresses',
            `it no longer makes ${listed(gone)}: without a moved block they are destroyed`,
          ),
        ]),
    ...(terminate(a.terminateCondition) === terminate(b.terminateCondition)
      ? []
      : [
          note(
            'access',
            `Karpenter may end instances with ${terminate(b.terminateCondition)}, before with ${terminate(a.terminateCondition)}`,
          ),
        ]),
    ...(a.ssmParameterPath === b.ssmParameterPath
      ? []
      : [
          note(
            'access',
            `Karpenter may read parameters below ${b.ssmParameterPath}, before below ${a.ssmParameterPath}`,
          ),
        ]),
    ...(a.instanceProfile === b.instanceProfile
      ? []
      : [
          note(
            'addresses',
            `the instance profile of Karpenter's nodes is ${b.instanceProfile.replaceAll('-', ' ')}`,
          ),
        ]),
  ];
}

function constraints(from: string, to: string, facts: NonNullable<Facts['addons']>): ReleaseNote[] {
  const before = new Map(facts.requiredProviders(from).map((one) => [one.name, one.constraint]));
  const changed = facts
    .requiredProviders(to)
    .filter(({ name, constraint }) => before.get(name) !== constraint)
    .map(({ name, constraint }) => `provider ${name} ${constraint}`);
  const terraform = facts.requiredTerraform(to);
  if (terraform !== facts.requiredTerraform(from)) changed.push(`Terraform ${terraform}`);
  return changed.length === 0 ? [] : [note('use', `it asks for ${listed(changed)}`)];
}

function karpenter(from: string, to: string, facts: NoteFacts['karpenter']): ReleaseNote[] {
  const [a, b] = [facts.drainBehaviour(from), facts.drainBehaviour(to)];
  const webhook = [from, to].map(facts.hasConversionWebhook);
  const apis = (version: string): readonly string[] =>
    facts
      .servedApis(version)
      .flatMap(({ kind, group, served }) => served.map((one) => `${kind} of ${group}/${one}`));
  const [served, serves] = [apis(from), apis(to)];
  const gone = served.filter((api) => !serves.includes(api));
  const calls = facts.iamActions(to).filter((action) => !facts.iamActions(from).includes(action));
  const range = facts.kubernetesRange(to);
  const earlier = facts.kubernetesRange(from);
  return [
    ...(gone.length === 0 ? [] : [note('use', `it no longer serves ${listed(gone)}`)]),
    ...(range?.min === earlier?.min && range?.max === earlier?.max
      ? []
      : [note('use', `it is for Kubernetes ${range?.min} to ${range?.max}`)]),
    ...(webhook[0] === webhook[1]
      ? []
      : [
          note(
            'use',
            webhook[1] === true
              ? 'its CRDs convert by a webhook in kube-system: install karpenter-crd where it runs elsewhere'
              : 'its CRDs do not convert between v1beta1 and v1',
          ),
        ]),
    ...(calls.length === 0 ? [] : [note('access', `it calls ${listed(calls)} as well`)]),
    ...BEHAVIOUR.flatMap(({ differs, says }) =>
      differs(a, b) ? [note('behaviour', says(b))] : [],
    ),
  ];
}

type Drain = ReturnType<NoteFacts['karpenter']['drainBehaviour']>;

const BEHAVIOUR: readonly {
  readonly differs: (a: Drain, b: Drain) => boolean;
  readonly says: (after: Drain) => string;
}[] = [
  {
    differs: (a, b) => a.evictsDoNotDisrupt !== b.evictsDoNotDisrupt,
    says: ({ evictsDoNotDisrupt }) =>
      evictsDoNotDisrupt === true
        ? 'an interruption evicts pods with karpenter.sh/do-not-disrupt'
        : 'a drain waits for pods with karpenter.sh/do-not-disrupt, and on Spot they are cut off',
  },
  {
    differs: (a, b) => a.expiration !== b.expiration,
    says: ({ expiration }) =>
      expiration === 'forceful'
        ? 'nodes that expire go at once, whatever the budgets, and no replacement starts before'
        : 'nodes that expire keep to the budgets',
  },
  {
    differs: (a, b) => a.waitsForVolumes !== b.waitsForVolumes,
    says: ({ waitsForVolumes }) =>
      waitsForVolumes
        ? 'a drain waits until volumes are detached'
        : 'a drain does not wait for volumes',
  },
  {
    differs: (a, b) => a.evictsOneByOne !== b.evictsOneByOne,
    says: ({ evictsOneByOne }) =>
      evictsOneByOne
        ? 'evictions are made one at a time, of all nodes together'
        : 'evictions are made many at a time',
  },
  {
    differs: (a, b) => a.nextGroup !== b.nextGroup,
    says: ({ nextGroup }) =>
      nextGroup === 'gone'
        ? 'a drain evicts critical pods only when the others of their node are gone'
        : 'a drain evicts critical pods as soon as the others of their node are told to end',
  },
  {
    differs: (a, b) => a.terminationGracePeriod !== b.terminationGracePeriod,
    says: () => 'NodePools can bound a drain by terminationGracePeriod',
  },
  {
    differs: (a, b) => a.drainTaint !== b.drainTaint,
    says: ({ drainTaint }) => `nodes that are drained carry the taint ${drainTaint}`,
  },
];

function nth(from: string, to: string, facts: NoteFacts['nth']): ReleaseNote[] {
  const place = facts.chartRepository(to);
  const calls = facts.nthIamActions(to).filter((one) => !facts.nthIamActions(from).includes(one));
  return [
    ...(place === facts.chartRepository(from)
      ? []
      : [note('use', `it is published at ${place} only: set the repository with the version`)]),
    ...(calls.length === 0 ? [] : [note('access', `it calls ${listed(calls)} as well`)]),
  ];
}

const note = (about: ReleaseNote['about'], says: string): ReleaseNote => ({ about, says });
