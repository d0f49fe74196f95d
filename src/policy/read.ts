/** Policy text to Intent: load, hold against the schema, read every section, check what a schema cannot say. */
import type { Finding, Outcome } from '../diagnostics/finding.js';
import type { Facts } from '../facts/facts.js';
import { entry, withEntry } from '../value/read.js';
import { isUnknown, type Known, known } from '../value/value.js';
import { checkPolicy } from './checks.js';
import { mapAt } from './fields.js';
import {
  type Default,
  type Intent,
  type KarpenterIntent,
  type NthIntent,
  type PoolIntent,
  textOf,
} from './intent.js';
import { loadPolicy, type ParsedBases, type PolicyFiles } from './load.js';
import { type OwnerTable, readOwners } from './owners.js';
import { placeHandler } from './placement.js';
import { readNodeClasses, readPools } from './pools.js';
import { type ExpressionParser, needsHclParser, referenceReader } from './references.js';
import {
  readCluster,
  readIdentity,
  readKarpenter,
  readMetadata,
  readNth,
  readRelease,
  type SectionContext,
} from './sections.js';
import { checkText } from './text.js';
import { validatePolicy } from './validate.js';

/** The areas of the facts that a policy is read against. */
export type PolicyFacts = Required<Pick<Facts, 'addons' | 'karpenter' | 'nth' | 'reactions'>>;

export interface PolicyInput {
  readonly file: string;
  readonly text: string;
  readonly files: PolicyFiles;
  readonly bases?: ParsedBases;
  readonly facts: PolicyFacts;
  /** Reads references longer than a traversal. */
  readonly parser?: ExpressionParser;
  /** Versions in place of those that the policy says: how it would be at another release. */
  readonly instead?: {
    readonly addons?: string;
    readonly karpenter?: string;
    readonly nth?: string;
  };
}

export interface PolicyOutcome extends Outcome<Intent> {
  /** The policy holds a reference that only the HCL parser can read, and none was given: read it again with one. */
  readonly needsHclParser?: true;
}

export function readPolicy(input: PolicyInput): PolicyOutcome {
  const loaded = loadPolicy(input.file, input.text, input.files, input.bases);
  if (loaded.value === undefined) return { findings: loaded.findings };
  const policy = atVersions(loaded.value, input.instead);
  const whole = loaded.findings.length === 0;
  const refused = [...loaded.findings, ...validatePolicy(policy, whole), ...checkText(policy)];
  if (refused.length > 0) return { findings: refused };
  if (input.parser === undefined && needsHclParser(policy))
    return { findings: [], needsHclParser: true };
  return assemble(input, policy);
}

/** Each version at the place where it is written, or would be. */
function atVersions(policy: Known, instead: PolicyInput['instead'] = {}): Known {
  const { addons, karpenter, nth } = instead;
  const paths = [
    [['versions', 'addons'], addons],
    [['handlers', 'karpenter', 'chart'], karpenter],
    [['handlers', 'nth', 'chart'], nth],
  ] as const;
  return paths.reduce(
    (value, [path, version]) => (version === undefined ? value : withText(value, path, version)),
    policy,
  );
}

function withText(value: Known, [key, ...rest]: readonly string[], text: string): Known {
  if (key === undefined) return { ...value, value: text };
  const inner = entry(value, key);
  const empty = known(rest.length === 0 ? '' : new Map(), value.from);
  return withEntry(
    value,
    key,
    withText(inner === undefined || isUnknown(inner) ? empty : inner, rest, text),
  );
}

function assemble(input: PolicyInput, policy: Known): PolicyOutcome {
  const { facts, file } = input;
  const findings: Finding[] = [];
  const defaults: Default[] = [];
  const context = {
    policy,
    findings,
    defaults,
    facts,
    references: referenceReader(findings, input.parser),
  };
  const cluster = readCluster(context);
  const name = readMetadata(policy);
  const addons = readRelease(context);
  const karpenter = readKarpenter(context, cluster, textOf(cluster.kubernetesVersion));
  const nth = readNth(context);
  const identity = readIdentity(context);
  const pools = readPools(policy, context.references, findings);
  const owner = readOwners({
    policy,
    pools,
    karpenter,
    nth,
    reactions: facts.reactions,
    findings,
  });
  const intent: Intent = {
    file,
    name,
    cluster,
    addons,
    karpenter: placed(context, 'karpenter', karpenter, pools, owner),
    nth: placed(context, 'nth', nth, pools, owner),
    identity,
    pools,
    nodeClasses: readNodeClasses(policy, findings),
    owner,
    drain: entry(policy, 'drain') ?? known(new Map(), policy.from),
    inputs: mapAt(policy, 'inputs') ?? new Map(),
    root: entry(policy, 'root') ?? known(new Map(), policy.from),
    defaults,
  };
  findings.push(...checkPolicy(intent, facts));
  const broken = findings.some((finding) => finding.severity === 'error');
  return broken ? { findings } : { value: intent, findings };
}

/** A handler with the pool that it runs on, where there is one. */
function placed<T extends KarpenterIntent | NthIntent>(
  context: SectionContext,
  handler: 'karpenter' | 'nth',
  intent: T,
  pools: readonly PoolIntent[],
  owner: OwnerTable,
): T {
  const runsOn = placeHandler(context, handler, intent, pools, owner);
  return runsOn === undefined ? intent : { ...intent, runsOn };
}
