// What the bundle is made of, with the licence of each part: dist/THIRD-PARTY-NOTICES.txt, from what esbuild put in.
import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';

/** The package that a bundled file belongs to, as a folder: scoped names take two steps. */
const folderOf = (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];

/** Packages with at least one byte in the output, and those whose files are copied beside it. */
export function bundledPackages(metafiles, copied) {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const files = outputs.flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file]) => file),
  );
  const folders = [...files, ...copied].map(folderOf).filter((folder) => folder !== undefined);
  return [...new Set(folders.map((folder) => realpathSync(folder)))].sort();
}

const sourceOf = ({ repository, homepage }) =>
  (typeof repository === 'string' ? repository : (repository?.url ?? homepage ?? ''))
    .replace(/^git\+|\.git$/g, '')
    .replace(/^(?:ssh|git):\/\/(?:git@)?/, 'https://');

function noticeOf(folder) {
  const meta = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.|$)/i.test(name));
  const text = file === undefined ? undefined : readFileSync(`${folder}/${file}`, 'utf8').trim();
  if (text === undefined && meta.license === undefined)
    throw new Error(`${meta.name} is bundled and says nothing of its licence`);
  const source = sourceOf(meta);
  return [
    `${meta.name} ${meta.version}`,
    `Licence: ${meta.license}${meta.license === 'MPL-2.0' ? ', unchanged' : ''}`,
    ...(source === '' ? [] : [`Source: ${source}`]),
    '',
    text ?? `The package carries no text of its licence; SPDX has it under ${meta.license}.`,
  ].join('\n');
}

export function writeNotices(metafiles, copied, out) {
  const notices = [...new Set(bundledPackages(metafiles, copied).map(noticeOf))];
  const head =
    'Interlock is licensed under Apache-2.0. It bundles the packages below, each under its own licence.\n' +
    'The sources of those under MPL-2.0 are at the places named, at the versions named.';
  writeFileSync(out, `${[head, ...notices].join(`\n\n${'='.repeat(80)}\n\n`)}\n`);
}
