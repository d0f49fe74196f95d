/** Terraform files of a repository at a tag, as JSON, and what their variables, outputs and requirements say. */
import { parse } from '@cdktf/hcl2json';
import { named } from './rows.mjs';

/** One file as JSON; empty where it does not exist. */
export async function readHcl(repo, tag, path) {
  const text = repo.text(tag, path);
  return text === undefined ? {} : parse(path, text);
}

const parsed = new Map();

/** One object as JSON; the same text at many tags is parsed once. */
export async function parseHcl(repo, path, id) {
  if (!parsed.has(id)) parsed.set(id, await parse(path, repo.blob(id)));
  return parsed.get(id);
}

/** Reads the same files at many tags, one after the other: Map from version to what `read` makes of the tag. */
export async function atEach(tags, read) {
  const found = new Map();
  for (const tag of tags) found.set(tag.slice(1), await read(tag));
  return found;
}

/** `${list(string)}` is `list(string)`, on one line. */
export const plainType = (text) =>
  text === undefined
    ? 'any'
    : text
        .replace(/^\$\{([\s\S]*)\}$/, '$1')
        .replace(/#.*$/gm, '')
        .replace(/\s+/g, ' ')
        .replace(/([({[]) | (?=[)}\]])/g, '$1')
        .trim();

/** Inputs by name: type, and the default unless required. */
export const inputsOf = ({ variable = {} }) =>
  new Map(
    Object.entries(variable).map(([name, [body]]) => [
      name,
      'default' in body
        ? { type: plainType(body.type), default: body.default }
        : { type: plainType(body.type) },
    ]),
  );

export const outputsOf = ({ output = {} }) =>
  new Map(Object.keys(output).map((name) => [name, {}]));

/** Provider requirements by local name; the oldest form is a constraint alone. */
export const providersOf = ({ terraform = [] }) =>
  new Map(
    Object.entries(terraform[0]?.required_providers?.[0] ?? {}).map(([name, requirement]) => [
      name,
      {
        source: requirement.source ?? `hashicorp/${name}`,
        constraint: typeof requirement === 'string' ? requirement : requirement.version,
      },
    ]),
  );

export const terraformOf = ({ terraform = [] }) => terraform[0]?.required_version;

/** `named` over a Map of what was read per version. */
export const namedRows = (read, itemsOf) => {
  const versions = [...read.keys()];
  return named(versions, (version) => itemsOf(read.get(version)));
};
