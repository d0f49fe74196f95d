/** Values of a chart that the text itself writes, where a module of somebody else's makes the release. */
import type { Written, WrittenChart } from '../model/written.js';
import { decode } from '../recognise/charts.js';
import { setPath } from '../recognise/values.js';
import { elements, entry, text } from '../value/read.js';
import { isList, isMap, isUnknown, type Value } from '../value/value.js';

/** Whether the text writes a key, or something below or above it; what the module sets by itself is not the text's. */
export function ownValues(as: Written, chart: WrittenChart): (path: string) => boolean {
  const call = as.calls.find(
    ({ address, read }) => read === 'summary' && chart.address.startsWith(`${address}.`),
  );
  if (call === undefined) return () => true;
  // Not every rule asks.
  let paths: readonly string[] | undefined;
  return (path) => {
    paths ??= [...call.arguments.values()].flatMap(pathsIn);
    return paths.some(
      (own) => own === path || own.startsWith(`${path}.`) || path.startsWith(`${own}.`),
    );
  };
}

/** The keys of every chart in an argument: of its `values`, and those that `set` names. */
function pathsIn(argument: Value): readonly string[] {
  if (isUnknown(argument) || !isMap(argument.value)) return [];
  const documents = list(entry(argument, 'values')).flatMap((item) => leafPaths(decode(item), ''));
  const sets = ['set', 'set_list', 'set_sensitive'].flatMap((key) =>
    list(entry(argument, key)).flatMap((item) => {
      const name = text(entry(item, 'name'));
      return name === undefined || isUnknown(name) ? [] : [setPath(name.value).join('.')];
    }),
  );
  const inner = [...argument.value].flatMap(([key, value]) =>
    key === 'values' ? [] : pathsIn(value),
  );
  return [...documents, ...sets, ...inner];
}

const list = (value: Value | undefined): readonly Value[] => {
  const items = elements(value);
  return 'unknown' in items ? [] : items;
};

function leafPaths(value: Value, path: string): readonly string[] {
  if (isUnknown(value) || isList(value.value) || !isMap(value.value))
    return path === '' ? [] : [path];
  return [...value.value].flatMap(([key, item]) =>
    leafPaths(item, path === '' ? key : `${path}.${key}`),
  );
}
