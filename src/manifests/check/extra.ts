/** What an API server lets pass and Karpenter then stumbles over: schedules, misspelt values, contradictory terms. */
import type { KubeObject } from '../../configuration/configuration.js';
import type { Finding } from '../../diagnostics/finding.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { compareVersions } from '../../facts/range.js';
import { elements, entry, isAbsent } from '../../value/read.js';
import type { Value } from '../../value/value.js';
import { wordAt } from '../kube.js';
import { findingOf } from './describe.js';
import { type Path, pathText, titleOf, valueAt, valueSpan } from './place.js';
import { scheduleProblem } from './schedule.js';

/** Findings beyond the CRD's own schema and rules, for an object of a kind of Karpenter's. */
export const extraFindings = (object: KubeObject, release: string): readonly Finding[] => [
  ...schedules(object),
  ...requirementValues(object, release),
  ...duplicateTaints(object),
  ...mixedTerms(object),
  ...looseDurations(object),
];

/** The items of a list with their paths; empty where there is none or it is unknown. */
function itemsAt(
  object: KubeObject,
  path: Path,
): readonly { readonly item: Value; readonly path: Path }[] {
  const items = elements(valueAt(object.body, path));
  if ('unknown' in items) return [];
  return items.map((item, i) => ({ item, path: [...path, i] }));
}

function schedules(object: KubeObject): readonly Finding[] {
  return itemsAt(object, ['spec', 'disruption', 'budgets']).flatMap(({ item, path }) => {
    const schedule = wordAt(item, 'schedule');
    const problem = schedule === undefined ? undefined : scheduleProblem(schedule);
    if (problem === undefined) return [];
    return [
      findingOf(object, {
        rule: 'invalid-field',
        at: valueSpan(object, [...path, 'schedule']),
        message: `schedule "${schedule}" of ${titleOf(object)} cannot be read, so nothing is disrupted at all`,
        help: problem,
      }),
    ];
  });
}

/** Where a pool's requirements stand, by kind. */
export const templatePath = (object: KubeObject): Path =>
  object.kind === 'Provisioner' ? ['spec'] : ['spec', 'template', 'spec'];

interface ClosedLabel {
  readonly values: readonly string[];
  /** Values that came later, with the release. */
  readonly since?: Readonly<Record<string, string>>;
}

/** Labels whose values are a closed list. */
const CLOSED: Readonly<Record<string, ClosedLabel>> = {
  'karpenter.sh/capacity-type': {
    values: ['spot', 'on-demand', 'reserved'],
    since: { reserved: '1.3.0' },
  },
  'kubernetes.io/os': { values: ['linux', 'windows'] },
  'kubernetes.io/arch': { values: ['amd64', 'arm64'] },
};

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];

function requirementValues(object: KubeObject, release: string): readonly Finding[] {
  return itemsAt(object, [...templatePath(object), 'requirements']).flatMap(({ item, path }) => {
    const key = wordAt(item, 'key') ?? '';
    const operator = wordAt(item, 'operator');
    // The schema of the later API versions knows the operators.
    if (object.kind === 'Provisioner' && operator !== undefined && !OPERATORS.includes(operator))
      return [refused(object, [...path, 'operator'], operator, OPERATORS)];
    const closed = Object.hasOwn(CLOSED, key) ? CLOSED[key] : undefined;
    if (closed === undefined) return [];
    return itemsAt(object, [...path, 'values']).flatMap(({ item: value, path: at }) =>
      closedValue(object, { label: key, closed, value: wordAt(value), release, path: at }),
    );
  });
}

interface ClosedValue {
  readonly label: string;
  readonly closed: ClosedLabel;
  readonly value: string | undefined;
  readonly release: string;
  readonly path: Path;
}

function closedValue(object: KubeObject, given: ClosedValue): readonly Finding[] {
  const { label, closed, value, release, path } = given;
  if (value === undefined) return [];
  const since = closed.since?.[value];
  if (since !== undefined && compareVersions(release, since) < 0)
    return [
      findingOf(object, {
        rule: 'invalid-field',
        at: valueSpan(object, path),
        message: `"${value}" of ${label} is unknown to Karpenter ${release}`,
        help: `it is known from Karpenter ${since} on`,
      }),
    ];
  return closed.values.includes(value) ? [] : [refused(object, path, value, closed.values, label)];
}

const refused = (
  object: KubeObject,
  path: Path,
  value: string,
  accepted: readonly string[],
  label?: string,
): Finding =>
  findingOf(object, {
    rule: 'invalid-field',
    at: valueSpan(object, path),
    message:
      label === undefined
        ? `"${pathText(path)}" of ${titleOf(object)} cannot be "${value}"`
        : `"${value}" is no value of ${label}, so ${titleOf(object)} can launch nothing with it`,
    help: suggestion(value, accepted, 'values'),
  });

/** Nodes refuse two taints of one key and effect. */
function duplicateTaints(object: KubeObject): readonly Finding[] {
  return ['taints', 'startupTaints'].flatMap((list) => {
    const seen = new Map<string, Path>();
    return itemsAt(object, [...templatePath(object), list]).flatMap(({ item, path }) => {
      const key = wordAt(item, 'key');
      const effect = wordAt(item, 'effect');
      if (key === undefined || effect === undefined) return [];
      const first = seen.get(`${key}:${effect}`);
      seen.set(`${key}:${effect}`, first ?? path);
      if (first === undefined) return [];
      return [
        {
          ...findingOf(object, {
            rule: 'invalid-field',
            severity: 'warning',
            at: valueSpan(object, [...path, 'key']),
            message: `${titleOf(object)} taints its nodes twice with "${key}" and effect ${effect}`,
            help: 'keep one of them',
          }),
          related: [{ at: valueSpan(object, [...first, 'key']), message: 'here is the first' }],
        },
      ];
    });
  });
}

const SELECTORS = ['amiSelectorTerms', 'subnetSelectorTerms', 'securityGroupSelectorTerms'];

/**
 * An id stands alone in a term. The CRD's rule sees only lists in which every
 * term is mixed (aws/karpenter-provider-aws@v1.14.1 pkg/apis/v1/ec2nodeclass.go).
 */
function mixedTerms(object: KubeObject): readonly Finding[] {
  return SELECTORS.flatMap((list) => {
    const terms = itemsAt(object, ['spec', list]);
    const mixed = terms.filter(({ item }) => othersBesideId(item).length > 0);
    if (mixed.length === terms.length) return [];
    return mixed.map(({ item, path }) =>
      findingOf(object, {
        rule: 'invalid-field',
        severity: 'warning',
        at: valueSpan(object, [...path, 'id']),
        message: `a term of ${list} in ${titleOf(object)} has "id" beside ${quoted(othersBesideId(item))}: the id alone counts`,
        help: 'write two terms, or leave one of them out',
      }),
    );
  });
}

const othersBesideId = (term: Value): readonly string[] =>
  isAbsent(entry(term, 'id'))
    ? []
    : ['tags', 'name', 'owner', 'alias'].filter((key) => !isAbsent(entry(term, key)));

const quoted = (words: readonly string[]): string => words.map((one) => `"${one}"`).join(' and ');

const DURATIONS: readonly Path[] = [
  ['spec', 'disruption', 'consolidateAfter'],
  ['spec', 'disruption', 'expireAfter'],
  ['spec', 'template', 'spec', 'expireAfter'],
  ['spec', 'template', 'spec', 'terminationGracePeriod'],
];

/** Patterns of 1.0 have no anchors, so that "5mXX" passes the API server. */
function looseDurations(object: KubeObject): readonly Finding[] {
  return DURATIONS.flatMap((path) => {
    const value = wordAt(valueAt(object.body, path));
    if (value === undefined || /^(?:(?:\d+(?:\.\d+)?(?:s|m|h|ms))+|Never)$/.test(value)) return [];
    // What has no duration in it is refused by the schema, which says so better.
    if (!/\d+[smh]/.test(value)) return [];
    return [
      findingOf(object, {
        rule: 'invalid-field',
        at: valueSpan(object, path),
        message: `"${pathText(path)}" of ${titleOf(object)} cannot be "${value}"`,
        help: 'a duration is numbers with h, m and s',
      }),
    ];
  });
}
