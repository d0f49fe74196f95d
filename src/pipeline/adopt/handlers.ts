/** Installed handlers in the words of a policy: charts, namespaces, and the values that the compiler does not decide. */
import type { Installation } from '../../model/system.js';
import { serviceAccountOf } from '../../recognise/service-account.js';
import { elements, entry, flag, number, text } from '../../value/read.js';
import { isUnknown, type Value } from '../../value/value.js';
import { type Notes, uncarried } from './notes.js';
import { type AdoptSource, chartOf } from './source.js';
import { remainingValues } from './values.js';

export interface AdoptedHandlers {
  readonly karpenter?: object;
  readonly nth?: object;
  readonly identity?: 'podIdentity';
  /** Drain rules of NTH. */
  readonly drain?: object | undefined;
}

export function adoptHandlers(source: AdoptSource, notes: Notes): AdoptedHandlers {
  const of = (handler: string): readonly Installation[] =>
    source.installations.filter((one) => one.handler === handler);
  const [karpenter, secondKarpenter] = of('karpenter');
  const nth = of('nth');
  if (secondKarpenter !== undefined)
    uncarried(
      notes,
      `"${secondKarpenter.id}" installs Karpenter a second time`,
      secondKarpenter.from,
      {
        help: 'a cluster has one Karpenter: keep one of the two',
      },
    );
  const [first] = nth;
  for (const other of nth.slice(1)) tellOther(notes, first, other);
  return {
    ...(karpenter === undefined ? {} : { karpenter: karpenterOf(source, notes, karpenter) }),
    ...(isAssociated(source, [...of('karpenter'), ...nth]) ? { identity: 'podIdentity' } : {}),
    ...(first === undefined ? {} : { nth: nthOf(source, notes, first), drain: nthDrain(first) }),
  };
}

/** An association of EKS Pod Identity names the service account of a handler's chart. */
function isAssociated(source: AdoptSource, handlers: readonly Installation[]): boolean {
  const accounts = handlers.flatMap((one) => {
    const chart = chartOf(source, one);
    const account = chart && serviceAccountOf(chart);
    return account === undefined ? [] : [`${knownText(chart?.namespace)}:${account}`];
  });
  return source.written.blocks.some(
    ({ labels, body }) =>
      labels[0] === 'aws_eks_pod_identity_association' &&
      accounts.includes(`${textIn(body, 'namespace')}:${textIn(body, 'service_account')}`),
  );
}

/** Two releases in queue mode become one for each set of events; the mode and the chart are one for all. */
function tellOther(notes: Notes, first: Installation | undefined, other: Installation): void {
  if (first === undefined) return;
  if (first.mode !== other.mode)
    uncarried(
      notes,
      `"${other.id}" runs NTH in ${other.mode} mode beside "${first.id}" in ${first.mode} mode`,
      other.from,
      {
        help: 'a policy has one mode for NTH: decide for one',
      },
    );
  const [a, b] = [first.releases.allowed.at(-1), other.releases.allowed.at(-1)];
  if (a !== b)
    uncarried(notes, `"${other.id}" is chart ${b}, and "${first.id}" is chart ${a}`, other.from, {
      help: `a policy has one chart for NTH: it says ${a}`,
    });
}

function karpenterOf(source: AdoptSource, notes: Notes, installation: Installation): object {
  const chart = chartOf(source, installation);
  return {
    chart: releaseOf(notes, installation, 'Karpenter'),
    namespace: knownText(chart?.namespace),
    replicas: count(installation.setting('replicas')),
    values: remainingValues(source, notes, installation),
  };
}

function nthOf(source: AdoptSource, notes: Notes, installation: Installation): object {
  const chart = chartOf(source, installation);
  const check = flag(installation.setting('checkTagBeforeDraining'));
  if (installation.mode === 'queue' && check === false)
    uncarried(
      notes,
      `"${installation.id}" drains whatever its queue tells it of, because "checkTagBeforeDraining" is off`,
      installation.setting('checkTagBeforeDraining')?.from ?? installation.from,
      {
        help: 'what is compiled keeps the check on, and gives the groups that NTH owns its tag',
      },
    );
  const tag = text(installation.setting('managedTag'));
  return {
    mode: installation.mode,
    chart: releaseOf(notes, installation, 'NTH'),
    namespace: knownText(chart?.namespace),
    managedTag: installation.mode === 'queue' ? knownText(tag) : undefined,
    replicas: installation.mode === 'queue' ? count(installation.setting('replicas')) : undefined,
    values: remainingValues(source, notes, installation),
  };
}

/** Grace periods that are positive; a negative one leaves it to the pods, as a policy does that is silent. */
function nthDrain(installation: Installation): object | undefined {
  const seconds = (key: string): number | undefined => {
    const value = number(installation.setting(key));
    return value === undefined || isUnknown(value) || value.value <= 0 ? undefined : value.value;
  };
  const drain = {
    nodeTerminationGracePeriod: seconds('nodeTerminationGracePeriod'),
    podTerminationGracePeriod: seconds('podTerminationGracePeriod'),
  };
  return Object.values(drain).some((value) => value !== undefined) ? drain : undefined;
}

function releaseOf(
  notes: Notes,
  { id, releases, from }: Installation,
  name: string,
): string | undefined {
  const newest = releases.allowed.at(-1);
  if (releases.beyondFacts)
    uncarried(
      notes,
      `the chart of "${id}" is of a release of ${name} that is not known`,
      (releases.written ?? { from }).from,
      {
        help: `the policy says ${newest}, the nearest that is`,
      },
    );
  else if (releases.allowed.length > 1)
    uncarried(
      notes,
      `the chart of "${id}" may be any of ${releases.allowed.length} releases`,
      (releases.written ?? { from }).from,
      {
        help: `the policy says ${newest}, the newest of them`,
        severity: 'note',
      },
    );
  return newest;
}

const knownText = (
  value: Parameters<typeof text>[0] | ReturnType<typeof text>,
): string | undefined =>
  value === undefined || isUnknown(value) || typeof value.value !== 'string' || value.value === ''
    ? undefined
    : value.value;

const count = (value: Value | undefined): number | undefined => {
  const found = number(value);
  return found === undefined || isUnknown(found) || found.value < 1 ? undefined : found.value;
};

/** The namespaces of a Fargate profile, and the like, need the elements of a list that is known. */
export const listOf = (value: Value | undefined): readonly Value[] => {
  const items = elements(value);
  return 'unknown' in items ? [] : items;
};

export const textIn = (value: Value | undefined, ...path: readonly string[]): string | undefined =>
  knownText(text(entry(value, ...path)));
