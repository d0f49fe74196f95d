/** What a module call calls: a folder among the files given, or the summary of a registry module. */
import type { AssumedVersions } from '../recognise/context.js';
import { originAt } from '../source/span.js';
import type { ModuleCall, ResolvedModule } from '../terraform/evaluate/evaluate.js';
import { localPath, moduleAddress } from '../terraform/module-source.js';
import type { ModuleSource } from '../terraform/syntax/module.js';
import { text } from '../value/read.js';
import { fromData, type Maybe } from '../value/value.js';
import { type CallReleases, type Choice, callReleases } from './releases.js';
import type { Summary } from './summaries.js';

export interface ResolverInput {
  readonly summaries: readonly Summary[];
  /** The module in a folder, relative to the root's; undefined where it is not among the files. */
  readonly folder: (directory: string) => ModuleSource | undefined;
  readonly assume: AssumedVersions;
}

/** How a call was read. */
export interface CallReading {
  readonly address: string;
  readonly read: 'folder' | 'summary' | 'unread';
  /** As moduleAddress names it, with `//folder` for a submodule; the path of a local module. */
  readonly source: string | undefined;
  readonly releases?: CallReleases;
}

export interface Resolver {
  /** What calls call when each behaves as chosen. */
  readonly resolve: (choice: Choice) => (call: ModuleCall) => ResolvedModule | undefined;
  /** Every call met so far, by address. */
  readonly calls: ReadonlyMap<string, CallReading>;
}

/** Modules inside a summary lie in a folder of this name. */
const REGISTRY = 'registry/';

export function createResolver(input: ResolverInput): Resolver {
  const calls = new Map<string, CallReading>();
  const readings = new Map<string, CallReleases>();

  const summarised = (
    call: ModuleCall,
    summary: Summary,
    written: Maybe<string> | undefined,
    choice: Choice,
  ): ResolvedModule | undefined => {
    const { addons: assumed, instead } = summary.source === ADDONS ? input.assume : {};
    const version = instead?.addons === undefined ? written : pinned(instead.addons, call);
    const known = readings.get(call.address) ?? callReleases(summary, version, assumed);
    readings.set(call.address, known);
    const { behaviours } = known;
    const behaviour = behaviours[choice.get(call.address) ?? behaviours.length - 1];
    calls.set(call.address, {
      address: call.address,
      read: behaviour === undefined ? 'unread' : 'summary',
      source: summary.source,
      releases: known,
    });
    if (behaviour === undefined) return undefined;
    const from = originAt(call.at);
    return {
      module: behaviour.module,
      directory: `${REGISTRY}${summary.source}@${behaviour.release}`,
      constants: new Map(
        Object.entries(behaviour.constants).map(([key, value]) => [key, fromData(value, from)]),
      ),
    };
  };

  const unread = (call: ModuleCall, source = call.source): undefined => {
    calls.set(call.address, { address: call.address, read: 'unread', source });
    return undefined;
  };

  const local = (call: ModuleCall, path: string, choice: Choice): ResolvedModule | undefined => {
    const inner = innerSummary(call.directory, path);
    if (inner !== undefined) {
      const summary = input.summaries.find(({ source }) => source === inner.source);
      return summary && summarised(call, summary, pinned(inner.release, call), choice);
    }
    const directory = joined(call.directory, path);
    const module = input.folder(directory);
    if (module !== undefined) {
      calls.set(call.address, { address: call.address, read: 'folder', source: directory });
      return { module, directory };
    }
    // The module's own examples call it by the path to its root.
    const addons = input.summaries.find(({ source }) => source === ADDONS);
    return addons !== undefined && isOwnExample(call, path)
      ? summarised(call, addons, undefined, choice)
      : unread(call, path);
  };

  return {
    calls,
    resolve: (choice) => (call) => {
      const { source } = call;
      if (source === undefined) return unread(call);
      const path = localPath(source);
      if (path !== undefined) return local(call, path, choice);
      const address = moduleAddress(source);
      if (address === undefined) return unread(call);
      const name =
        address.submodule === undefined ? address.name : `${address.name}//${address.submodule}`;
      const summary = input.summaries.find((candidate) => candidate.source === name);
      if (summary === undefined) return unread(call, name);
      return summarised(call, summary, versionOf(call, address.ref), choice);
    },
  };
}

const ADDONS = 'aws-ia/eks-blueprints-addons/aws';

/** The version argument, or a Git reference that is a version; any other reference may be any release. */
function versionOf(call: ModuleCall, ref: string | undefined): Maybe<string> | undefined {
  const version = call.version === undefined ? undefined : text(call.version);
  if (version !== undefined || ref === undefined) return version;
  return /^v?\d+(?:\.\d+)*$/.test(ref) ? pinned(ref, call) : undefined;
}

const pinned = (value: string, call: ModuleCall): Maybe<string> => ({
  value,
  from: originAt(call.at),
});

/** A call within a summary of a submodule of the same release. */
function innerSummary(
  directory: string,
  path: string,
): { readonly source: string; readonly release: string } | undefined {
  if (!directory.startsWith(REGISTRY)) return undefined;
  const [source = '', release = ''] = directory.slice(REGISTRY.length).split('@', 2);
  return { source: `${source}//${path.replace(/^\.\//, '')}`, release };
}

const isOwnExample = ({ address }: ModuleCall, path: string): boolean =>
  /^(?:\.\.\/?)+$/.test(path) && /(?:^|[._])eks_blueprints_addons$/.test(address);

/** A path from a folder, without `.` and inner `..`. */
export function joined(directory: string, path: string): string {
  const steps: string[] = [];
  for (const step of `${directory}/${path}`.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else steps.push(step);
  }
  return steps.join('/') || '.';
}
