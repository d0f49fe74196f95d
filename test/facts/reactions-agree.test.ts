/** The judged table of reactions against what the derived tables know. */
import { describe, expect, it } from 'vitest';
import {
  isForcefulOnStatusFailure,
  karpenterVersions,
  parsedMessages,
  pollsInstanceStatus,
} from '../../src/facts/karpenter.js';
import { hasFeature, nthCharts, nthValues } from '../../src/facts/nth.js';
import { inRange } from '../../src/facts/range.js';
import { REACTIONS, type ReactionRow } from '../../src/facts/reactions.js';

const rows = (version: string, want: Partial<ReactionRow>): readonly ReactionRow[] =>
  REACTIONS.filter(
    (row) =>
      inRange(version, row.versions) &&
      Object.entries(want).every(([key, value]) => row[key as keyof ReactionRow] === value),
  );

describe('Karpenter', () => {
  it('reacts to a capacity reservation exactly where it parses the message', () => {
    for (const version of karpenterVersions()) {
      const reacts = rows(version, {
        handler: 'karpenter',
        event: 'capacity-reservation-interruption',
      });
      const parses = parsedMessages(version).includes('capacityreservationinterruption');
      expect([version, reacts.length > 0]).toEqual([version, parses]);
    }
  });

  it('reacts by poll exactly where it polls, forcefully where it ends nodes at once', () => {
    for (const version of karpenterVersions()) {
      const failures = rows(version, {
        handler: 'karpenter',
        event: 'instance-status',
        variant: 'status-failure',
      });
      const expected = isForcefulOnStatusFailure(version) ? 'terminate' : 'drain';
      const reactions = new Set(failures.map(({ reaction }) => reaction));
      expect([version, [...reactions]]).toEqual([
        version,
        pollsInstanceStatus(version) ? [expected] : [],
      ]);
    }
  });
});

describe('NTH', () => {
  it.each([
    ['rebalance-recommendation', 'queue-rebalance-drain'],
    ['scheduled-change', 'queue-scheduled-change'],
  ] as const)('drains on %s in queue mode exactly where it has %s', (event, feature) => {
    for (const chart of nthCharts()) {
      const drains = rows(chart, { handler: 'nth', mode: 'queue', event, reaction: 'drain' });
      expect([chart, drains.length > 0]).toEqual([chart, hasFeature(chart, feature)]);
    }
  });

  it('has the setting of every row, read in its mode and with its default', () => {
    // Charts before 0.16.1 leave the default to the handler.
    for (const chart of nthCharts().filter((version) => inRange(version, ['0.16.1', null])))
      for (const { setting, mode } of rows(chart, { handler: 'nth' })) {
        if (setting === undefined || mode === undefined) continue;
        const value = nthValues(chart).get(setting.key);
        expect([chart, setting.key, value?.default]).toEqual([chart, setting.key, setting.default]);
        expect(value?.modes).toContain(mode);
      }
  });
});
