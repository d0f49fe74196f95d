/**
 * Where a module comes from, whichever way it is written: registry address, Git
 * or GitHub address with a `ref`, or a path. The same module has one name.
 */

export interface ModuleSourceAddress {
  /** `aws-ia/eks-blueprints-addons/aws`; for a repository that is no module of the registry, `owner/repository`. */
  readonly name: string;
  /** Folder within it: `modules/karpenter`. */
  readonly submodule?: string;
  /** Git reference. */
  readonly ref?: string;
  readonly from: 'registry' | 'git';
}

/** A path of a local module; undefined where the source is none. */
export const localPath = (source: string): string | undefined =>
  /^\.{1,2}(?:\/|$)/.test(source) ? source : undefined;

const REGISTRY =
  /^(?:[a-z0-9.-]+\.[a-z]{2,}(?::\d+)?\/)?([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)\/([a-z0-9]+)$/;
const REPOSITORY = /(?:[/:])([A-Za-z0-9_.-]+)\/([A-Za-z0-9_.-]+?)(?:\.git)?$/;
const HOSTED = /^(?:github\.com|gitlab\.com|bitbucket\.org)\//;

/** The module that a source names; undefined for paths, archives and what is no address at all. */
export function moduleAddress(source: string): ModuleSourceAddress | undefined {
  if (localPath(source) !== undefined) return undefined;
  const [address = '', query = ''] = source.split('?', 2);
  const { base, submodule } = splitSubmodule(address);
  const inner = submodule === undefined ? {} : { submodule };
  const registry = HOSTED.test(base) ? null : REGISTRY.exec(base);
  if (registry !== null) return { name: registry.slice(1).join('/'), ...inner, from: 'registry' };
  const isGit = /^git(?:::|@)/.test(base) || HOSTED.test(base) || /\.git$/.test(base);
  const repository = isGit ? REPOSITORY.exec(base) : null;
  if (repository === null) return undefined;
  const [, owner = '', name = ''] = repository;
  const ref = /(?:^|&)ref=([^&]*)/.exec(query)?.[1];
  return {
    name: registryName(owner, name),
    ...inner,
    ...(ref === undefined ? {} : { ref: decode(ref) }),
    from: 'git',
  };
}

/** `//` divides the module from a folder in it, save for the one of `https://`. */
function splitSubmodule(address: string): { readonly base: string; readonly submodule?: string } {
  const start = address.indexOf('://');
  const split = address.indexOf('//', start < 0 ? 0 : start + 3);
  if (split < 0) return { base: address };
  const submodule = address.slice(split + 2).replace(/^\/+|\/+$/g, '');
  return { base: address.slice(0, split), ...(submodule === '' ? {} : { submodule }) };
}

/** `terraform-aws-eks` of an owner is `owner/eks/aws` in the registry. */
function registryName(owner: string, repository: string): string {
  const match = /^terraform-([a-z0-9]+)-(.+)$/.exec(repository);
  return match === null ? `${owner}/${repository}` : `${owner}/${match[2]}/${match[1]}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign stands for itself
  }
}
