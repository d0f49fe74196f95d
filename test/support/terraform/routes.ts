/** Which handler's queue receives an event that is put on the mock AWS's bus. */
import { readFileSync } from 'node:fs';
import type { AwsClient, AwsEvent } from './aws-client.js';
import type { Applied } from './provider-server.js';

/** By the chart that installs them. */
const HANDLERS: Readonly<Record<string, string>> = {
  karpenter: 'karpenter',
  'aws-node-termination-handler': 'nth',
};

/** Queue URL to the handler that reads it: the one whose Helm release names the queue. */
export async function queuesOfHandlers(
  aws: AwsClient,
  region: string,
  applied: readonly Applied[],
): Promise<ReadonlyMap<string, string>> {
  const readers = applied.filter(({ body }) => Object.hasOwn(HANDLERS, String(body.chart)));
  const found = new Map<string, string>();
  for (const url of await aws.queues(region)) {
    const name = url.slice(url.lastIndexOf('/') + 1);
    const reader = readers.find(({ body }) => JSON.stringify(body).includes(name));
    const handler = HANDLERS[String(reader?.body.chart)];
    if (handler === undefined) throw new Error(`no handler reads the queue ${name}`);
    found.set(url, handler);
  }
  return found;
}

/** A sample of the repository, as if from one of the given groups. */
export function sampleEvent(name: string, group: string): AwsEvent {
  const sample = JSON.parse(readFileSync(`test/fixtures/events/${name}.json`, 'utf8')) as AwsEvent;
  return 'AutoScalingGroupName' in sample.detail
    ? { ...sample, detail: { ...sample.detail, AutoScalingGroupName: group } }
    : sample;
}

/** Puts an event on the bus and gives the handlers whose queue received it, once for each message, sorted. */
export async function receivers(
  aws: AwsClient,
  { region, queues }: { region: string; queues: ReadonlyMap<string, string> },
  event: AwsEvent,
): Promise<readonly string[]> {
  await aws.putEvent(region, event);
  const received: string[] = [];
  for (const [queue, handler] of queues)
    for (const _ of await aws.drain(region, queue)) received.push(handler);
  return received.sort();
}

/** Queue URL to the installation that reads it, with its cluster: the release whose values name the queue. */
export async function queuesByInstallation(
  aws: AwsClient,
  region: string,
  { clusters, applied }: { clusters: readonly string[]; applied: readonly Applied[] },
): Promise<ReadonlyMap<string, string>> {
  const releases = applied.filter(({ body }) => Object.hasOwn(HANDLERS, String(body.chart)));
  const found = new Map<string, string>();
  for (const url of await aws.queues(region)) {
    const name = url.slice(url.lastIndexOf('/') + 1);
    const reader = releases.find(({ body }) => names(body.values, url, name));
    if (reader === undefined) throw new Error(`no handler reads the queue ${name}`);
    const cluster = clusters.find((one) => new RegExp(`^interlock-\\w+-${one}(-|$)`).test(name));
    found.set(url, `${cluster ?? 'nobody'} ${String(reader.body.name)}`);
  }
  return found;
}

/** Whether values of a chart name a queue, by its URL or by its whole name. */
const names = (values: unknown, url: string, name: string): boolean =>
  (values as readonly string[]).some(
    (text) =>
      text.includes(`"queueURL":"${url}"`) || text.includes(`"interruptionQueue":"${name}"`),
  );
