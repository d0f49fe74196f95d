/**
 * Where a cursor stands in YAML, also while the text cannot be parsed: the keys
 * and indices that lead there, and the word before the cursor. Blocks are told
 * by indentation, flow collections by their brackets.
 */
export interface YamlPlace {
  /** Keys, and indices of lists as text. */
  readonly path: readonly string[];
  /** A key is being written, or the value of `path`. */
  readonly where: 'key' | 'value';
  readonly word: string;
}

interface Entry {
  readonly kind: 'key' | 'item';
  readonly indent: number;
  readonly token: string;
}

const KEY = /^("[^"]*"|'[^']*'|[^\s#:[\]{},&*!|>'"%@`-][^\s#:[\]{},]*)\s*:(?:\s+|$)/;

export function yamlPlace(text: string, offset: number): YamlPlace {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const last = lines.pop() ?? '';
  let stack: readonly Entry[] = [];
  let flow = '';
  let scalar = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const indent = indentOf(line);
    if (flow !== '') {
      flow = openFlow(`${flow}\n${line}`);
      continue;
    }
    if (line.trim() === '' || (line.trimStart().startsWith('#') && indent <= scalar)) continue;
    if (indent > scalar) continue;
    scalar = Number.POSITIVE_INFINITY;
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(line)) {
      stack = [];
      continue;
    }
    const step = descend(stack, line);
    stack = step.stack;
    if (/^[|>][-+\d]*\s*(?:#.*)?$/.test(step.rest)) scalar = indent;
    flow = openFlow(step.rest);
  }
  const step = flow === '' ? descend(stack, last) : { stack, rest: `${flow}\n${last}`, key: false };
  return placeIn(step.stack, step.rest, step.key || flow !== '' || isValue(last));
}

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

/** A colon or dash before the cursor: what follows is a value unless it is a key of its own. */
const isValue = (line: string): boolean => /:\s+\S*$/.test(line);

/** One line down: lists and keys that it opens, and what of it is left. */
function descend(
  from: readonly Entry[],
  line: string,
): { readonly stack: readonly Entry[]; readonly rest: string; readonly key: boolean } {
  let indent = indentOf(line);
  let rest = line.slice(indent);
  let stack = from;
  let key = false;
  for (let dash = /^-(?:\s+|$)/.exec(rest); dash !== null; dash = /^-(?:\s+|$)/.exec(rest)) {
    const at = indent;
    const before = from.find((entry) => entry.kind === 'item' && entry.indent === at);
    stack = stack.filter(
      (entry) => entry.indent < at || (entry.indent === at && entry.kind === 'key'),
    );
    const index =
      before === undefined || stack.length < from.indexOf(before) ? 0 : Number(before.token) + 1;
    stack = [...stack, { kind: 'item', indent: at, token: String(index) }];
    indent += dash[0].length;
    rest = rest.slice(dash[0].length);
  }
  if (stack === from) stack = stack.filter((entry) => entry.indent < indent);
  const match = KEY.exec(rest);
  if (match?.[1] !== undefined) {
    stack = [...stack, { kind: 'key', indent, token: unquoted(match[1]) }];
    rest = rest.slice(match[0].length);
    key = true;
  }
  return { stack, rest, key };
}

const unquoted = (token: string): string => token.replace(/^["']|["']$/g, '');

/** The text of a flow collection that is not closed; empty where none is open. */
function openFlow(text: string): string {
  if (!/^\s*[[{]/.test(text)) return '';
  return flowStack(text).length === 0 ? '' : text;
}

interface Flow {
  readonly open: '{' | '[';
  readonly index: number;
  readonly key: string | undefined;
  /** What was written since the last comma, colon or bracket. */
  readonly word: string;
}

/** The collections that are open at the end of a text. */
function flowStack(text: string): readonly Flow[] {
  let stack: readonly Flow[] = [];
  const top = (change: Partial<Flow>): void => {
    const last = stack.at(-1);
    if (last !== undefined) stack = [...stack.slice(0, -1), { ...last, ...change }];
  };
  for (const [token] of text.matchAll(
    /"(?:[^"\\]|\\.)*"?|'[^']*'?|#[^\n]*|[[\]{},]|:(?=\s|$)|[^\s[\]{},:"'#]+|:|\s+/g,
  )) {
    const last = stack.at(-1);
    if (token === '{' || token === '[')
      stack = [...stack, { open: token, index: 0, key: undefined, word: '' }];
    else if (token === '}' || token === ']') stack = stack.slice(0, -1);
    else if (token === ',') top({ index: (last?.index ?? 0) + 1, key: undefined, word: '' });
    else if (token === ':' && last?.open === '{')
      top({ key: unquoted(last.word.trim()), word: '' });
    else if (!token.startsWith('#')) top({ word: (last?.word ?? '') + token });
  }
  return stack;
}

function placeIn(stack: readonly Entry[], rest: string, value: boolean): YamlPlace {
  const path = stack.map(({ token }) => token);
  const flow = /^\s*[[{]/.test(rest) ? flowStack(rest) : [];
  for (const { open, index, key } of flow) {
    if (open === '[') path.push(String(index));
    else if (key !== undefined) path.push(key);
  }
  const last = flow.at(-1);
  if (last !== undefined)
    return {
      path,
      where: last.open === '{' && last.key === undefined ? 'key' : 'value',
      word: last.word.trimStart(),
    };
  const inItem = stack.at(-1)?.kind === 'item';
  const word = rest.trimStart();
  return { path, where: value && !inItem ? 'value' : 'key', word };
}
