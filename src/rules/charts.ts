/** What rules on charts share: releases of handlers' charts, their written values as leaves, and what the tables say of a key. */
import type { ChartValue } from '../facts/values.js';
import type { Installation, Releases, System } from '../model/system.js';
import type { WrittenChart } from '../model/written.js';
import type { Span } from '../source/span.js';
import { isMap, isUnknown, type Value } from '../value/value.js';
import { releasesText } from './calls.js';
import { ownValues } from './own-values.js';
import type { RuleFacts } from './rule.js';

export type HandlerChart = 'karpenter' | 'aws-node-termination-handler';

/** A release of a handler's chart, and the installations that it makes: two where NTH's mode is not known. */
export interface HandlerRelease {
  readonly chart: WrittenChart;
  readonly name: HandlerChart;
  /** For people: `Karpenter`. */
  readonly title: string;
  readonly releases: Releases;
  /** Whether the text writes a key, and not only a module that it calls. */
  readonly isOwn: (path: string) => boolean;
  readonly installations: readonly Installation[];
  /** Dotted keys that a version of the chart reads. */
  readonly values: (version: string) => ReadonlyMap<string, ChartValue>;
  /** Whether a version of the chart reads a key. */
  readonly isRead: (version: string, path: string) => boolean;
  /** Every version that the tables know, oldest first. */
  readonly known: readonly string[];
}

const isHandlerChart = (name: string): name is HandlerChart =>
  name === 'karpenter' || name === 'aws-node-termination-handler';

export function handlerReleases(system: System, facts: RuleFacts): readonly HandlerRelease[] {
  const { karpenter, nth } = facts;
  const seen = new Set<string>();
  return system.as.charts.flatMap((chart) => {
    const { releases } = chart;
    const name = chart.chart === undefined || isUnknown(chart.chart) ? '' : chart.chart.value;
    const key = `${chart.address}\n${chart.from.at.file}:${chart.from.at.start}`;
    if (!isHandlerChart(name) || releases === undefined || chart.exists === false) return [];
    if (chart.local === true || seen.has(key)) return [];
    seen.add(key);
    const ofKarpenter = name === 'karpenter';
    const table = remembered((version) =>
      ofKarpenter ? karpenter?.chartValues(version) : nth?.nthValues(version),
    );
    return [
      {
        chart,
        name,
        title: ofKarpenter ? 'Karpenter' : 'NTH',
        releases,
        isOwn: ownValues(system.as, chart),
        installations: system.installations.filter(({ id }) => id === chart.address),
        values: table,
        isRead: (version: string, path: string) =>
          (ofKarpenter ? karpenter : nth)?.readsValue(table(version), path) === true,
        known: (ofKarpenter ? karpenter?.karpenterVersions() : nth?.nthCharts()) ?? [],
      },
    ];
  });
}

type Table = ReadonlyMap<string, ChartValue>;

/** The table of a version is made once for all of its keys. */
function remembered(make: (version: string) => Table | undefined): (version: string) => Table {
  const made = new Map<string, Table>();
  return (version) => {
    const table = made.get(version) ?? make(version) ?? new Map<string, ChartValue>();
    made.set(version, table);
    return table;
  };
}

/** A value that is written for a chart, by its dotted key. */
export interface WrittenValue {
  readonly path: string;
  readonly value: Value;
  /** Where the key stands, or the value where the key is made elsewhere. */
  readonly at: Span;
}

/** Values down to the deepest key that `isKnown` says is on the way to others; null values take a default away and are left out. */
export function leavesOf(root: Value, goesOn: (path: string) => boolean): readonly WrittenValue[] {
  const found: WrittenValue[] = [];
  const visit = (value: Value, path: string): void => {
    if (!isUnknown(value) && isMap(value.value) && value.value.size > 0 && goesOn(path)) {
      for (const [key, item] of value.value) visit(item, path === '' ? key : `${path}.${key}`);
      return;
    }
    if (path === '' || (!isUnknown(value) && value.value === null)) return;
    found.push({ path, value, at: placeOf(value) });
  };
  visit(root, '');
  return found;
}

const placeOf = (value: Value): Span => ('key' in value && value.key) || value.from.at;

/** `chart 0.21.0`, or `charts 1.0.0 to 1.2.1`. */
export const chartText = (release: HandlerRelease): string => releasesText(release, 'chart');
