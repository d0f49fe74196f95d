/**
 * Labels and taints that a node's own user data gives it: kubelet flags of
 * bootstrap scripts, nodeadm's node configuration, Bottlerocket's settings.
 */
import type { Taint } from '../model/system.js';
import { isUnknown, type Unknown, type Value } from '../value/value.js';

export interface KubeletData {
  readonly labels: ReadonlyMap<string, string>;
  readonly taints: readonly Taint[];
  /** The user data, where it is unknown as a whole. */
  readonly unknown?: Unknown;
  /** It starts a node of EKS. */
  readonly joins: boolean;
}

const NOTHING: KubeletData = { labels: new Map(), taints: [], joins: false };

/** What can be read of user data; texts that are known in part are read in that part. */
export function kubeletData(userData: Value | undefined): KubeletData {
  if (userData === undefined) return NOTHING;
  const text = readable(userData);
  if (text === undefined) return isUnknown(userData) ? { ...NOTHING, unknown: userData } : NOTHING;
  return {
    labels: new Map([...flagLabels(text), ...yamlLabels(text), ...tomlTable(text, 'node-labels')]),
    taints: [...flagTaints(text), ...yamlTaints(text), ...tomlTaints(text)],
    joins: JOINS.test(text),
  };
}

const JOINS =
  /\/etc\/eks\/bootstrap\.sh|\bnodeadm\b|node\.eks\.aws|settings\.kubernetes|Start-EKSBootstrap|EKS-Bootstrap/i;

/** The text, decoded where it is base64; unknown parts read as nothing. */
function readable(value: Value): string | undefined {
  if (value.parts !== undefined)
    return value.parts.map((part) => readable(part) ?? '\u0000').join('');
  const inner = isUnknown(value) ? ENCODED.exec(value.term)?.[1] : undefined;
  if (inner !== undefined) return unquoted(inner);
  if (isUnknown(value) || typeof value.value !== 'string') return undefined;
  return /^[A-Za-z0-9+/\s]{16,}={0,2}\s*$/.test(value.value)
    ? (fromBase64(value.value) ?? value.value)
    : value.value;
}

/** The term of an encoding whose argument is written in part. */
const ENCODED = /^(?:base64encode|base64gzip)\("((?:[^"\\]|\\.)*)"\)$/s;

const unquoted = (text: string): string =>
  text.replace(/\\(.)/g, (_, unit: string) => (unit === 'n' ? '\n' : unit === 't' ? '\t' : unit));

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Text out of base64; undefined where the bytes are no plain text. */
function fromBase64(encoded: string): string | undefined {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const unit of encoded.replace(/[\s=]/g, '')) {
    const value = ALPHABET.indexOf(unit);
    bits = (bits << 6) | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const byte = (bits >> held) & 0xff;
    bits &= (1 << held) - 1;
    if (byte < 9) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}

const flagValues = (text: string, flag: string): readonly string[] =>
  [...text.matchAll(new RegExp(`--${flag}[= ]\\s*["']?([^\\s"'\`]+)`, 'g'))].flatMap(
    ([, list = '']) => list.split(',').filter((one) => one !== ''),
  );

const flagLabels = (text: string): readonly (readonly [string, string])[] =>
  flagValues(text, 'node-labels').map((pair) => {
    const split = pair.indexOf('=');
    return split < 0 ? [pair, ''] : [pair.slice(0, split), pair.slice(split + 1)];
  });

/** `key=value:effect` or `key:effect`. */
const flagTaints = (text: string): readonly Taint[] =>
  flagValues(text, 'register-with-taints').flatMap((one) => taintOf(one) ?? []);

function taintOf(text: string): Taint | undefined {
  const match = /^([^=:]+)(?:=([^:]*))?:(\w+)$/.exec(text);
  if (match === null) return undefined;
  const [, key = '', value, effect = ''] = match;
  return { key, effect, ...(value === undefined ? {} : { value }) };
}

/** nodeadm hands flags on in a list, where they match as flags do; `registerWithTaints` is a list of objects. */
function yamlTaints(text: string): readonly Taint[] {
  const section =
    /registerWithTaints:[^\S\n]*\n((?:[^\S\n]*(?:-|\w+:).*\n?)+)/.exec(text)?.[1] ?? '';
  return section
    .split(/^[^\S\n]*-[^\S\n]+/m)
    .slice(1)
    .flatMap((item): readonly Taint[] => {
      const key = yamlWord(item, 'key');
      const value = yamlWord(item, 'value');
      if (key === undefined) return [];
      const effect = yamlWord(item, 'effect') ?? 'NoSchedule';
      return [{ key, effect, ...(value === undefined ? {} : { value }) }];
    });
}

const yamlWord = (text: string, key: string): string | undefined =>
  new RegExp(`(?:^|\\s)${key}:\\s*["']?([^\\s"']+)`).exec(text)?.[1];

const yamlLabels = (text: string): readonly (readonly [string, string])[] => {
  const section = /^[^\S\n]*nodeLabels:[^\S\n]*\n((?:[^\S\n]+[\w./-]+:.*\n?)+)/m.exec(text)?.[1];
  return [...(section ?? '').matchAll(/^\s*([\w./-]+):\s*["']?([^\s"']*)/gm)].map(
    ([, key = '', value = '']) => [key, value] as const,
  );
};

/** Bottlerocket's settings: a table of `"key" = "value"`. */
function tomlTable(text: string, table: string): readonly (readonly [string, string])[] {
  const section = new RegExp(
    `\\[settings\\.kubernetes\\.${table}\\]\\s*\\n((?:[^\\[][^\\n]*\\n?)*)`,
  ).exec(text)?.[1];
  return [...(section ?? '').matchAll(/^\s*"?([\w./-]+)"?\s*=\s*\[?\s*"([^"]*)"/gm)].map(
    ([, key = '', value = '']) => [key, value] as const,
  );
}

/** `"dedicated" = "gpu:NoSchedule"`. */
const tomlTaints = (text: string): readonly Taint[] =>
  tomlTable(text, 'node-taints').flatMap(([key, value]) => taintOf(`${key}=${value}`) ?? []);
