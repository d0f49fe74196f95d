/** Derives the tables of the add-ons module from aws-ia/terraform-aws-eks-blueprints-addons. */
import {
  atEach,
  inputsOf,
  namedRows,
  outputsOf,
  providersOf,
  readHcl,
  terraformOf,
} from './hcl.mjs';
import { createdBy } from './modules.mjs';
import { named, stretches } from './rows.mjs';

export const addonsTags = (repo) => repo.tags().filter((tag) => !tag.startsWith('v0.'));

/** `addons.json`. */
export async function deriveAddons(repo) {
  const tags = addonsTags(repo);
  const read = (path) => atEach(tags, (tag) => readHcl(repo, tag, path));
  const versions = await read('versions.tf');
  const releases = tags.map((tag) => tag.slice(1));
  return {
    releases,
    terraform: stretches(releases, (release) => terraformOf(versions.get(release))).map((row) => ({
      constraint: row.value,
      versions: row.versions,
    })),
    providers: namedRows(versions, providersOf),
    inputs: namedRows(await read('variables.tf'), inputsOf),
    outputs: namedRows(await read('outputs.tf'), outputsOf),
    // Versions of child modules are parameters; here it is about addresses.
    creates: namedRows(await read('main.tf'), addressesOf),
  };
}

const addressesOf = (file) =>
  new Map(
    [...createdBy({ resource: {}, module: {}, ...file }).keys()].map((address) => [address, {}]),
  );

/**
 * The keys read of each `any`-typed input, as flat rows. The stored table says
 * the same in sets; `expandKeys` makes the two comparable.
 */
export function deriveKeys(repo, objects) {
  const tags = addonsTags(repo);
  const releases = tags.map((tag) => tag.slice(1));
  const texts = new Map(tags.map((tag) => [tag.slice(1), moduleText(repo, tag)]));
  return Object.fromEntries(
    objects.map((object) => [
      object,
      named(releases, (release) => keysRead(texts.get(release), object)),
    ]),
  );
}

function moduleText(repo, tag) {
  const paths = repo.git('ls-tree', '--name-only', tag).split('\n');
  const files = paths.filter((path) => path.endsWith('.tf') && path !== 'variables.tf');
  return files.map((path) => repo.text(tag, path).replace(/^\s*#.*$/gm, '')).join('\n');
}

const MAPS = new Set(['helm_releases', 'eks_addons']);

/** Keys by attribute (`var.x.key`) and by lookup; for a map of objects, those read of its entries. */
function keysRead(text, object) {
  const isMap = MAPS.has(object);
  const subject = isMap ? 'each\\.value' : `var\\.${object}`;
  const within = isMap ? blocksOver(text, object) : text;
  const attributes = within.matchAll(new RegExp(`\\b${subject}\\.(\\w+)`, 'g'));
  const lookups = within.matchAll(new RegExp(`lookup\\(\\s*${subject},\\s*"(\\w+)"`, 'g'));
  return new Map([...attributes, ...lookups].map(([, key]) => [key, {}]));
}

/** The top-level blocks that repeat themselves for each entry of an input. */
const blocksOver = (text, object) =>
  text
    .split('\n}')
    .filter((block) => new RegExp(`for_each\\s*=[^\\n]*\\bvar\\.${object}\\b(?!\\.)`).test(block))
    .join('\n}');

/** The stored table's sets, limits and own keys as the flat rows that `deriveKeys` makes. */
export function expandKeys({ sets, objects }, repo) {
  const releases = addonsTags(repo).map((tag) => tag.slice(1));
  return Object.fromEntries(
    Object.entries(objects).map(([object, row]) => [
      object,
      named(releases, (release) => storedKeys(row, sets, release, releases)),
    ]),
  );
}

function storedKeys(row, sets, release, releases) {
  const at = releases.indexOf(release);
  const inside = (range) => {
    if (range === null) return true;
    if (range === 'never') return false;
    const end = range[1] === null ? releases.length - 1 : releases.indexOf(range[1]);
    return at >= releases.indexOf(range[0]) && at <= end;
  };
  if (!inside(row.versions)) return new Map();
  const inherited = row.sets.flatMap((set) =>
    sets[set].map((key) => [key, row.limits?.[key] ?? null]),
  );
  const keys = [...inherited, ...Object.entries(row.own)].filter(([, range]) => inside(range));
  return new Map(keys.map(([key]) => [key, {}]));
}
