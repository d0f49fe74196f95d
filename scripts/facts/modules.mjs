/** Derives the table of one Terraform module, a folder of a repository, over many tags. */
import { inputsOf, namedRows, outputsOf, parseHcl, providersOf, terraformOf } from './hcl.mjs';
import { stretches } from './rows.mjs';

/** What a table's `type` column keeps of the type of an object with many attributes. */
const OUTLINE_FROM = 60;

/** `{ releases, terraform, providers, inputs, outputs, creates }`; rows end where the folder does. */
export async function deriveModule(repo, tags, folder) {
  const read = new Map();
  for (const tag of tags) {
    read.set(tag.slice(1), await moduleAt(repo, tag, folder));
  }
  const all = [...read.keys()];
  return {
    releases: all.filter((release) => exists(read.get(release))),
    terraform: stretches(all, (release) => terraformOf(read.get(release))).map(
      ({ value, versions }) => ({ constraint: value, versions }),
    ),
    providers: namedRows(read, providersOf),
    inputs: namedRows(read, (module) => outlined(inputsOf(module))),
    outputs: namedRows(read, outputsOf),
    creates: namedRows(read, createdBy),
  };
}

/** All files of a folder at a tag as one module; an empty one where there are none. */
export async function moduleAt(repo, tag, folder) {
  const files = [...repo.files(tag, folder)].filter(([path]) => path.endsWith('.tf'));
  const module = {
    variable: {},
    output: {},
    terraform: [],
    resource: {},
    data: {},
    module: {},
    locals: [],
  };
  for (const [path, id] of files) merge(module, await parseHcl(repo, path, id));
  return module;
}

const exists = ({ variable, output, resource }) =>
  [variable, output, resource].some((part) => Object.keys(part).length > 0);

function merge(module, file) {
  for (const kind of ['variable', 'output', 'module']) Object.assign(module[kind], file[kind]);
  for (const kind of ['terraform', 'locals']) module[kind].push(...(file[kind] ?? []));
  for (const kind of ['resource', 'data'])
    for (const [type, byName] of Object.entries(file[kind] ?? {}))
      module[kind][type] = { ...module[kind][type], ...byName };
}

const outlined = (inputs) =>
  new Map([...inputs].map(([name, input]) => [name, { ...input, type: outline(input.type) }]));

/** `map(object({...}))` for a long type: what the container is, without every attribute. */
const outline = (type) =>
  type.length < OUTLINE_FROM ? type : type.replace(/object\(\{[\s\S]*\}\)/, 'object({...})');

/** Resources by `type.name`, and child modules with the source they are pinned to. */
export function createdBy({ resource, module }) {
  const resources = Object.entries(resource).flatMap(([type, byName]) =>
    Object.keys(byName).map((name) => [`${type}.${name}`, {}]),
  );
  const children = Object.entries(module).map(([name, [{ source, version }]]) => [
    `module.${name}`,
    version === undefined ? { source } : { source, version },
  ]);
  return new Map([...resources, ...children]);
}
