/** Functions that read files: only what the caller gives, and nothing outside of it. */
import { span } from '../../../source/span.js';
import { toText } from '../../../value/text.js';
import { isUnknown, known, type Value } from '../../../value/value.js';
import { globPattern } from './glob.js';
import { setOf } from './sets.js';
import {
  type FunctionCall,
  type FunctionTable,
  never,
  onTexts,
  strict,
  type TerraformFunction,
  textList,
} from './signature.js';

/** A path without `.` and inner `..`, relative to the root module; undefined where it is absolute. */
export function normalPath(path: string): string | undefined {
  if (path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:/.test(path)) return undefined;
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}

/** The text of a file as a value that says where it stands. */
export function readFile(call: FunctionCall, path: Value | undefined): Value {
  const name = path === undefined || isUnknown(path) ? undefined : toText(path.value);
  const normal = name === undefined ? undefined : normalPath(name);
  if (normal === undefined) return call.unknown({ notNull: true });
  const text = call.files?.read(normal);
  if (text === undefined) return call.unknown({ notNull: true });
  if (text === null) return call.fail(`there is no file "${normal}"`);
  const shown = call.files?.nameOf?.(normal) ?? normal;
  return known(text, { at: span(shown, 0, text.length), via: call.from });
}

const file: TerraformFunction = (call) => readFile(call, call.args[0]);

const fileexists: TerraformFunction = (call) => {
  const found = readFile(call, call.args[0]);
  if (!isUnknown(found)) return known(true, call.from);
  return found.failed === undefined ? call.unknown({ notNull: true }) : known(false, call.from);
};

const fileset: TerraformFunction = strict((call, [directory, pattern]) => {
  const base = directory && normalPath(toText(directory.value) ?? '/');
  const glob = pattern && globPattern(toText(pattern.value) ?? '');
  const names = base === undefined ? undefined : call.files?.list(base);
  if (names === undefined || glob === undefined) return call.unknown({ notNull: true });
  return setOf(textList(names.filter(glob), call.from).value as readonly Value[], call.from);
});

/** The last step of a path. */
const basename = (path = ''): string => {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '') return path === '' ? '.' : '/';
  return trimmed.slice(trimmed.lastIndexOf('/') + 1);
};

const dirname = (path = ''): string => {
  const end = path.lastIndexOf('/');
  if (end < 0) return '.';
  return normalDirectory(path.slice(0, end + 1));
};

const normalDirectory = (path: string): string => {
  if (path.startsWith('/')) return `/${normalPath(path.slice(1)) ?? ''}`;
  return normalPath(path) || '.';
};

export const fileFunctions: FunctionTable = {
  abspath: never,
  basename: onTexts(1, basename),
  dirname: onTexts(1, dirname),
  file,
  filebase64: never,
  fileexists,
  fileset,
  pathexpand: never,
};
