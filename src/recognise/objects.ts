/** Kubernetes objects inside Helm releases: the chart that renders `values.objects` as they are. */
import type { KubeObject } from '../configuration/configuration.js';
import { elements, entry, text } from '../value/read.js';
import { isUnknown } from '../value/value.js';
import type { ChartRelease } from './charts.js';

/** Name of the constant chart that carries NodePools (compile/chart.ts). */
const OBJECT_CHART = 'interlock-nodepools';

export function releasedObjects(release: ChartRelease): readonly KubeObject[] {
  const { chart, values } = release;
  if (chart === undefined || isUnknown(chart) || chart.value !== OBJECT_CHART) return [];
  const objects = elements(entry(values.root, 'objects'));
  if ('unknown' in objects) return [];
  return objects.flatMap((body) => {
    const apiVersion = text(entry(body, 'apiVersion'));
    const kind = text(entry(body, 'kind'));
    if (apiVersion === undefined || kind === undefined) return [];
    if (isUnknown(apiVersion) || isUnknown(kind)) return [];
    return [{ apiVersion: apiVersion.value, kind: kind.value, body, from: body.from }];
  });
}
