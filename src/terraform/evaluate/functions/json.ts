/** JSON as Terraform writes and reads it. */
import { decodeText } from '../../../value/decode.js';
import { numberText } from '../../../value/number.js';
import { toText } from '../../../value/text.js';
import { isList, isMap, isUnknown, type Known, known, type Value } from '../../../value/value.js';
import { isWhollyKnown } from '../derive.js';
import { inOrder } from '../order.js';
import type { FunctionCall, TerraformFunction } from './signature.js';
import { toYaml } from './yaml.js';

/** Compact JSON, keys in order, with the characters escaped that Go's encoder escapes. Unknown parts have no text. */
export function toJson(value: Value): string | undefined {
  return isWhollyKnown([value]) ? write(value) : undefined;
}

function write(value: Value): string {
  const data = isUnknown(value) ? null : value.value;
  if (isList(data)) return `[${data.map(write).join(',')}]`;
  if (isMap(data)) {
    const entries = inOrder(data).map(([key, item]) => `${jsonString(key)}:${write(item)}`);
    return `{${entries.join(',')}}`;
  }
  if (typeof data === 'string') return jsonString(data);
  return typeof data === 'number' ? numberText(data) : String(data);
}

export const jsonString = (text: string): string =>
  JSON.stringify(text).replace(
    /[<>&\u2028\u2029]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The text of a structure, which the value keeps: readers need not parse it, and unknown leaves survive. */
const encoder =
  (
    encode: (value: Value) => string | undefined,
    opening: (value: Known) => string,
  ): TerraformFunction =>
  (call) => {
    const [value] = call.args;
    if (value === undefined) return call.fail('it takes one argument');
    if (isUnknown(value)) return call.unknown({ notNull: true });
    const text = encode(value);
    if (text !== undefined) return { ...known(text, call.from), encodes: value };
    const prefix = opening(value);
    return call.unknown({ notNull: true, encodes: value, ...(prefix !== '' && { prefix }) });
  };

const bracketOf = ({ value }: Known): string => {
  if (isMap(value)) return '{';
  return isList(value) ? '[' : '';
};

/** The structure of a text. Terraform does not look into a text of which a part is unknown. */
const decoder: TerraformFunction = (call) => {
  const [text] = call.args;
  if (text === undefined) return call.fail('it takes one argument');
  const structure = decodeText(text);
  if (structure === undefined) return isUnknown(text) ? call.unknown() : notText(call, text);
  if (!isUnknown(text) || isUnknown(structure)) return structure;
  return { ...structure, unsettled: call.unknown() };
};

const notText = (call: FunctionCall, { value }: Known): Value =>
  call.fail(toText(value) === undefined ? 'it needs a text' : 'the text cannot be read');

export const structureFunctions = {
  jsonencode: encoder(toJson, bracketOf),
  yamlencode: encoder(toYaml, () => ''),
  jsondecode: decoder,
  yamldecode: decoder,
};
