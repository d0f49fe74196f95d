/** The world outside: files, output, the parser's binary. Everything between host and report is a pure function. */
import type { Connection, TextDocuments } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { HclParser } from '../terraform/hcl/parser.js';

export type FileText = { readonly text: string } | { readonly problem: string };

/** A file of an output, by path relative to the output folder. */
export type OutputFiles = ReadonlyMap<string, string>;

/** The files of a git revision, by path from the working directory. */
export interface Revision {
  readonly files: readonly string[];
  readonly read: (file: string) => FileText;
}

/** An editor, and the documents that it has open. */
export interface Editor {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
}

export interface Host {
  /** The text of a file; paths are relative to the working directory or absolute, with `/`. `-` is standard input. */
  readonly read: (path: string) => FileText;
  /** As `read`, but only for files that really lie under `root`, symbolic links followed. */
  readonly readWithin: (root: string, path: string) => FileText;
  /** `file`, `directory`, or undefined where there is nothing. */
  readonly kindOf: (path: string) => 'file' | 'directory' | undefined;
  /** Names in a directory, sorted, directories with a `/` at the end. */
  readonly list: (path: string) => readonly string[] | { readonly problem: string };
  /** Writes all files or none; what was there before stays whole when a write fails. Undefined when it worked. */
  readonly write: (folder: string, files: OutputFiles) => { readonly problem: string } | undefined;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Says on a terminal what is being worked at; absent where nobody looks on. */
  readonly progress?: (text: string) => void;
  /** Nothing more is worked at. */
  readonly ended?: () => void;
  /** The day, `2026-11-30`, in UTC. */
  readonly today: () => string;
  /** Whether results go to a terminal that wants colours. */
  readonly colour: boolean;
  /** The files of a git revision, nothing checked out; absent where there is no git. */
  readonly revision?: (name: string) => Revision | { readonly problem: string };
  /** Loads the HCL parser; only commands that meet Terraform text or long expressions call it. */
  readonly hclParser: () => Promise<HclParser>;
  /** The editor that started this process; absent where none could. */
  readonly editor?: () => Promise<Editor>;
}
