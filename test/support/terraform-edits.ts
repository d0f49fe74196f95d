/** Ways to write the same Terraform: literals elsewhere, other names, another order, JSON, a module around it. */

import type { HclParser } from '../../src/terraform/hcl/parser.js';
import type { Expression } from '../../src/terraform/syntax/expression.js';
import type { SourceBlock, SourceBody } from '../../src/terraform/syntax/module.js';
import type { Files } from './roots.js';

/** Arguments whose values Terraform wants to see written. */
const LITERAL = new Set(['source', 'version', 'provider', 'providers', 'depends_on', 'lifecycle']);

interface Slice {
  readonly start: number;
  readonly end: number;
}

function literalsIn(e: Expression, text: string): readonly Slice[] {
  if (e.kind === 'literal')
    return e.value === null || text.startsWith('<<', e.at.start) ? [] : [e.at];
  if (e.kind === 'tuple') return e.items.flatMap((item) => literalsIn(item, text));
  return e.kind === 'object' ? e.entries.flatMap(({ value }) => literalsIn(value, text)) : [];
}

const literalsOf = (body: SourceBody, text: string): readonly Slice[] => [
  ...body.attributes.flatMap(({ name, value }) =>
    LITERAL.has(name) ? [] : literalsIn(value, text),
  ),
  ...body.blocks.flatMap((block) => literalsOf(block.body, text)),
];

/** How a literal can be written elsewhere: what stands in its place, and what is added to which file. */
type Way = (literal: string, index: number) => { readonly here: string; readonly there?: Addition };

interface Addition {
  readonly file: string;
  readonly text: string;
}

export const WAYS: Readonly<Record<string, Way>> = {
  inline: (literal) => ({ here: literal }),
  local: (literal, i) => ({
    here: `local.l${i}`,
    there: { file: 'locals.tf', text: `locals {\n  l${i} = ${literal}\n}\n` },
  }),
  'local of a local': (literal, i) => ({
    here: `local.o${i}`,
    there: {
      file: 'main.tf',
      text: `locals {\n  p${i} = { x = [${literal}] }\n  o${i} = local.p${i}.x[0]\n}\n`,
    },
  }),
  variable: (literal, i) => ({
    here: `var.v${i}`,
    there: { file: 'variables.tf', text: `variable "v${i}" {\n  default = ${literal}\n}\n` },
  }),
  tfvars: (literal, i) => ({
    here: `var.t${i}`,
    there: { file: 'terraform.tfvars', text: `t${i} = ${literal}\n` },
  }),
  conditional: (literal) => ({ here: `(true ? ${literal} : null)` }),
  try: (literal, i) => ({
    here: `try(local.none${i}.x, ${literal})`,
    there: { file: 'locals.tf', text: `locals {\n  none${i} = {}\n}\n` },
  }),
  module: (literal, i) => ({
    here: `module.constants.c${i}`,
    there: { file: 'constants/main.tf', text: `output "c${i}" {\n  value = ${literal}\n}\n` },
  }),
  json: (literal) => ({ here: `jsondecode(jsonencode(${literal}))` }),
};

/** The text with each literal written in the way that is chosen for it. */
export function moved(parser: HclParser, text: string, choose: (index: number) => string): Files {
  const { module } = parser.parse('main.tf', text);
  const slices = module.blocks
    .filter(({ type }) => type === 'resource' || type === 'module')
    .flatMap(({ body }) => literalsOf(body, text))
    .sort((a, b) => b.start - a.start);
  const files: Record<string, string> = {};
  let main = text;
  for (const [i, { start, end }] of slices.entries()) {
    const name = choose(i);
    const { here, there } = WAYS[name]?.(text.slice(start, end), i) ?? {
      here: text.slice(start, end),
    };
    main = main.slice(0, start) + here + main.slice(end);
    if (there !== undefined) files[there.file] = (files[there.file] ?? '') + there.text;
    if (name === 'tfvars')
      files['variables.tf'] = `${files['variables.tf'] ?? ''}variable "t${i}" {}\n`;
  }
  if (files['constants/main.tf'] !== undefined)
    main += '\nmodule "constants" {\n  source = "./constants"\n}\n';
  return { ...files, 'main.tf': main + (files['main.tf'] ?? '') };
}

/** Top-level blocks as they are written, comments with the block that follows. */
export function blocksOf(text: string): readonly string[] {
  const ends = [...text.matchAll(/^(?:\}|[a-z]+.*\{.*\})[^\S\n]*\n?/gm)].map(
    ({ index, 0: all }) => index + all.length,
  );
  const starts = [0, ...ends.slice(0, -1)];
  return ends.map((end, i) => `${text.slice(starts[i], end).trim()}\n`);
}

/** Resources, calls and locals with other names. */
export function renamed(parser: HclParser, text: string, name: (index: number) => string): string {
  const { module } = parser.parse('main.tf', text);
  let result = text;
  let index = 0;
  const replace = (pattern: string, to: string): void => {
    result = result.replace(new RegExp(pattern, 'g'), to);
  };
  for (const { type, labels, body } of module.blocks) {
    const own = labels.at(-1);
    if ((type === 'resource' || type === 'data') && own !== undefined) {
      const fresh = name(index++);
      replace(`("${labels[0]}" )"${own}"`, `$1"${fresh}"`);
      replace(`\\b(${labels[0]}\\.)${own}\\b`, `$1${fresh}`);
    } else if (type === 'module' && own !== undefined) {
      const fresh = name(index++);
      replace(`(module )"${own}"`, `$1"${fresh}"`);
      replace(`\\b(module\\.)${own}\\b`, `$1${fresh}`);
    } else if (type === 'locals')
      for (const local of body.attributes) {
        const fresh = name(index++);
        replace(`\\b(local\\.)${local.name}\\b`, `$1${fresh}`);
        replace(`(^  )${local.name}(\\s+=)`, `$1${fresh}$2`);
        result = result.replace(new RegExp(`^(  )${local.name}(\\s+=)`, 'm'), `$1${fresh}$2`);
      }
  }
  return result;
}

/** The text as JSON: every expression as a template of itself. */
export function asJson(parser: HclParser, text: string): string {
  const { module } = parser.parse('main.tf', text);
  const root: Record<string, unknown> = {};
  for (const block of module.blocks) {
    const { type, labels } = block;
    const path = [type, ...labels];
    let holder = root;
    for (const step of path.slice(0, -1)) {
      holder[step] ??= {};
      holder = holder[step] as Record<string, unknown>;
    }
    const last = path.at(-1) ?? '';
    holder[last] ??= [];
    (holder[last] as unknown[]).push(bodyJson(block, text));
  }
  return JSON.stringify(root, null, 2);
}

function bodyJson({ body }: SourceBlock, text: string): unknown {
  const result: Record<string, unknown> = {};
  for (const { name, value } of body.attributes) result[name] = expressionJson(name, value, text);
  for (const block of body.blocks) {
    const inner = block.labels.reduceRight<unknown>(
      (content, label) => ({ [label]: content }),
      bodyJson(block, text),
    );
    result[block.type] ??= [];
    (result[block.type] as unknown[]).push(inner);
  }
  return result;
}

function expressionJson(name: string, e: Expression, text: string): unknown {
  if (e.kind === 'literal' && (typeof e.value !== 'string' || LITERAL.has(name))) return e.value;
  if (LITERAL.has(name))
    return text
      .slice(e.at.start, e.at.end)
      .replace(/^\[|\]$/g, '')
      .split(',')
      .map((one) => one.trim());
  if (name === 'required_version' || e.kind === 'object') return objectJson(e, text);
  return `\${${text.slice(e.at.start, e.at.end)}}`;
}

/** `required_providers` holds objects of literals, which take no templates. */
function objectJson(e: Expression, text: string): unknown {
  if (e.kind === 'literal') return e.value;
  if (
    e.kind === 'object' &&
    e.entries.every(({ key, value }) => key.kind === 'literal' && value.kind === 'literal')
  )
    return Object.fromEntries(
      e.entries.map(({ key, value }) => [
        key.kind === 'literal' ? String(key.value) : '',
        value.kind === 'literal' ? value.value : null,
      ]),
    );
  return `\${${text.slice(e.at.start, e.at.end)}}`;
}

/** The root as a module that another root calls, once or for each of one. */
export function inModule(text: string, forEach: boolean): Files {
  const blocks = blocksOf(text);
  const stays = (block: string): boolean => /^(?:#[^\n]*\n)*(?:terraform|provider)\b/.test(block);
  const each = forEach ? '  for_each = toset(["one"])\n' : '';
  return {
    'main.tf': `${blocks.filter(stays).join('\n')}\nmodule "inner" {\n${each}  source = "./inner"\n}\n`,
    'inner/main.tf': blocks.filter((block) => !stays(block)).join('\n'),
  };
}

/** The same tokens with other space between them. */
export function reformatted(text: string, kind: number): string {
  const ways: readonly ((text: string) => string)[] = [
    (all) => all.replace(/^( *)/gm, '$1$1'),
    (all) => all.replace(/^ +/gm, (spaces) => '\t'.repeat(spaces.length / 2)),
    (all) => all.replace(/\n/g, '\r\n'),
    (all) => `\uFEFF${all}`,
    (all) => all.replace(/^( +\w+ *= .*[^,[{(]) *$/gm, '$1 # 설명 ── "}" {'),
    (all) => `/* { */\n${all.replace(/\n\n/g, '\n\n// module "x" {\n\n')}`,
    (all) => all.replace(/ +=/g, ' ='),
  ];
  return ways[kind % ways.length]?.(text) ?? text;
}
