/** Charts that GitOps installs: Argo CD Applications and ApplicationSets, Flux HelmReleases. */
import type { HelmValues, KubeObject } from '../configuration/configuration.js';
import { elements, entry, isAbsent, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';
import { type ChartRelease, decode } from './charts.js';
import type { CarriedObject } from './objects.js';
import { applySet, mergeValues, noValues, type ValueTree } from './values.js';

/** The releases that objects of GitOps make; values files that they name are among those given, or unread. */
export function applicationReleases(
  carried: CarriedObject,
  files: readonly HelmValues[],
): readonly ChartRelease[] {
  const { object } = carried;
  if (object.apiVersion.startsWith('argoproj.io/')) {
    const application = applicationOf(object);
    if (application === undefined) return [];
    return sourcesOf(application).flatMap((source) =>
      argoRelease(carried, application, source, files),
    );
  }
  return object.kind === 'HelmRelease' && object.apiVersion.startsWith('helm.toolkit.fluxcd.io/')
    ? fluxRelease(carried)
    : [];
}

/** The spec of an Application, or of those that an ApplicationSet makes. */
function applicationOf({ kind, body }: KubeObject): Value | undefined {
  if (kind === 'Application') return entry(body, 'spec');
  return kind === 'ApplicationSet' ? entry(body, 'spec', 'template', 'spec') : undefined;
}

function sourcesOf(spec: Value): readonly Value[] {
  const several = elements(entry(spec, 'sources'));
  if (!('unknown' in several) && several.length > 0) return several;
  const source = entry(spec, 'source');
  return source === undefined || isAbsent(source) ? [] : [source];
}

const given = (value: Value | undefined, ...path: readonly string[]): Maybe<string> | undefined => {
  const found = entry(value, ...path);
  return isAbsent(found) ? undefined : text(found);
};

function argoRelease(
  { object, block }: CarriedObject,
  spec: Value,
  source: Value,
  files: readonly HelmValues[],
): readonly ChartRelease[] {
  const chart = given(source, 'chart');
  if (chart === undefined) return [];
  const repository = given(source, 'repoURL');
  const version = given(source, 'targetRevision');
  const namespace = given(spec, 'destination', 'namespace');
  const name = given(source, 'helm', 'releaseName') ?? given(object.body, 'metadata', 'name');
  return [
    {
      address: addressOf(object, block?.address),
      chart: lastPart(chart),
      ...(name === undefined ? {} : { name }),
      ...(repository === undefined ? {} : { repository: withScheme(repository) }),
      ...(version === undefined ? {} : { version }),
      ...(namespace === undefined ? {} : { namespace }),
      skipsCrds: false,
      dependsOn: [],
      values: argoValues(entry(source, 'helm'), source, files),
      exists: object.exists ?? true,
      from: object.from,
    },
  ];
}

/** `public.ecr.aws/karpenter` of an Application is what Helm calls `oci://public.ecr.aws/karpenter`. */
const withScheme = (repository: Maybe<string>): Maybe<string> =>
  isUnknown(repository) || /^[a-z]+:\/\//.test(repository.value)
    ? repository
    : { ...repository, value: `oci://${repository.value}` };

const lastPart = (chart: Maybe<string>): Maybe<string> =>
  isUnknown(chart) ? chart : { ...chart, value: chart.value.split('/').at(-1) ?? '' };

/** Argo CD's order: files, then `values`, then `valuesObject` in its place, then parameters (argo-cd@v2.11.0 docs/user-guide/helm.md). */
function argoValues(
  helm: Value | undefined,
  source: Value,
  files: readonly HelmValues[],
): ValueTree {
  let tree = noValues(source.from);
  const named = elements(entry(helm, 'valueFiles'));
  if ('unknown' in named) tree = mergeValues(tree, unreadFiles(source));
  else
    for (const one of named) tree = mergeValues(tree, fileNamed(one, files) ?? unreadFiles(source));
  const object = entry(helm, 'valuesObject');
  const values = entry(helm, 'values');
  if (object !== undefined && !isAbsent(object)) tree = mergeValues(tree, object);
  else if (values !== undefined && !isAbsent(values)) tree = mergeValues(tree, decode(values));
  const parameters = elements(entry(helm, 'parameters'));
  if ('unknown' in parameters) return { ...tree, rest: tree.rest ?? parameters };
  return parameters.reduce<ValueTree>((result, one) => applySet(result, one), tree);
}

/** The file that a path ends in: `$values/karpenter/values.yaml` is one of them. */
function fileNamed(value: Value, files: readonly HelmValues[]): Value | undefined {
  const path = text(value);
  if (path === undefined || isUnknown(path)) return undefined;
  const end = path.value.replace(/^\$[^/]+\//, '').replace(/^(?:\.{1,2}\/)+/, '');
  return files.find(({ file }) => file === end || file.endsWith(`/${end}`))?.body;
}

const unreadFiles = ({ from }: Value): Value => ({
  unknown: 'unread',
  term: 'value files of the Application',
  from,
});

function fluxRelease({ object, block }: CarriedObject): readonly ChartRelease[] {
  const spec = entry(object.body, 'spec');
  const chart = given(spec, 'chart', 'spec', 'chart');
  if (chart === undefined) return [];
  const version = given(spec, 'chart', 'spec', 'version');
  const namespace = given(spec, 'targetNamespace') ?? given(object.body, 'metadata', 'namespace');
  const name = given(spec, 'releaseName') ?? given(object.body, 'metadata', 'name');
  const values = entry(spec, 'values');
  const own =
    values === undefined ? noValues(object.from) : mergeValues(noValues(object.from), values);
  const others = elements(entry(spec, 'valuesFrom'));
  const isWhole = !('unknown' in others) && others.length === 0;
  return [
    {
      address: addressOf(object, block?.address),
      chart: lastPart(chart),
      ...(name === undefined ? {} : { name }),
      ...(version === undefined ? {} : { version }),
      ...(namespace === undefined ? {} : { namespace }),
      skipsCrds: false,
      dependsOn: [],
      values: isWhole ? own : { ...own, rest: unreadValues(object) },
      exists: object.exists ?? true,
      from: object.from,
    },
  ];
}

const unreadValues = ({ from }: KubeObject) => ({
  unknown: 'unread' as const,
  term: 'values that the HelmRelease takes from elsewhere',
  from,
});

/** `Application karpenter`, after the block that applies it where there is one. */
function addressOf({ kind, body }: KubeObject, block: string | undefined): string {
  const name = text(entry(body, 'metadata', 'name'));
  const own =
    `${kind} ${name === undefined ? '' : isUnknown(name) ? name.term : name.value}`.trim();
  return block === undefined ? own : `${block}: ${own}`;
}

/** Applications that install what lies in a Git folder: what it holds is not in sight. */
export function appsOfApps(
  objects: readonly KubeObject[],
): readonly { readonly says: string; readonly object: KubeObject }[] {
  return objects.flatMap((object) => {
    if (!object.apiVersion.startsWith('argoproj.io/')) return [];
    const spec = applicationOf(object);
    if (spec === undefined) return [];
    return sourcesOf(spec).flatMap((source) => {
      const path = given(source, 'path');
      if (given(source, 'chart') !== undefined || path === undefined) return [];
      const repository = given(source, 'repoURL');
      const place = isUnknown(path) ? path.term : path.value;
      const where =
        repository === undefined
          ? ''
          : ` of ${isUnknown(repository) ? repository.term : repository.value}`;
      return [
        { says: `what ${addressOf(object, undefined)} installs from ${place}${where}`, object },
      ];
    });
  });
}
