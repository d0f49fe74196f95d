/**
 * One event of each sort that rules meet, with placeholder values: field names
 * as the pages and files of events.ts have them. All of one account and Region.
 */
import samples from './data/event-samples.json' with { type: 'json' };

export type EventJson = Readonly<Record<string, unknown>>;

/** By name, in the order of their names. */
export const eventSamples: ReadonlyMap<string, EventJson> = new Map(
  Object.entries(samples as unknown as Readonly<Record<string, EventJson>>),
);

/** Where the samples happened. */
export const SAMPLE_PLACE = {
  account: '111122223333',
  region: 'ap-northeast-2',
  partition: 'aws',
  group: 'eks-demo-ng-2ec0ffee-0000-4000-8000-00000000a5a5',
} as const;
