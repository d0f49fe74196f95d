/** All objects of a configuration against Karpenter's APIs, for each release that may be in use. */
import type { KubeObject } from '../../configuration/configuration.js';
import type { Finding } from '../../diagnostics/finding.js';
import type { Facts } from '../../facts/facts.js';
import { type CrdTable, crdFields } from '../../facts/karpenter-crds.js';
import { isAutoMode } from './auto-mode.js';
import { type CompiledCrd, checkCompiled, compileCrd } from './check.js';
import { findingOf } from './describe.js';
import { kindSpan, titleOf } from './place.js';

export interface ManifestFacts {
  readonly karpenter: NonNullable<Facts['karpenter']>;
  /** The tables of the kinds in sight, by `apiVersion kind`. */
  readonly crds: ReadonlyMap<string, CrdTable>;
}

/**
 * Findings for objects of Karpenter's kinds; other objects are passed over.
 * `releases`: what may be installed, oldest first; what is wrong for one of
 * them only is not said. Empty where nothing tells: each object is then held to
 * the newest release that serves it.
 */
export type ManifestChecker = (
  objects: readonly KubeObject[],
  releases: readonly string[],
) => readonly Finding[];

/** Keeps what it compiled: one checker is for all configurations of a run. */
export function manifestChecker({ karpenter, crds }: ManifestFacts): ManifestChecker {
  const compiled = new Map<string, CompiledCrd | undefined>();
  const compiledFor = (crd: CrdTable, release: string): CompiledCrd | undefined => {
    const key = `${crd.apiVersion} ${crd.kind} ${release}`;
    if (!compiled.has(key)) compiled.set(key, compileCrd(crd, release));
    return compiled.get(key);
  };
  const judge = (object: KubeObject, release: string | undefined): readonly Finding[] => {
    const crd = crds.get(keyOf(object));
    if (crd === undefined || (release !== undefined && crdFields(crd, release).size === 0)) {
      const served =
        release === undefined || karpenter.serves(release, object.apiVersion, object.kind);
      return served ? [] : removedApi(object, release, karpenter);
    }
    const held = release ?? newestServing(crd, karpenter);
    const found = held === undefined ? undefined : compiledFor(crd, held);
    if (held === undefined || found === undefined) return [];
    const gone = release === undefined && held !== karpenter.newestKarpenter();
    return [...(gone ? [goneApi(object, held)] : []), ...checkCompiled(object, found)];
  };
  return (objects, releases) =>
    objects.filter(isKarpenters).flatMap((object) => {
      if (isAutoMode(object)) return judge(object, undefined);
      const crd = crds.get(keyOf(object));
      // An object that some of the releases serve is one for those.
      const serving = releases.filter((one) => crd !== undefined && crdFields(crd, one).size > 0);
      const held = serving.length > 0 ? serving : releases.length > 0 ? releases : [undefined];
      return inEach(held, (release) => judge(object, release));
    });
}

const keyOf = ({ apiVersion, kind }: KubeObject): string => `${apiVersion} ${kind}`;

/** Kinds that people write; NodeClaims and Machines are Karpenter's own to write. */
const KINDS = new Set([
  'AWSNodeTemplate',
  'CapacityBuffer',
  'EC2NodeClass',
  'NodeOverlay',
  'NodePool',
  'Provisioner',
]);

const isKarpenters = ({ apiVersion, kind }: KubeObject): boolean =>
  KINDS.has(kind) && /^(?:karpenter\.|autoscaling\.x-k8s\.io\/)/.test(apiVersion);

/** The keys of the tables that objects need. */
export const crdKeysOf = (objects: readonly KubeObject[]): readonly string[] => [
  ...new Set(objects.filter(isKarpenters).map(keyOf)),
];

const newestServing = (crd: CrdTable, karpenter: ManifestFacts['karpenter']): string | undefined =>
  karpenter.karpenterVersions().findLast((version) => crdFields(crd, version).size > 0);

/** What holds for each release, in the words of the newest. */
function inEach(
  releases: readonly (string | undefined)[],
  judge: (release: string | undefined) => readonly Finding[],
): readonly Finding[] {
  const newest = judge(releases.at(-1));
  // Releases between the two ends break no rule that both keep.
  const [oldest] = releases.length > 1 ? [judge(releases[0])] : [];
  if (oldest === undefined) return newest;
  return newest.filter((finding) =>
    oldest.some((other) => other.rule === finding.rule && other.at.start === finding.at.start),
  );
}

/** Nothing tells the release, so it may be an old one. */
const goneApi = (object: KubeObject, last: string): Finding =>
  findingOf(object, {
    rule: 'removed-api',
    severity: 'note',
    at: kindSpan(object),
    message: `no Karpenter after ${last} serves ${object.apiVersion} of ${titleOf(object)}`,
    help: 'run "interlock convert", or say the release in use with --assume karpenter=VERSION',
  });

/** Karpenter's kinds in the order of what replaced what. */
const SUCCESSOR: Readonly<Record<string, string>> = {
  Provisioner: 'NodePool',
  AWSNodeTemplate: 'EC2NodeClass',
  NodePool: 'Provisioner',
  EC2NodeClass: 'AWSNodeTemplate',
};

function removedApi(
  object: KubeObject,
  release: string,
  karpenter: ManifestFacts['karpenter'],
): readonly Finding[] {
  const apis = karpenter.servedApis(release);
  const own = apis.find(({ kind }) => kind === object.kind);
  const other = own ?? apis.find(({ kind }) => kind === SUCCESSOR[object.kind]);
  const instead =
    other === undefined ? undefined : `${other.kind} of ${other.group}/${other.served[0]}`;
  return [
    findingOf(object, {
      rule: 'removed-api',
      at: kindSpan(object),
      message: `Karpenter ${release} does not serve ${object.apiVersion} of ${titleOf(object)}`,
      ...(instead !== undefined && {
        help: `write ${instead}; "interlock convert" does it for old objects`,
      }),
    }),
  ];
}
