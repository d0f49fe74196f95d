/** Random systems, unknowns included: pools, installations and wiring in any combination. */
import fc from 'fast-check';
import { karpenterVersions } from '../../src/facts/karpenter.js';
import { nthCharts } from '../../src/facts/nth.js';
import type { EventKind, PoolKind } from '../../src/facts/reactions.js';
import type { Hook, Installation, InstanceTag, Pool, System } from '../../src/model/system.js';
import type { Tri } from '../../src/value/logic.js';
import {
  HERE,
  hook,
  karpenter,
  lateTag,
  MANAGED_TAG,
  native,
  nth,
  open,
  ownTag,
  pool,
  RULED_EVENTS,
  system,
  type Wire,
} from './system.js';

const oftenTrue = (term: string): fc.Arbitrary<Tri> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(true as Tri) },
    { weight: 1, arbitrary: fc.constant(false as Tri) },
    { weight: 1, arbitrary: fc.constant(open(term) as Tri) },
  );

const anyTri = (term: string): fc.Arbitrary<Tri> => fc.constantFrom<Tri>(true, false, open(term));

const KINDS: readonly PoolKind[] = [
  'NodePool',
  'ManagedNodeGroup',
  'SelfManagedNodeGroup',
  'FargateProfile',
  'AutoMode',
];

const aTag: fc.Arbitrary<InstanceTag> = fc
  .record({
    tag: fc.constantFrom(ownTag(MANAGED_TAG), lateTag(MANAGED_TAG), ownTag('team'), {
      key: open('tag'),
      from: HERE,
    }),
    only: fc.constantFrom(undefined, 'group' as const, 'instances' as const),
  })
  .map(({ tag, only }) => (only === undefined ? tag : { ...tag, only }));

const aPool = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    spot: anyTri('spot'),
    reserved: anyTri('reserved'),
    tags: fc.array(aTag, { maxLength: 2 }),
    capacityRebalance: anyTri('rebalance'),
    nodeRepair: anyTri('repair'),
    hooks: fc.subarray(['terminating', 'launching'] as const),
    hookExists: oftenTrue('hook'),
  })
  .map(({ spot, reserved, kind, hooks, hookExists, tags, ...rest }) => {
    const isKarpenters = kind === 'NodePool' || kind === 'AutoMode';
    const own: Pool = {
      ...pool(kind, { can: { spot, reserved, 'on-demand': true }, ...rest }),
      // Only groups have tags that are not on instances.
      tags: tags.filter(({ only }) => !isKarpenters || only === undefined),
    };
    const held: readonly Hook[] = kind.endsWith('Group')
      ? hooks.map((transition) => hook(own, transition, hookExists))
      : [];
    return { pool: own, hooks: held };
  });

const releasesOf = (all: readonly string[]): fc.Arbitrary<string | readonly string[]> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...all) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.nat({ max: all.length - 1 }), fc.integer({ min: 2, max: 12 }))
        .map(([start, count]) => all.slice(start, start + count)),
    },
  );

const anySetting = fc.constantFrom<unknown>(undefined, true, false, open('setting'));

const settings = (keys: readonly string[]) =>
  fc
    .record(Object.fromEntries(keys.map((key) => [key, anySetting])))
    .map((values) =>
      Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    );

const NTH_FLAGS = ['dryRun', 'cordonOnly', 'checkTagBeforeDraining', 'checkASGTagBeforeDraining'];
const IMDS_FLAGS = [
  'enableSpotInterruptionDraining',
  'enableScheduledEventDraining',
  'enableRebalanceMonitoring',
  'enableRebalanceDraining',
  'enableASGLifecycleDraining',
];

const permission = (term: string) =>
  fc
    .constantFrom<Tri | undefined>(undefined, true, false, open(term))
    .map(
      (open): Pick<Installation, 'permits'> =>
        open === undefined
          ? {}
          : { permits: () => ({ name: 'identity', open, says: 'its role says so', from: HERE }) },
    );

const anInstallation: fc.Arbitrary<Installation> = fc.oneof(
  fc
    .record({
      version: releasesOf(karpenterVersions()),
      beyondFacts: fc.boolean().map((one) => one),
      exists: oftenTrue('installed'),
      settings: settings(['settings.featureGates.nodeRepair']),
      permits: permission('role'),
    })
    .map(({ permits, ...input }) => ({ ...karpenter(input), ...permits })),
  fc
    .record({
      version: releasesOf(nthCharts()),
      exists: oftenTrue('installed'),
      settings: settings(NTH_FLAGS),
      permits: permission('role'),
    })
    .map(({ permits, ...input }) => ({ ...nth('queue', input), ...permits })),
  fc
    .record({
      version: releasesOf(nthCharts()),
      settings: settings([...IMDS_FLAGS, 'dryRun', 'cordonOnly']),
      placed: oftenTrue('placed'),
      partly: fc.boolean(),
    })
    .map(({ placed, partly, ...input }) =>
      nth('imds', {
        ...input,
        runsOn: () => ({
          open: placed,
          because: 'its selector says so',
          ...(partly ? { partly: true as const } : {}),
        }),
      }),
    ),
  fc.constantFrom(native('eks'), native('asg')),
);

const aWire = (installation: Installation): fc.Arbitrary<Wire> =>
  fc
    .record({
      events: fc.subarray<EventKind>([...RULED_EVENTS]),
      enabled: oftenTrue('enabled'),
      feed: oftenTrue('target'),
      poll: oftenTrue('poll'),
      exists: oftenTrue('queue'),
      accepts: oftenTrue('policy'),
    })
    .map(({ events, enabled, feed, poll, exists, accepts }) => ({
      installation,
      events,
      rule: { enabled },
      feed: { open: feed },
      poll: { open: poll },
      queue: { exists, accepts: { open: accepts, because: 'its policy says so' } },
    }));

/** Few pools and handlers, so that every combination comes up soon. */
export const aSystem: fc.Arbitrary<System> = fc
  .record({
    pools: fc.uniqueArray(aPool, {
      minLength: 1,
      maxLength: 2,
      selector: ({ pool: { id } }) => id,
    }),
    installations: fc.uniqueArray(anInstallation, {
      minLength: 1,
      maxLength: 3,
      selector: ({ id }) => id,
    }),
  })
  .chain(({ pools, installations }) => {
    const reading = installations.filter(
      ({ handler, mode }) => handler === 'karpenter' || mode === 'queue',
    );
    return fc.tuple(...reading.map(aWire)).map((wires) =>
      system({
        pools: pools.map((one) => one.pool),
        hooks: pools.flatMap((one) => one.hooks),
        installations,
        wires,
      }),
    );
  });
