/** `format` and `formatlist`: Go's verbs over Terraform's values. */
import type { Origin } from '../../../source/span.js';
import { numberText } from '../../../value/number.js';
import { joinText, toText } from '../../../value/text.js';
import { isList, isMap, isUnknown, type Known, known, type Value } from '../../../value/value.js';
import { toNumber } from '../data.js';
import { isWhollyKnown } from '../derive.js';
import { listOf } from './collection.js';
import { toJson } from './json.js';
import type { FunctionCall, FunctionTable, TerraformFunction } from './signature.js';

const VERB = /%(?:%|([ #+\-0]*)(\d+)?(?:\.(\d+))?(?:\[(\d+)\])?([a-zA-Z]))/g;
/** A wider field than anybody prints; it bounds what one verb can make. */
const MAX_WIDTH = 1_000;

interface Verb {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly letter: string;
}

/** The pieces of a formatted text: literal text, formatted values, unknown values. Undefined where Terraform fails. */
function pieces(spec: string, args: readonly Value[], from: Origin): readonly Value[] | undefined {
  const result: Value[] = [];
  const literal = (text: string): void => {
    if (text !== '') result.push(known(text, from));
  };
  let end = 0;
  let next = 0;
  for (const match of spec.matchAll(VERB)) {
    literal(spec.slice(end, match.index));
    end = match.index + match[0].length;
    const [whole, flags = '', width = '0', precision, position, letter] = match;
    if (letter === undefined) {
      literal(whole.slice(1));
      continue;
    }
    const index = position === undefined ? next : Number(position) - 1;
    next = index + 1;
    const verb: Verb = {
      flags,
      width: Number(width),
      precision: precision === undefined ? undefined : Number(precision),
      letter,
    };
    const piece = formatted(verb, args[index], from);
    if (piece === undefined) return undefined;
    result.push(piece);
  }
  const rest = spec.slice(end);
  if (rest.includes('%')) return undefined;
  literal(rest);
  return result;
}

/** An unknown value is a piece of its own only where the verb adds nothing to it. */
function formatted(verb: Verb, value: Value | undefined, from: Origin): Value | undefined {
  if (value === undefined || verb.width > MAX_WIDTH || (verb.precision ?? 0) > MAX_WIDTH)
    return undefined;
  if (isUnknown(value)) return value;
  if (!isWhollyKnown([value])) return value;
  const text = textFor(verb, value);
  return text === undefined
    ? undefined
    : { ...known(pad(text, verb), from), ...(value.secret && { secret: true }) };
}

function textFor(verb: Verb, value: Known): string | undefined {
  const data = value.value;
  switch (verb.letter) {
    case 's':
      return cut(toText(data), verb.precision);
    case 'q':
      return textOrUndefined(toText(data), JSON.stringify);
    case 'v':
      return verb.flags.includes('#') || isList(data) || isMap(data)
        ? toJson(value)
        : (toText(data) ?? 'null');
    case 't':
      return data === true || data === false || data === 'true' || data === 'false'
        ? String(data)
        : undefined;
    default:
      return textOrUndefined(toNumber(data), (number) => numberFor(verb, number));
  }
}

const textOrUndefined = <T>(
  data: T | undefined,
  print: (data: T) => string | undefined,
): string | undefined => (data === undefined ? undefined : print(data));

const cut = (text: string | undefined, length: number | undefined): string | undefined =>
  text === undefined || length === undefined ? text : [...text].slice(0, length).join('');

const BASES: Readonly<Record<string, number>> = { b: 2, o: 8, d: 10, x: 16, X: 16 };

function numberFor(verb: Verb, number: number): string | undefined {
  const base = BASES[verb.letter];
  if (base !== undefined)
    return Number.isInteger(number) ? signed(verb, integerText(number, base, verb)) : undefined;
  if (verb.letter === 'e') return signed(verb, exponent(number, verb.precision ?? 6));
  if (verb.letter === 'f') return signed(verb, number.toFixed(Math.min(verb.precision ?? 6, 100)));
  if (verb.letter === 'g') return signed(verb, numberText(number));
  return undefined;
}

const integerText = (number: number, base: number, verb: Verb): string => {
  const digits = BigInt(number).toString(base);
  return verb.letter === 'X' ? digits.toUpperCase() : digits;
};

/** Go writes at least two digits of the exponent. */
const exponent = (number: number, precision: number): string =>
  number.toExponential(Math.min(precision, 100)).replace(/e([+-])(\d)$/, 'e$10$2');

const signed = (verb: Verb, text: string): string => {
  if (text.startsWith('-')) return text;
  if (verb.flags.includes('+')) return `+${text}`;
  return verb.flags.includes(' ') ? ` ${text}` : text;
};

function pad(text: string, { flags, width, letter }: Verb): string {
  if (flags.includes('-')) return text.padEnd(width);
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  if (flags.includes('0') && letter !== 's' && letter !== 'v')
    return sign + text.slice(sign.length).padStart(width - sign.length, '0');
  return text.padStart(width);
}

function formatOne(call: FunctionCall, spec: Value | undefined, args: readonly Value[]): Value {
  if (spec === undefined || isUnknown(spec)) return call.unknown({ notNull: true });
  const text = toText(spec.value);
  const parts = text === undefined ? undefined : pieces(text, args, call.from);
  if (parts === undefined) return call.fail('the format does not fit its arguments');
  // A verb that pads or converts an unknown is more than the text of its parts.
  const plain = text === undefined || !/%[^sv%]/.test(text);
  if (!plain && !isWhollyKnown(args)) return call.unknown({ notNull: true });
  return joinText(parts, call.from) ?? call.fail('a collection is no text');
}

const format: TerraformFunction = (call) => formatOne(call, call.args[0], call.args.slice(1));

/** Lists are gone through together; anything else is repeated for each element. */
const formatlist: TerraformFunction = (call) => {
  const [spec, ...args] = call.args;
  if (args.some((arg) => isUnknown(arg) && arg.length === undefined))
    return call.unknown({ notNull: true });
  const lists = args.map((arg) => listOf(arg));
  const lengths = lists.filter((list) => list !== undefined).map((list) => list.length);
  const length = lengths[0] ?? 1;
  if (lengths.some((other) => other !== length))
    return call.fail('the lists have different lengths');
  const items = Array.from({ length }, (_, i) =>
    formatOne(
      call,
      spec,
      args.map((arg, n) => lists[n]?.[i] ?? arg),
    ),
  );
  return known(items, call.from);
};

export const formatFunctions: FunctionTable = { format, formatlist };
