/**
 * Manifests that lie below no root, and whose charts or objects name the cluster
 * that one of the roots makes: they are that root's, as if they lay below it.
 */
import type { ProvedRoot } from '../pipeline/root.js';
import type { ConfigurationTexts } from '../pipeline/texts.js';
import { isUnknown } from '../value/value.js';

export interface Judged {
  readonly texts: ConfigurationTexts;
  readonly proved: ProvedRoot;
}

/** Two places that handle one cluster's events are judged as one: each alone would take the other for granted. */
export function atTheirRoot(
  all: readonly Judged[],
  prove: (texts: ConfigurationTexts) => ProvedRoot,
): readonly ProvedRoot[] {
  const loose = all.find(({ texts }) => texts.terraform.length + texts.plans.length === 0);
  const owner = loose === undefined ? undefined : ownerOf(loose, all);
  if (loose === undefined || owner === undefined) return all.map(({ proved }) => proved);
  const joined = prove({
    ...owner.texts,
    manifests: [...owner.texts.manifests, ...loose.texts.manifests],
  });
  return all.filter((one) => one !== loose).map((one) => (one === owner ? joined : one.proved));
}

/** The only root that has a cluster of a name which the manifests say, where they say no other. */
function ownerOf(loose: Judged, all: readonly Judged[]): Judged | undefined {
  const names = namesOf(loose);
  const owners = all.filter((one) => one !== loose && namesOf(one).some((n) => names.includes(n)));
  const [owner, second] = owners;
  if (owner === undefined || second !== undefined) return undefined;
  return names.every((name) => namesOf(owner).includes(name)) ? owner : undefined;
}

const namesOf = ({ proved }: Judged): readonly string[] =>
  proved.system.clusters.flatMap(({ name }) => (isUnknown(name) ? [] : [name.value]));
