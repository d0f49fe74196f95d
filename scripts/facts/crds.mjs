/**
 * Derives the fields and CEL rules of Karpenter's CRDs, one table per kind and
 * API version: a row per field, with the releases in which it looks like that.
 */
import { createHash } from 'node:crypto';
import { parseAllDocuments } from 'yaml';
import { karpenterTags } from './karpenter.mjs';
import { named } from './rows.mjs';

/** NodeClaim and Machine are written by Karpenter alone. */
export const CRDS = [
  ['AWSNodeTemplate', 'v1alpha1'],
  ['CapacityBuffer', 'v1beta1'],
  ['EC2NodeClass', 'v1'],
  ['EC2NodeClass', 'v1beta1'],
  ['NodeOverlay', 'v1alpha1'],
  ['NodePool', 'v1'],
  ['NodePool', 'v1beta1'],
  ['Provisioner', 'v1alpha5'],
];

export const crdFile = (kind, version) => `crds/${kind.toLowerCase()}.${version}.json`;

/** Copied as they are. */
const KEPT = ['type', 'format', 'pattern', 'enum', 'default', 'minimum', 'maximum'];
const SIZES = ['minLength', 'maxLength', 'minItems', 'maxItems', 'maxProperties'];

/** The short name under which a rule is stored, for rules repeat over fields and kinds. */
export const ruleId = (rule) => createHash('sha256').update(rule).digest('hex').slice(0, 8);

/** `{ fields }` of one kind and API version. */
export function deriveCrd(repo, kind, version) {
  const releases = karpenterTags(repo).map((tag) => tag.slice(1));
  return { fields: named(releases, (release) => fieldsAt(repo, release, kind, version)) };
}

/** `{ rules }`: every CEL expression of the tables, by its id. */
export function deriveRules(repo) {
  const rules = new Map();
  const collect = (_, __, schema) => {
    for (const { rule } of schema['x-kubernetes-validations'] ?? []) rules.set(ruleId(rule), rule);
  };
  for (const [kind, version] of CRDS)
    for (const tag of karpenterTags(repo)) walkSpec(schemaAt(repo, tag, kind, version), collect);
  return { rules: Object.fromEntries([...rules].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

function fieldsAt(repo, release, kind, version) {
  const fields = new Map();
  walkSpec(schemaAt(repo, `v${release}`, kind, version), (path, required, schema) =>
    fields.set(path, field(schema, required)),
  );
  return fields;
}

function walkSpec(object, visit) {
  if (object === undefined) return;
  walk(object.properties.spec, 'spec', object.required?.includes('spec') === true, visit);
}

const parsed = new Map();

/** The schema of an object of the kind; the same file at many tags is parsed once. */
function schemaAt(repo, tag, kind, version) {
  for (const [path, id] of repo.list(tag, 'pkg/apis/crds')) {
    if (!path.endsWith('.yaml')) continue;
    if (!parsed.has(id))
      parsed.set(
        id,
        parseAllDocuments(repo.blob(id)).map((doc) => doc.toJS()),
      );
    const crd = parsed.get(id).find(({ spec }) => spec.names.kind === kind);
    const found = crd?.spec.versions.find(({ name }) => name === version);
    if (found !== undefined) return found.schema.openAPIV3Schema;
  }
  return undefined;
}

/** Visits a schema and all that is in it: `a.b` a property, `a[]` the items, `a{}` the values of a map. */
function walk(schema, path, required, visit) {
  visit(path, required, schema);
  const needed = new Set(schema.required ?? []);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    walk(property, `${path}.${name}`, needed.has(name), visit);
  if (schema.items !== undefined) walk(schema.items, `${path}[]`, false, visit);
  if (typeof schema.additionalProperties === 'object')
    walk(schema.additionalProperties, `${path}{}`, false, visit);
}

function field(schema, required) {
  const kept = [...KEPT, ...SIZES].filter((key) => key in schema);
  const row = Object.fromEntries(kept.map((key) => [key, schema[key]]));
  if (required) row.required = true;
  if (schema['x-kubernetes-int-or-string']) row.intOrString = true;
  if (schema['x-kubernetes-preserve-unknown-fields']) row.open = true;
  if (schema['x-kubernetes-list-type'] === 'set') row.unique = true;
  const patterns = (schema.allOf ?? []).map(({ pattern }) => pattern);
  if (patterns.length > 0) row.patterns = patterns;
  const rules = (schema['x-kubernetes-validations'] ?? []).map(({ rule }) => ruleId(rule));
  if (rules.length > 0) row.rules = rules;
  return row;
}
