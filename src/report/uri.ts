/** Paths as relative references, the way SARIF wants them: encoded, and never taken for a scheme. */

/** `terraform/main.tf` stays itself; an absolute path becomes a file URI. */
export function uriOf(file: string): string {
  const path = file
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .map(encodeSegment)
    .join('/');
  return path.startsWith('/') ? `file://${path}` : path;
}

/** A lone half of a surrogate pair is no text that a URI can hold. */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment.replace(/\p{Surrogate}/gu, '\ufffd'));
