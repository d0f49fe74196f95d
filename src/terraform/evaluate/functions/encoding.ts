/** Base64 and URL encoding, and the functions whose results cannot be told from the text. */
import { type FunctionTable, later, never, onTexts } from './signature.js';

/** Bytes as the characters that the platform's base64 takes. */
const toBinary = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

function fromBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  const bytes = Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
  const decoded = new TextDecoder().decode(bytes);
  return decoded.includes('\uFFFD') ? undefined : decoded;
}

/** A unit that is half a character has no UTF-8 form. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
const PERCENT = /[!'()*]/g;

/** Go's query escaping: a space is a plus. */
const urlencode = (text = ''): string =>
  encodeURIComponent(text.replace(LONE_SURROGATE, '\uFFFD'))
    .replace(PERCENT, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');

/** Hashes, dates, keys, addresses: nothing that wiring hangs on, so their terms suffice. */
const NEVER = [
  'base64gzip',
  'base64sha256',
  'base64sha512',
  'cidrcontains',
  'cidrhost',
  'cidrnetmask',
  'cidrsubnet',
  'cidrsubnets',
  'csvdecode',
  'ephemeralasnull',
  'filebase64sha256',
  'filebase64sha512',
  'filemd5',
  'filesha1',
  'filesha256',
  'filesha512',
  'formatdate',
  'md5',
  'plantimestamp',
  'rsadecrypt',
  'sha1',
  'sha256',
  'sha512',
  'textdecodebase64',
  'textencodebase64',
  'timeadd',
  'timecmp',
  'uuidv5',
] as const;

export const encodingFunctions: FunctionTable = {
  bcrypt: later,
  timestamp: later,
  uuid: later,
  ...Object.fromEntries(NEVER.map((name) => [name, never])),
  base64decode: onTexts(1, (text = '') => fromBase64(text)),
  base64encode: onTexts(1, (text = '') => btoa(toBinary(text))),
  urlencode: onTexts(1, urlencode),
};
