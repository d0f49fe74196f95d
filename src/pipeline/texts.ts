/** The texts of one configuration: what was given together, or a Terraform root with what belongs to it. */
import type { AssumedVersions } from '../recognise/context.js';
import type { FileAccess } from '../terraform/evaluate/evaluate.js';

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

export interface ManifestFile extends SourceFile {
  /** The name of the cluster that it is for, where somebody said it. */
  readonly cluster?: string;
  /** Somebody named the file itself: what cannot be read in it is worth an error. */
  readonly named: boolean;
  /** It makes handlers or their nodes, as far as a look at it tells, and not only what runs on them. */
  readonly isOfHandlers: boolean;
}

/** One Terraform root. */
export interface TerraformTexts {
  readonly directory: string;
  readonly files: readonly SourceFile[];
  /** `.tfvars` and `.tfvars.json`; later ones win. */
  readonly variables: readonly SourceFile[];
  readonly lock?: SourceFile;
  /** The Terraform files of another directory, by its path; undefined where it is not among what was given. */
  readonly module: (directory: string) => readonly SourceFile[] | undefined;
  /** The root's files and those of every folder that it calls, found without parsing. */
  readonly reachable: () => readonly SourceFile[];
  /** What functions may read; paths are relative to the root's directory. */
  readonly access: FileAccess;
}

export interface ConfigurationTexts {
  /** For people: the folder, or the files. */
  readonly root: string;
  readonly terraform: readonly TerraformTexts[];
  readonly plans: readonly SourceFile[];
  readonly manifests: readonly ManifestFile[];
  readonly assume: AssumedVersions;
  /** Files that Terraform functions have read so far. */
  readonly read: ReadonlySet<string>;
}

/** Every file that a configuration is made of. */
export const filesOf = ({ terraform, plans, manifests }: ConfigurationTexts): readonly string[] =>
  [
    ...terraform.flatMap(({ reachable, variables, lock }) => [
      ...reachable(),
      ...variables,
      ...(lock === undefined ? [] : [lock]),
    ]),
    ...plans,
    ...manifests,
  ].map(({ file }) => file);
