/** Holds every `source` of a judged row, `owner/name@tag path`, to a file that exists at that tag. */
import { readdirSync, readFileSync } from 'node:fs';

const CITATION = /^([\w-]+\/[\w.-]+)@(\S+) ([^\s:]+)(?::\d+)?$/;

/** One line per citation that leads nowhere; repositories that are not checked out are passed over. */
export function citations(directory, open) {
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'));
  return files.flatMap((file) =>
    [...new Set(sources(JSON.parse(readFileSync(new URL(file, directory), 'utf8'))))]
      .filter((source) => leadsNowhere(source, open))
      .map((source) => `${file}: no such file: ${source}`),
  );
}

function sources(value) {
  if (value === null || typeof value !== 'object') return [];
  const own = typeof value.source === 'string' && CITATION.test(value.source) ? [value.source] : [];
  return [...own, ...Object.values(value).flatMap(sources)];
}

function leadsNowhere(source, open) {
  const [, name, tag, path] = CITATION.exec(source);
  const repo = open(name);
  return repo !== undefined && repo.text(tag, path) === undefined;
}
