/** File URIs of the protocol and the paths of a host. */

/** The path of a file URI, with `/`; undefined for what is no file. */
export function pathOf(uri: string): string | undefined {
  const match = /^file:\/\/[^/]*(\/.*)$/.exec(uri);
  if (match?.[1] === undefined) return undefined;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return undefined; // no text of UTF-8
  }
}

/** Editors compare URIs as texts: what they encode is encoded. */
export const uriOf = (path: string): string =>
  `file://${path.split('/').map(encodeURIComponent).join('/')}`;

/** The path below a root; undefined where it lies elsewhere. */
export const relativeTo = (root: string, path: string): string | undefined =>
  path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
