/** What a JSON Schema made of a CRD says against an object. The schema's defaults are filled in on the way. */
import { Ajv, type ErrorObject } from 'ajv';
import type { JsonSchema } from '../../facts/crd-schema.js';
import type { Path } from './place.js';
import { type Sample, touchesOpen } from './sample.js';

export interface Violation {
  readonly path: Path;
  /** The keyword of JSON Schema. */
  readonly keyword: string;
  /** The key that is missing or unknown. */
  readonly key?: string;
  /** What the keyword takes: a type, a pattern, a limit, the accepted values. */
  readonly limit?: unknown;
}

export type Validator = (sample: Sample) => readonly Violation[];

/** Compiles a schema once; the validator fills defaults into the sample's data. */
export function validatorOf(schema: JsonSchema): Validator {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    useDefaults: true,
    validateFormats: false,
    verbose: true,
  });
  const validate = ajv.compile(schema);
  return ({ data, open }) => {
    if (validate(data)) return [];
    return (validate.errors ?? [])
      .map((error) => violation(error, data))
      .filter(({ path, keyword }) => !hidden(open, path, keyword));
  };
}

/** Keywords that judge a collection by its number of entries or its keys, whatever the entries are. */
const BY_SHAPE = new Set(['additionalProperties', 'maxItems', 'minItems', 'maxProperties']);

/** What is unknown breaks nothing, and neither does a collection for what it holds that is unknown. */
function hidden(open: readonly Path[], path: Path, keyword: string): boolean {
  if (open.some((one) => one.length <= path.length && one.every((step, i) => step === path[i])))
    return true;
  return !BY_SHAPE.has(keyword) && keyword !== 'required' && touchesOpen(open, path);
}

function violation(error: ErrorObject, data: unknown): Violation {
  const path = pathOf(error.instancePath, data);
  const { keyword } = error;
  const key = error.params.additionalProperty ?? error.params.missingProperty;
  return {
    path,
    keyword,
    ...(typeof key === 'string' && { key }),
    limit: error.schema,
  };
}

/** A JSON Pointer as keys and indices. */
function pathOf(pointer: string, data: unknown): Path {
  const path: (string | number)[] = [];
  let current: unknown = data;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(current) ? Number(key) : key);
    current = (current as Record<string, unknown> | undefined)?.[key];
  }
  return path;
}
