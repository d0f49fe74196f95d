/**
 * One event of EventBridge as text: what it is, whom it is about, and where
 * each of its fields stands. Refuses what EventBridge would never send.
 */
import type { Finding } from '../diagnostics/finding.js';
import type { EventAtom } from '../facts/events.js';
import type { EventKind } from '../facts/reactions.js';
import { type Origin, originAt, span } from '../source/span.js';
import { entry } from '../value/read.js';
import type { Value } from '../value/value.js';
import { readYaml } from '../value/yaml.js';

export interface TracedEvent {
  readonly name: string;
  /** Absent for what handlers learn without an event: they poll, or AWS acts by itself. */
  readonly json?: Readonly<Record<string, unknown>>;
  readonly source: string;
  readonly detailType: string;
  readonly version: string;
  readonly region?: string;
  readonly account?: string;
  /** Undefined where it interrupts nothing. */
  readonly kind?: EventKind;
  readonly variant?: string;
  /** As the event writes them: ids, or ARNs in some Health events. */
  readonly instances: readonly string[];
  readonly group?: string;
  readonly hook?: string;
  /** Where a field stands; the whole event where it has none. */
  readonly at: (...path: readonly string[]) => Origin;
}

export interface EventResult {
  readonly event?: TracedEvent;
  readonly findings: readonly Finding[];
}

/** Reads the text of one event. */
export function readEvent(file: string, text: string, atoms: readonly EventAtom[]): EventResult {
  const refuse = (message: string, help: string): EventResult => ({
    findings: [{ rule: 'unreadable-file', severity: 'error', message, at: span(file, 0, 0), help }],
  });
  const json = parse(text);
  if (!isObject(json))
    return refuse(
      'it is no event: EventBridge sends one JSON object',
      'give the event itself, as a rule with a log group as its target writes it down',
    );
  const missing = ['source', 'detail-type'].filter((key) => typeof json[key] !== 'string');
  if (missing.length > 0)
    return refuse(
      `it is no event of EventBridge: it has no ${missing.map((key) => `"${key}"`).join(' and no ')}`,
      'every event has "source" and "detail-type"; without them no rule matches it',
    );
  const document = readYaml(file, text).documents[0];
  return {
    event: tracedEvent(json, { name: file, atoms, document: document?.value }),
    findings: [],
  };
}

export interface EventSource {
  readonly name: string;
  readonly atoms: readonly EventAtom[];
  /** The text with places, where there is one. */
  readonly document?: Value | undefined;
}

/** An event that is already data. */
export function tracedEvent(
  json: Readonly<Record<string, unknown>>,
  { name, atoms, document }: EventSource,
): TracedEvent {
  const detail = isObject(json.detail) ? json.detail : {};
  const whole = document?.from ?? originAt(span(name, 0, 0));
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined;
  const [region, account] = [text(json.region), text(json.account)];
  const [group, hook] = [text(detail.AutoScalingGroupName), text(detail.LifecycleHookName)];
  const event = {
    name,
    json,
    source: text(json.source) ?? '',
    detailType: text(json['detail-type']) ?? '',
    version: text(json.version) ?? '',
    instances: instancesOf(json, detail),
    at: (...path: readonly string[]) => entry(document, ...path)?.from ?? whole,
    ...(region === undefined ? {} : { region }),
    ...(account === undefined ? {} : { account }),
    ...(group === undefined ? {} : { group }),
    ...(hook === undefined ? {} : { hook }),
  };
  return { ...event, ...kindOf(event, detail, atoms) };
}

/** What handlers learn without any event. */
export const silentEvent = ({ kind, variant }: EventAtom, from: Origin): TracedEvent => ({
  name: variant === undefined ? kind : `${kind}/${variant}`,
  source: '',
  detailType: '',
  version: '',
  kind,
  ...(variant === undefined ? {} : { variant }),
  instances: [],
  at: () => from,
});

function kindOf(
  { source, detailType }: Pick<TracedEvent, 'source' | 'detailType'>,
  detail: Readonly<Record<string, unknown>>,
  atoms: readonly EventAtom[],
): Pick<TracedEvent, 'kind' | 'variant'> {
  const own = atoms.filter((atom) => atom.source === source && atom.detailType === detailType);
  if (source === 'aws.health' && !isScheduledChange(detail)) return {};
  const state = String(detail.state).toLowerCase();
  const found = own.find(({ variant }) => variant === undefined || variant === state);
  if (found === undefined) return {};
  const { kind, variant } = found;
  return variant === undefined ? { kind } : { kind, variant };
}

/** Health tells of every service and of much that is no change; handlers ask for these two. */
export const isScheduledChange = (detail: Readonly<Record<string, unknown>>): boolean =>
  detail.service === 'EC2' && detail.eventTypeCategory === 'scheduledChange';

function instancesOf(
  json: Readonly<Record<string, unknown>>,
  detail: Readonly<Record<string, unknown>>,
): readonly string[] {
  if (json.source === 'aws.health') {
    const entities = Array.isArray(detail.affectedEntities) ? detail.affectedEntities : [];
    return entities.flatMap((item: unknown) =>
      isObject(item) && typeof item.entityValue === 'string' ? [item.entityValue] : [],
    );
  }
  const id = detail['instance-id'] ?? detail.EC2InstanceId;
  return typeof id === 'string' && id !== '' ? [id] : [];
}

/** `detail` of an event, as an object. */
export const detailOf = ({ json }: TracedEvent): Readonly<Record<string, unknown>> =>
  isObject(json?.detail) ? json.detail : {};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  data !== null && typeof data === 'object' && !Array.isArray(data);
