/** A CRD's fields as JSON Schema, for a validator such as ajv; CEL rules ride along under their Kubernetes keyword. */
import { type CrdField, type CrdRule, type CrdTable, crdFields } from './karpenter-crds.js';

/** The keywords that are used; unknown keys of an object are refused unless it is open or a map. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  uniqueItems?: true;
  allOf?: { pattern: string }[];
  'x-kubernetes-validations'?: readonly CrdRule[];
  [keyword: string]: unknown;
}

/** The schema of a whole object of the kind in a release; undefined where the release does not have it. */
export function crdSchema(table: CrdTable, release: string): JsonSchema | undefined {
  const fields = crdFields(table, release);
  if (fields.size === 0) return undefined;
  const root: JsonSchema = {
    type: 'object',
    properties: {
      apiVersion: { const: table.apiVersion },
      kind: { const: table.kind },
      metadata: { type: 'object' },
      status: {},
    },
    required: ['apiVersion', 'kind', 'metadata'],
    additionalProperties: false,
  };
  const made = new Map<string, JsonSchema>([['', root]]);
  for (const [path, field] of fields) {
    const schema = fieldSchema(field);
    made.set(path, schema);
    attach(made, path, schema, field.required === true);
  }
  return root;
}

function fieldSchema(field: CrdField): JsonSchema {
  const { required: _, intOrString, open, unique, patterns, rules, ...keywords } = field;
  const schema: JsonSchema = { ...keywords };
  if (intOrString) schema.type = ['integer', 'string'];
  if (field.type === 'object' && !open) schema.additionalProperties = false;
  if (unique) schema.uniqueItems = true;
  if (patterns !== undefined) schema.allOf = patterns.map((pattern) => ({ pattern }));
  if (rules !== undefined) schema['x-kubernetes-validations'] = rules;
  return schema;
}

/** Hangs a schema under its parent, which comes before it in every table. */
function attach(
  made: ReadonlyMap<string, JsonSchema>,
  path: string,
  schema: JsonSchema,
  required: boolean,
): void {
  const end = /(\[\]|\{\}|(?:^|\.)[^.[\]{}]+)$/.exec(path);
  const parent = made.get(path.slice(0, end?.index ?? 0));
  const step = end?.[1]?.replace(/^\./, '');
  if (parent === undefined || step === undefined) return;
  if (step === '[]') parent.items = schema;
  else if (step === '{}') parent.additionalProperties = schema;
  else {
    parent.properties = { ...parent.properties, [step]: schema };
    if (required) parent.required = [...(parent.required ?? []), step];
  }
}
