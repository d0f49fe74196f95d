/**
 * Karpenter's CRDs as tables of fields, one per kind and API version, each
 * loaded on its own. A table holds for every release: its rows say in which
 * ones a field looks like that. Rules are CEL; what they say is in our words.
 */
import { asRows, type Ranged, rowsFor } from './range.js';

/** One field. The path tells properties (`a.b`), items (`a[]`) and the values of a map (`a{}`). */
export interface CrdField {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: string;
  readonly pattern?: string;
  /** Further patterns that hold as well. */
  readonly patterns?: readonly string[];
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly required?: true;
  readonly intOrString?: true;
  /** Any key under it is taken. */
  readonly open?: true;
  /** A list without duplicates. */
  readonly unique?: true;
  readonly rules?: readonly CrdRule[];
}

export interface CrdRule {
  /** CEL over `self`, and over `oldSelf` in a rule of transition. */
  readonly rule: string;
  /** What the field does or needs, to follow its name: `needs either role or instanceProfile`. */
  readonly says: string;
  /** Judges a change, and so never a file alone. */
  readonly transition?: true;
}

/** The table of one kind and API version, all releases together. */
export interface CrdTable {
  readonly apiVersion: string;
  readonly kind: string;
  readonly rows: readonly CrdRow[];
  readonly rules: Readonly<Record<string, string>>;
  readonly phrases: readonly { readonly says: string; readonly rules: readonly string[] }[];
}

interface CrdRow extends Ranged, Omit<CrdField, 'rules'> {
  readonly name: string;
  readonly rules?: readonly string[];
}

type Loaded = Promise<{ readonly default: { readonly fields: readonly unknown[] } }>;

/** By `apiVersion kind`. NodeClaims are Karpenter's own to write, so they are not here. */
const TABLES: Readonly<Record<string, () => Loaded>> = {
  'autoscaling.x-k8s.io/v1beta1 CapacityBuffer': () =>
    import('./data/crds/capacitybuffer.v1beta1.json', { with: { type: 'json' } }),
  'karpenter.k8s.aws/v1 EC2NodeClass': () =>
    import('./data/crds/ec2nodeclass.v1.json', { with: { type: 'json' } }),
  'karpenter.k8s.aws/v1alpha1 AWSNodeTemplate': () =>
    import('./data/crds/awsnodetemplate.v1alpha1.json', { with: { type: 'json' } }),
  'karpenter.k8s.aws/v1beta1 EC2NodeClass': () =>
    import('./data/crds/ec2nodeclass.v1beta1.json', { with: { type: 'json' } }),
  'karpenter.sh/v1 NodePool': () =>
    import('./data/crds/nodepool.v1.json', { with: { type: 'json' } }),
  'karpenter.sh/v1alpha1 NodeOverlay': () =>
    import('./data/crds/nodeoverlay.v1alpha1.json', { with: { type: 'json' } }),
  'karpenter.sh/v1alpha5 Provisioner': () =>
    import('./data/crds/provisioner.v1alpha5.json', { with: { type: 'json' } }),
  'karpenter.sh/v1beta1 NodePool': () =>
    import('./data/crds/nodepool.v1beta1.json', { with: { type: 'json' } }),
};

/** The kinds that have a table, as `apiVersion kind`. */
export const crdKinds = (): readonly string[] => Object.keys(TABLES);

/** Loads the table of a kind; undefined for a kind or API version that Karpenter never had. */
export async function loadCrd(apiVersion: string, kind: string): Promise<CrdTable | undefined> {
  const key = `${apiVersion} ${kind}`;
  const load = Object.hasOwn(TABLES, key) ? TABLES[key] : undefined;
  if (load === undefined) return undefined;
  const [fields, rules, phrases] = await Promise.all([
    load(),
    import('./data/crds/rules.json', { with: { type: 'json' } }),
    import('./data/crds/phrases.json', { with: { type: 'json' } }),
  ]);
  return {
    apiVersion,
    kind,
    rows: asRows<CrdRow>(fields.default.fields),
    rules: rules.default.rules,
    phrases: phrases.default.phrases,
  };
}

/** The fields of `spec` in a release, by path; empty where the release does not have the kind. */
export const crdFields = (table: CrdTable, release: string): ReadonlyMap<string, CrdField> =>
  new Map(
    rowsFor(table.rows, release).map(({ name, versions: _, rules, ...field }) => [
      name,
      rules === undefined ? field : { ...field, rules: rules.map((id) => rule(table, id)) },
    ]),
  );

function rule(table: CrdTable, id: string): CrdRule {
  const text = table.rules[id] ?? 'true';
  const phrase = table.phrases.find(({ rules }) => rules.includes(id));
  const says = phrase?.says ?? `breaks the rule ${text}`;
  return text.includes('oldSelf') ? { rule: text, says, transition: true } : { rule: text, says };
}
