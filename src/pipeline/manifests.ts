/** Manifests and Helm values of a configuration, with what cannot be read of them. */
import type { HelmValues, KubeObject } from '../configuration/configuration.js';
import type { Finding } from '../diagnostics/finding.js';
import { readYamlFile } from '../manifests/read.js';
import type { ManifestFile } from './texts.js';

export interface Manifests {
  readonly objects: readonly KubeObject[];
  readonly helmValues: readonly HelmValues[];
  readonly findings: readonly Finding[];
  /** Files that could not be read to their end, whatever is said of it. */
  readonly broken: readonly string[];
}

export function readManifests(files: readonly ManifestFile[]): Manifests {
  const own = files.filter(({ named, text }) => named || !DIRECTIVE.test(text));
  const read = own.map((given) => ({ given, found: readYamlFile(given.file, given.text) }));
  return {
    objects: read.flatMap(({ given: { cluster }, found }) =>
      found.objects.map((object) => (cluster === undefined ? object : { ...object, cluster })),
    ),
    helmValues: read.flatMap(({ given: { cluster }, found: { values } }) =>
      values === undefined ? [] : [cluster === undefined ? values : { ...values, cluster }],
    ),
    findings: read.flatMap(({ given, found }) => weighed(given, found)),
    broken: read.filter(({ found }) => isBroken(found)).map(({ given }) => given.file),
  };
}

/** Only templates of Terraform have them: what reads the file says what it becomes. */
const DIRECTIVE = /%\{~?\s*(?:if|for|else|endif|endfor)\b/;

/**
 * Manifests without those that Terraform has read as templates: what it makes
 * of them is in its blocks, and as they stand they are nobody's objects.
 */
export function withoutTemplates(
  manifests: Manifests,
  files: readonly ManifestFile[],
  read: ReadonlySet<string>,
): Manifests {
  const templates = new Set(
    files.filter(({ file, text }) => read.has(file) && text.includes('${')).map(({ file }) => file),
  );
  return {
    objects: manifests.objects.filter(({ from }) => !templates.has(from.at.file)),
    // Values that Terraform hands to a release are that release's, not one of their own.
    helmValues: manifests.helmValues.filter(({ file }) => !read.has(file)),
    findings: manifests.findings.filter(({ at }) => !templates.has(at.file)),
    broken: manifests.broken.filter((file) => !templates.has(file)),
  };
}

type Read = ReturnType<typeof readYamlFile>;

const isBroken = ({ findings, unread }: Read): boolean =>
  unread === undefined && findings.some(({ rule }) => rule === 'unreadable-file');

/** What a tree holds beside its handlers may be broken without a word on each line of it. */
function weighed(
  { named, isOfHandlers }: ManifestFile,
  { findings, unread }: Read,
): readonly Finding[] {
  // In a tree of charts, templates are as many as they are unsurprising.
  if (unread === 'template' && !named) return [];
  if (named || isOfHandlers) return findings;
  const [first] = findings.filter(({ rule }) => rule === 'unreadable-file');
  const others = findings.filter(({ rule }) => rule !== 'unreadable-file');
  return first === undefined ? others : [...others, { ...first, severity: 'note' }];
}
