/** The JSON of `convert`: a contract under semver. */
import type { Finding } from '../diagnostics/finding.js';
import { findingJson } from './json.js';
import type { Sources } from './sources.js';

const VERSION = 1;

export const convertJson = (
  files: readonly { readonly file: string; readonly text: string; readonly changed: boolean }[],
  findings: readonly Finding[],
  sources: Sources,
): string =>
  `${JSON.stringify(
    {
      version: VERSION,
      files: files.map(({ file, changed, text }) => ({ file, changed, text })),
      findings: findings.map((finding) => findingJson(finding, sources)),
    },
    null,
    2,
  )}\n`;
