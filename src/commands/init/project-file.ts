/** A first `interlock.yaml`: the roots that were found, and what somebody has to say about them. */
import { stringify } from 'yaml';
import type { ConfigurationFiles } from '../configuration-files.js';
import { directoryOf } from '../files.js';

export const PROJECT_FILE = 'interlock.yaml';

/** Folders whose Terraform is no cluster that runs. */
const ASIDE = new Set(['fixtures', 'testdata', 'vendor']);

export interface ProjectInput {
  readonly configurations: readonly ConfigurationFiles[];
  /** Versions that nothing here states, as keys of `assume`. */
  readonly unstated: readonly string[];
  readonly modeline: string;
}

/** One root needs no list: what lies below it is found. */
export function projectText({ configurations, unstated, modeline }: ProjectInput): string {
  const folders = configurations
    .filter(({ terraform }) => terraform.length > 0)
    .map(({ root }) => root);
  const aside = [...new Set(folders.flatMap(asideOf))];
  const roots = folders.filter((folder) => asideOf(folder).length === 0);
  return [
    modeline,
    '# What the files of this repo do not say by themselves. Every key: interlock schema project\n',
    '# How much a rule weighs here: severities: { rebalance-churn: error, narrow-spot-pool: off }\n',
    roots.length < 2 ? '' : rootsText(roots, looseFolders(configurations)),
    aside.length === 0 ? '' : stringify({ exclude: aside }),
    unstated.length === 0
      ? ''
      : `# Nothing here states these versions; say them so that verdicts hold for what runs:\n# assume: { ${unstated.map((key) => `${key}: ${EXAMPLES[key] ?? '...'}`).join(', ')} }\n`,
  ].join('');
}

const EXAMPLES: Readonly<Record<string, string>> = { kubernetes: '"1.33"', karpenter: '1.8.1' };

const rootsText = (roots: readonly string[], loose: readonly string[]): string =>
  [
    '# Only these roots are judged; a new one is to be added here.\n',
    stringify({ roots: roots.map((path) => ({ path })) }),
    ...(loose.length === 0
      ? []
      : [
          '# These manifests belong to no root; say at a root which are its own: manifests: [folder]\n',
          ...loose.map((folder) => `#   ${folder}\n`),
        ]),
  ].join('');

/** A pattern for every folder of the name, where a folder lies in one. */
export const asideOf = (folder: string): readonly string[] =>
  folder
    .split('/')
    .filter((name) => ASIDE.has(name))
    .map((name) => `**/${name}/**`);

const looseFolders = (configurations: readonly ConfigurationFiles[]): readonly string[] => [
  ...new Set(
    configurations
      .filter(({ terraform, plans }) => terraform.length === 0 && plans.length === 0)
      .flatMap(({ manifests }) => manifests.map(({ file }) => directoryOf(file))),
  ),
];
