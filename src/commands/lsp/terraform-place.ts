/**
 * Where a cursor stands in Terraform, also while the text cannot be parsed: the
 * block around it, the argument whose object it is in, and the word before it.
 */
export interface TerraformPlace {
  /** Where the header of the block begins. */
  readonly block: number;
  /** `["module", "addons"]` */
  readonly header: readonly string[];
  /** Keys of the objects around the cursor, from the outside in. */
  readonly path: readonly string[];
  /** A name is being written, or the value of the last of `path`. */
  readonly where: 'name' | 'value';
  readonly word: string;
}

const TOKEN =
  /"(?:[^"\\\n]|\\.)*"?|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|<<-?(\w+)\n[\s\S]*?(?:\n\s*\1(?=\n|$)|$)|[{}[\]()]|[A-Za-z_][\w-]*|[=:]|\n|[^\S\n]+|[^\s"#/{}[\]()=:]+|\//g;

interface Frame {
  readonly open: string;
  readonly key: string | undefined;
}

/** Undefined outside of blocks. */
export function terraformPlace(text: string, offset: number): TerraformPlace | undefined {
  let frames: readonly Frame[] = [];
  let header: readonly { readonly text: string; readonly at: number }[] = [];
  let block: TerraformPlace['header'] = [];
  let begin = 0;
  let key: string | undefined;
  let value = false;
  let word = '';
  for (const match of text.slice(0, offset).matchAll(TOKEN)) {
    const [token] = match;
    if (/^[^\S\n]+$/.test(token) || /^(?:#|\/\/|\/\*)/.test(token)) continue;
    if (token === '\n') {
      if (frames.length === 0) header = [];
      if (isObject(frames.at(-1))) [key, value, word] = [undefined, false, ''];
    } else if ('{[('.includes(token)) {
      if (frames.length === 0 && token === '{') {
        [block, begin] = [header.map((part) => part.text.replaceAll('"', '')), header[0]?.at ?? 0];
      }
      frames = [...frames, { open: token, key }];
      [key, value, word] = [undefined, false, ''];
    } else if ('}])'.includes(token)) {
      key = frames.at(-1)?.key;
      frames = frames.slice(0, -1);
      value = true;
      word = '';
      if (frames.length === 0) header = [];
    } else if (frames.length === 0) header = [...header, { text: token, at: match.index }];
    else if ((token === '=' || token === ':') && !value) [key, value, word] = [word, true, ''];
    else word = token;
  }
  if (frames.length === 0) return undefined;
  const path = frames.slice(1).flatMap((frame) => frame.key ?? []);
  const ended = /\s$/.test(text.slice(0, offset));
  return {
    block: begin,
    header: block,
    path: value && key !== undefined ? [...path, key] : path,
    where: value || !isObject(frames.at(-1)) ? 'value' : 'name',
    word: ended ? '' : word,
  };
}

const isObject = (frame: Frame | undefined): boolean => frame?.open === '{';
