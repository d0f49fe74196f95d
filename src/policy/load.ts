/** Policy text to one merged value: YAML, exactly one document, and the policies it extends. */
import type { Finding, Outcome } from '../diagnostics/finding.js';
import { type Span, span } from '../source/span.js';
import { elements, entry } from '../value/read.js';
import { isList, isMap, isUnknown, type Known, known, type Value } from '../value/value.js';
import { readYaml } from '../value/yaml.js';

/** Gives the text of a file by its path relative to the root; a text says why there is none. */
export type PolicyFiles = (
  path: string,
) => { readonly text: string } | { readonly problem: string };

const MAX_CHAIN = 32;

/** Bases that were parsed, by path: those who read many policies keep one for all of them. */
export type ParsedBases = Map<string, Outcome<Known>>;

/** The policy of a file with its bases merged in; every leaf keeps the file and place it comes from. */
export function loadPolicy(
  file: string,
  text: string,
  files: PolicyFiles,
  bases: ParsedBases = new Map(),
): Outcome<Known> {
  return load(file, readDocument(file, text), { files, bases, chain: [] });
}

interface Loading {
  readonly files: PolicyFiles;
  readonly bases: ParsedBases;
  /** The files that extend each other on the way here. */
  readonly chain: readonly string[];
}

function load(file: string, own: Outcome<Known>, loading: Loading): Outcome<Known> {
  if (own.value === undefined) return own;
  const findings: Finding[] = [...own.findings];
  let merged: Known | undefined;
  for (const base of basesOf(own.value)) {
    const loaded = loadBase(base, file, { ...loading, chain: [...loading.chain, file] });
    findings.push(...loaded.findings);
    if (loaded.value !== undefined)
      merged = merged === undefined ? loaded.value : overlay(merged, loaded.value);
  }
  const value = merged === undefined ? own.value : overlay(merged, own.value);
  return { value: without(value, 'extends'), findings };
}

function readDocument(file: string, text: string): Outcome<Known> {
  const { documents, findings } = readYaml(file, text);
  const start = span(file, 0, Math.min(1, text.length));
  if (findings.length > 0) return { findings };
  const [first, second] = documents;
  if (first === undefined)
    return {
      findings: [invalid(start, 'the file holds no policy', 'start with "interlock init"')],
    };
  if (second !== undefined)
    return {
      findings: [
        invalid(
          second.at,
          'a second document: one file holds one policy',
          'move it to its own file',
        ),
      ],
    };
  if (isUnknown(first.value) || !isMap(first.value.value))
    return { findings: [invalid(first.at, 'a policy is an object with "apiVersion" and "kind"')] };
  return { value: first.value, findings: [] };
}

function basesOf(policy: Known): readonly Value[] {
  const bases = elements(entry(policy, 'extends'));
  return isUnknown(bases as Value) ? [] : (bases as readonly Value[]);
}

function loadBase(base: Value, file: string, loading: Loading): Outcome<Known> {
  const { files, bases, chain } = loading;
  if (isUnknown(base) || typeof base.value !== 'string') return { findings: [] }; // the schema says so
  const at = base.from.at;
  const path = resolve(file, base.value);
  if (path === undefined)
    return {
      findings: [
        invalid(at, `"${base.value}" leaves the policy root`, 'extend a file inside the root'),
      ],
    };
  if (chain.includes(path) || chain.length > MAX_CHAIN)
    return {
      findings: [invalid(at, `"${base.value}" closes a loop: ${[...chain, path].join(' -> ')}`)],
    };
  const found = files(path);
  if ('problem' in found)
    return { findings: [invalid(at, `"${base.value}" cannot be read: ${found.problem}`)] };
  const parsed = bases.get(path) ?? readDocument(path, found.text);
  bases.set(path, parsed);
  return load(path, parsed, loading);
}

/** A relative path seen from a file, in normal form; undefined where it is absolute or leaves the root. */
export function resolve(from: string, path: string): string | undefined {
  if (/^([/\\~]|[A-Za-z]:)/.test(path)) return undefined;
  const parts = from.split('/').slice(0, -1);
  const floor = parts.filter((part) => part === '..').length;
  for (const part of path.split(/[/\\]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length <= floor) return undefined;
    else parts.pop();
  }
  return parts.join('/');
}

/** Objects merge by key and lists of named things by name; anything else is replaced by what stands above. */
export function overlay(base: Known, top: Known): Known {
  if (isMap(base.value) && isMap(top.value)) {
    const merged = new Map(base.value);
    for (const [key, item] of top.value) merged.set(key, overlayEntry(merged.get(key), item));
    return { ...top, value: merged };
  }
  if (isList(base.value) && isList(top.value) && named(base.value) && named(top.value)) {
    const merged = [...base.value];
    for (const item of top.value) {
      const index = merged.findIndex((other) => nameOf(other) === nameOf(item));
      if (index < 0) merged.push(item);
      else merged[index] = overlayEntry(merged[index], item);
    }
    return known(merged, top.from, top.key);
  }
  return top;
}

const overlayEntry = (base: Value | undefined, top: Value): Value =>
  base === undefined || isUnknown(base) || isUnknown(top) || isReferenceLike(top)
    ? top
    : overlay(base, top);

/** A reference replaces what it overlays: half of one and half of another would be neither. */
const isReferenceLike = (value: Value): boolean => entry(value, 'terraform') !== undefined;

const nameOf = (value: Value): unknown => {
  const name = entry(value, 'name');
  return name === undefined || isUnknown(name) ? undefined : name.value;
};

/** Names that occur twice in one file are no names to merge by; the checks report them. */
const named = (items: readonly Value[]): boolean =>
  items.every((item) => typeof nameOf(item) === 'string') &&
  new Set(items.map(nameOf)).size === items.length;

function without(value: Known, key: string): Known {
  if (!isMap(value.value) || !value.value.has(key)) return value;
  const map = new Map(value.value);
  map.delete(key);
  return { ...value, value: map };
}

const invalid = (at: Span, message: string, help?: string): Finding => ({
  rule: 'invalid-policy',
  severity: 'error',
  message,
  at,
  ...(help === undefined ? {} : { help }),
});
