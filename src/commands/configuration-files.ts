/**
 * Files to configurations: what is named together is one, and in a directory
 * each Terraform root is one, with the manifests below it.
 */
import type { Finding } from '../diagnostics/finding.js';
import type { Host } from '../host/host.js';
import type { ConfigurationTexts, ManifestFile, SourceFile } from '../pipeline/texts.js';
import type { AssumedVersions } from '../recognise/context.js';
import { globPattern } from '../terraform/evaluate/functions/glob.js';
import { maskedPlan } from '../terraform/plan/masked.js';
import { isAutomatic } from './file-kinds.js';
import { directoryOf, type GivenFile, isWithin } from './files.js';
import { type Project, type ProjectRoot, readProject } from './project.js';
import { isOfHandlers, isSubject } from './subjects.js';
import {
  type Folders,
  foldersOf,
  reachable,
  rootsOf,
  terraformTexts,
} from './terraform-folders.js';

export type ConfigurationFiles = ConfigurationTexts;

export interface Configurations {
  readonly configurations: readonly ConfigurationFiles[];
  readonly project: Project | undefined;
  readonly problems: readonly Finding[];
}

interface Context {
  readonly host: Host;
  readonly texts: Map<string, string>;
  readonly files: readonly GivenFile[];
  readonly project: Project | undefined;
}

export function configurationsOf(
  host: Host,
  given: readonly GivenFile[],
  texts: Map<string, string>,
): Configurations {
  const file = given.find(({ kind }) => kind === 'project');
  const read = file === undefined ? undefined : readProject(file);
  if (file !== undefined) texts.set(file.file, file.text);
  const project = read?.project;
  const excluded = (project?.exclude ?? []).flatMap((glob) => globPattern(glob) ?? []);
  const files = given.filter(
    (one) => one.named || !excluded.some((matches) => matches(one.file) || matches(`${one.file}/`)),
  );
  const context: Context = { host, texts, files, project };
  return {
    configurations: [...namedTogether(context), ...inDirectories(context)],
    project,
    problems: read?.findings ?? [],
  };
}

const ofKind = (files: readonly GivenFile[], kind: GivenFile['kind']): readonly GivenFile[] =>
  files.filter((file) => file.kind === kind);

/** The files that were named, where they are more than something to add to a directory. */
function namedTogether(context: Context): readonly ConfigurationFiles[] {
  const { host, texts, project } = context;
  const named = context.files.filter((file) => file.named);
  const folders = foldersOf(ofKind(named, 'terraform'));
  const plans = ofKind(named, 'plan');
  const manifests = ofKind(named, 'manifest');
  const onlyAdds = context.files.some((file) => !file.named && file.kind !== 'other');
  if (folders.size === 0 && plans.length === 0 && (manifests.length === 0 || onlyAdds)) return [];
  const read = new Set<string>();
  const variables = [...ofKind(named, 'variables')].sort(byPrecedence);
  const locks = ofKind(named, 'lock');
  show(texts, manifests, plans);
  const terraform = rootsOf(folders).map((directory) =>
    terraformTexts({
      host,
      directory,
      folders,
      base: directory,
      readsFolders: true,
      variables,
      lock: locks.find(({ file }) => directoryOf(file) === directory) ?? locks[0],
      texts,
      read,
    }),
  );
  const configuration = (own: readonly SourceFile[], files: readonly SourceFile[]) => ({
    root: titleOf([...files, ...manifests]),
    terraform,
    plans: own,
    manifests: manifests.map((file) => manifest(file)),
    assume: project?.assume ?? {},
    read,
  });
  // Each plan is of a whole root, so two of them are two configurations.
  return plans.length > 1
    ? plans.map((plan) => configuration([plan], [plan]))
    : [configuration(plans, [...folders.values()].flat().concat(plans))];
}

/** Manifests are shown as they are, plans without what may be secret. */
function show(
  texts: Map<string, string>,
  manifests: readonly SourceFile[],
  plans: readonly SourceFile[],
): void {
  for (const { file, text } of manifests) texts.set(file, text);
  for (const { file, text } of plans) texts.set(file, maskedPlan(file, text));
}

/** Terraform reads `terraform.tfvars` first, then `*.auto.tfvars` by name, then what it is told to. */
function byPrecedence(a: SourceFile, b: SourceFile): number {
  return precedence(a.file) - precedence(b.file);
}

const precedence = (file: string): number =>
  !isAutomatic(file) ? 3 : /(?:^|\/)terraform\.tfvars(?:\.json)?$/.test(file) ? 1 : 2;

const titleOf = (files: readonly SourceFile[]): string => {
  const [first, second, ...others] = files.map(({ file }) => file);
  if (second === undefined) return first ?? '.';
  return others.length === 0 ? `${first}, ${second}` : `${first} and ${others.length + 1} more`;
};

function inDirectories(context: Context): readonly ConfigurationFiles[] {
  const walked = context.files.filter((file) => !file.named);
  const folders = foldersOf(ofKind(walked, 'terraform'));
  const roots = rootsIn(context, folders);
  const taken = new Set<string>();
  const configurations = roots.flatMap((root) =>
    rootConfiguration(context, root, folders, roots, taken),
  );
  const loose = looseManifests(context, taken);
  if (loose.length === 0) return configurations;
  const [only, second] = configurations;
  if (only !== undefined && second === undefined)
    return [{ ...only, manifests: [...only.manifests, ...loose] }];
  const assume: AssumedVersions = context.project?.assume ?? {};
  return [
    ...configurations,
    {
      root: titleOf(loose),
      terraform: [],
      plans: [],
      manifests: loose,
      assume,
      read: new Set(),
    },
  ];
}

interface Root {
  readonly directory: string;
  readonly said: ProjectRoot | undefined;
}

function rootsIn({ files, project }: Context, folders: Folders): readonly Root[] {
  const said = project?.roots ?? [];
  if (said.length > 0) return said.map((root) => ({ directory: root.path, said: root }));
  const roots = rootsOf(folders);
  const planned = ofKind(files, 'plan')
    .filter(({ file, named }) => !named && !roots.some((root) => isWithin(root, file)))
    .map(({ file }) => directoryOf(file));
  return [...roots, ...new Set(planned)].map((directory) => ({ directory, said: undefined }));
}

function rootConfiguration(
  context: Context,
  { directory, said }: Root,
  folders: Folders,
  roots: readonly Root[],
  taken: Set<string>,
): readonly ConfigurationFiles[] {
  const { host, texts, files, project } = context;
  const here = [...reachable(directory, folders)].flatMap((folder) => folders.get(folder) ?? []);
  const own = files.filter(({ file }) => directoryOf(file) === directory);
  const manifests = manifestsOf(context, directory, said, roots);
  const plans = ofKind(files, 'plan').filter(
    ({ file, named }) => !named && nearest(roots, file) === directory,
  );
  if (![...here, ...manifests, ...plans].some(isSubject)) return [];
  for (const { file } of manifests) taken.add(file);
  show(texts, manifests, plans);
  const read = new Set<string>();
  const variables = [
    ...ofKind(own, 'variables').filter(({ file, named }) => named || isAutomatic(file)),
    ...ofKind(files, 'variables').filter(
      ({ file, named }) =>
        (named && directoryOf(file) !== directory) || said?.variables.includes(file),
    ),
  ].sort(byPrecedence);
  const given = files.find(({ file }) => isWithin(directory, file))?.given ?? directory;
  const shared = { assume: { ...project?.assume, ...said?.assume }, read };
  const terraform = terraformTexts({
    host,
    directory,
    folders,
    base: given,
    readsFolders: false,
    variables,
    lock: ofKind(own, 'lock')[0],
    texts,
    read,
  });
  const configuration = (own: readonly SourceFile[]) => ({
    root: folders.has(directory) || own.length === 0 ? directory : titleOf(own),
    terraform: folders.has(directory) ? [terraform] : [],
    plans: own,
    manifests,
    ...shared,
  });
  // A plan says exactly what the texts beside it say as far as they go.
  if (plans.length > 1) return plans.map((plan) => ({ ...configuration([plan]), root: plan.file }));
  return folders.has(directory) || manifests.length > 0 || plans.length > 0
    ? [configuration(plans)]
    : [];
}

/** The manifests that are said to be a root's, or else those below it that lie below no other root. */
function manifestsOf(
  { files }: Context,
  directory: string,
  said: ProjectRoot | undefined,
  roots: readonly Root[],
): readonly ManifestFile[] {
  const all = ofKind(files, 'manifest').filter(({ named }) => !named);
  if (said !== undefined && said.manifests.length > 0)
    return said.manifests.flatMap(({ path, cluster }) =>
      all.filter(({ file }) => isWithin(path, file)).map((file) => manifest(file, cluster)),
    );
  return all.filter(({ file }) => nearest(roots, file) === directory).map((file) => manifest(file));
}

const manifest = ({ file, text, named }: GivenFile, cluster?: string): ManifestFile => ({
  file,
  text,
  named,
  isOfHandlers: isOfHandlers({ file, text }),
  ...(cluster === undefined ? {} : { cluster }),
});

/** The deepest root above a file. */
const nearest = (roots: readonly Root[], file: string): string | undefined =>
  roots
    .map(({ directory }) => directory)
    .filter((directory) => isWithin(directory, file))
    .sort((a, b) => depth(b) - depth(a))[0];

const depth = (directory: string): number => (directory === '.' ? 0 : directory.split('/').length);

/**
 * Manifests that lie below no root that has something to judge. They belong to
 * the only root that has, and are a configuration of their own where there are
 * several roots or none.
 */
function looseManifests(
  { files, texts }: Context,
  taken: ReadonlySet<string>,
): readonly ManifestFile[] {
  const isWalked = files.some((file) => !file.named && file.kind !== 'other');
  if (!isWalked) return [];
  const judgedAlone = files.some(
    ({ named, kind }) => named && (kind === 'terraform' || kind === 'plan'),
  );
  const loose = ofKind(files, 'manifest')
    .filter(({ file, named }) => !taken.has(file) && !(named && judgedAlone))
    .map((file) => manifest(file));
  if (!loose.some((one) => one.named || isSubject(one))) return [];
  for (const { file, text } of loose) texts.set(file, text);
  return loose;
}
