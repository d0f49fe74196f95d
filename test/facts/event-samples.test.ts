/** The samples that trace brings along are the ones that patterns are tested with, and all of one place. */
import { expect, it } from 'vitest';
import { eventSamples, SAMPLE_PLACE } from '../../src/facts/event-samples.js';
import { samples } from '../eventbridge/support.js';

it('are those of the tests', () => {
  expect(Object.fromEntries(eventSamples)).toEqual(Object.fromEntries(samples));
});

it('happened in one account and Region, but for what Health sends elsewhere', () => {
  const elsewhere = [...eventSamples].filter(
    ([, { account, region }]) => account !== SAMPLE_PLACE.account || region !== SAMPLE_PLACE.region,
  );
  expect(elsewhere.map(([name]) => name)).toEqual([
    'health-ec2-scheduled-change-backup-region-copy',
    'health-ec2-scheduled-change-org-delegated-admin',
  ]);
});
