/**
 * The configuration that a system was read from, as rules on settings need it:
 * every value with its place, and what was understood of it.
 */
import type { Block, KubeObject } from '../configuration/configuration.js';
import type { Origin, Span } from '../source/span.js';
import type { ModuleSource } from '../terraform/syntax/module.js';
import type { Tri } from '../value/logic.js';
import type { Known, Located, Maybe, Unknown, Value } from '../value/value.js';
import type { Releases } from './system.js';

/** A Helm release, whoever makes it: Terraform, GitOps, or values that were given alone. */
export interface WrittenChart {
  /** Also the id of the installations that it makes. */
  readonly address: string;
  readonly name?: Maybe<string>;
  /** Chart name without what stands before it; undefined where none is written. */
  readonly chart: Maybe<string> | undefined;
  readonly repository?: Maybe<string>;
  /** The chart is a directory. */
  readonly local?: true;
  /** As written. */
  readonly version?: Maybe<string>;
  /** The known releases of a handler's chart that the version allows; undefined for other charts. */
  readonly releases?: Releases;
  readonly namespace?: Maybe<string>;
  /** What is written, merged as Helm merges it, every leaf at its place. */
  readonly values: Known;
  /** Values of which nothing is known, that may hold any key. */
  readonly rest?: Unknown;
  /** Whether `set` is written as blocks (helm provider 2) or as a list (3); undefined where it is not written. */
  readonly setForm?: 'blocks' | 'list';
  readonly made: 'terraform' | 'gitops' | 'values';
  readonly exists: Tri;
  /** Ids of the clusters that it may go to. */
  readonly clusters: readonly string[];
  readonly from: Origin;
}

/** A call of a module. */
export interface WrittenCall {
  /** With the key of an instance. */
  readonly address: string;
  /** What was read for it: a folder, a summary of ours, or nothing. */
  readonly read: 'folder' | 'summary' | 'unread';
  /** One name for every way to write it: `aws-ia/eks-blueprints-addons/aws`, with `//folder` for a submodule; a path. */
  readonly source: string | undefined;
  /** As written: `git::https://…?ref=v1.19.0`. */
  readonly writtenSource: Maybe<string> | undefined;
  readonly version: Maybe<string> | undefined;
  /** The known releases that the version allows; undefined where the tables know none. */
  readonly releases?: Releases;
  /** Arguments of the module, each with the place of its value; its `key` is the place of its name. */
  readonly arguments: ReadonlyMap<string, Value>;
  readonly exists: Tri;
  readonly from: Origin;
}

/** A provider that a module requires. */
export interface RequiredProvider {
  /** `hashicorp/helm`. */
  readonly source: string;
  /** What the module calls it. */
  readonly name: string;
  /** Undefined where no constraint is written. */
  readonly constraint: Maybe<string> | undefined;
  /** Address of the module; empty for the root. */
  readonly module: string;
  readonly from: Origin;
}

/** One statement of an IAM policy document. */
export interface WrittenStatement {
  readonly effect: 'Allow' | 'Deny' | undefined;
  readonly actions: readonly Value[];
  readonly principals: ReadonlyMap<string, readonly Value[]>;
  readonly resources: readonly Value[];
  readonly conditions: readonly {
    readonly test: string;
    readonly key: string;
    readonly values: readonly Value[];
  }[];
  readonly negative: boolean;
}

export interface WrittenPolicy {
  /** Address of the block that holds the document. */
  readonly address: string;
  readonly kind: 'queue' | 'role' | 'trust' | 'document';
  /** The queue or the role that it is attached to, by address, where that is in sight. */
  readonly of?: string;
  readonly statements: readonly WrittenStatement[] | Unknown;
  readonly exists: Tri;
  readonly from: Origin;
}

/** What is set on a queue; undefined where it is not written. */
export interface WrittenQueue {
  /** The queue's id in the system. */
  readonly id: string;
  readonly name?: Maybe<string>;
  readonly region?: Maybe<string>;
  readonly retention?: Maybe<number>;
  readonly delay?: Maybe<number>;
  readonly maximumSize?: Maybe<number>;
  readonly key?: Maybe<string>;
  readonly from: Origin;
}

/** A reference to an output of a call: `module.karpenter.queue_name`. */
export interface OutputReference {
  /** `module.karpenter`, within the module that refers to it. */
  readonly call: string;
  readonly output: string;
  readonly at: Span;
  /** The folder of the module that refers to it, relative to the root. */
  readonly directory: string;
}

export interface Written {
  readonly blocks: readonly Block[];
  readonly blockAt: (address: string) => Block | undefined;
  /** Region of a block's AWS provider, or its own. */
  readonly regionOf: (block: Block) => Maybe<string> | undefined;
  /** Every Kubernetes object in sight, once: from manifests, Terraform, and charts that carry objects. */
  readonly objects: readonly KubeObject[];
  readonly charts: readonly WrittenChart[];
  readonly calls: readonly WrittenCall[];
  readonly providers: readonly RequiredProvider[];
  /** Versions in the lock file, by source. */
  readonly locked: ReadonlyMap<string, Located<string>>;
  readonly policies: readonly WrittenPolicy[];
  readonly queues: readonly WrittenQueue[];
  readonly outputs: readonly OutputReference[];
  /** The root's own text and that of its folders, before any evaluation. */
  readonly modules: readonly { readonly directory: string; readonly module: ModuleSource }[];
  /** A Terraform root is in sight, with nothing in it that could not be read. */
  readonly whole: boolean;
  /** A plan is in sight: its values are what Terraform will do. */
  readonly planned: boolean;
}

export const nothingWritten: Written = {
  blocks: [],
  blockAt: () => undefined,
  regionOf: () => undefined,
  objects: [],
  charts: [],
  calls: [],
  providers: [],
  locked: new Map(),
  policies: [],
  queues: [],
  outputs: [],
  modules: [],
  whole: false,
  planned: false,
};
