/** Where a cursor stands: as the parser says where the text can be parsed, and something wherever it cannot. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { terraformPlace } from '../../src/commands/lsp/terraform-place.js';
import { pathOf, uriOf } from '../../src/commands/lsp/uris.js';
import { yamlPlace } from '../../src/commands/lsp/yaml-place.js';
import type { HclParser } from '../../src/terraform/hcl/parser.js';
import { isList, isMap, isUnknown, type Value } from '../../src/value/value.js';
import { readYaml } from '../../src/value/yaml.js';
import { memoryHost } from '../support/memory-host.js';
import { hostileText } from '../support/reports.js';

interface Key {
  readonly path: readonly string[];
  readonly name: string;
  readonly end: number;
}

function keysIn(value: Value, path: readonly string[] = []): readonly Key[] {
  if (isUnknown(value)) return [];
  if (isList(value.value))
    return value.value.flatMap((item, i) => keysIn(item, [...path, String(i)]));
  if (!isMap(value.value)) return [];
  return [...value.value].flatMap(([name, item]) => [
    ...('key' in item && item.key !== undefined ? [{ path, name, end: item.key.end }] : []),
    ...keysIn(item, [...path, name]),
  ]);
}

const texts = (folder: string, end: string): readonly (readonly [string, string])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const);

describe('a place in YAML', () => {
  it.each(texts('policies', '.yaml'))('at the end of each key of %s has its path', (file, text) => {
    const [document] = readYaml(file, text).documents;
    if (document === undefined) throw new Error(`${file} is empty`);
    const keys = keysIn(document.value);
    expect(keys.length).toBeGreaterThan(10);
    for (const { path, name, end } of keys) {
      const place = yamlPlace(text, end);
      const bare = { ...place, word: place.word.replace(/^["']|["']$/g, '') };
      expect(bare, `${path.join('.')}.${name}`).toEqual({ path, where: 'key', word: name });
    }
  });

  it.each([
    ['a: {b: ', ['a', 'b'], 'value', ''],
    ['a: {b: 1, c', ['a'], 'key', 'c'],
    ['a:\n  - b: 1\n    c: [x, y', ['a', '0', 'c', '1'], 'value', 'y'],
    ['a:\n- b\n- ', ['a', '1'], 'key', ''],
    ['a: |\n  b: c\nd', [], 'key', 'd'],
    ['a:\n  b: 1\n\n  ', ['a'], 'key', ''],
    ['a: { b: [\n  1,\n  2 ], c', ['a'], 'key', 'c'],
    ['x: 1\n---\ny', [], 'key', 'y'],
  ])('is found in %j', (text, path, where, word) => {
    expect(yamlPlace(text, text.length)).toEqual({ path, where, word });
  });

  it('is something whatever stands there', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 6 }), fc.nat(200), (parts, at) => {
        expect(yamlPlace(parts.join('\n  - a: {'), at)).toHaveProperty('path');
      }),
      { numRuns: 300, seed: 5 },
    );
  });
});

describe('a place in Terraform', () => {
  let parser: HclParser;
  beforeAll(async () => {
    parser = await memoryHost().hclParser();
  });

  it.each(texts('test/pipeline/roots', '.tf'))(
    'at the end of each argument of a block of %s is in that block',
    (file, text) => {
      const { module } = parser.parse(file, text);
      for (const block of module.blocks)
        for (const { name, key } of block.body.attributes)
          expect(terraformPlace(text, key.end), `${block.labels.join('.')}.${name}`).toMatchObject({
            block: block.at.start,
            header: [block.type, ...block.labels],
            path: [],
            where: 'name',
            word: name,
          });
    },
  );

  it('is something whatever stands there', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 6 }), fc.nat(200), (parts, at) => {
        const place = terraformPlace(`module "a" {\n${parts.join('\n x = {')}`, at);
        expect(place === undefined || place.path.length >= 0).toBe(true);
      }),
      { numRuns: 300, seed: 5 },
    );
  });
});

describe('a URI', () => {
  it('leads back to its path', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: 'grapheme', minLength: 1 }).map((name) => name.replaceAll('/', '')),
          { minLength: 1 },
        ),
        (names) => {
          const path = `/${names.join('/')}`;
          expect(pathOf(uriOf(path))).toBe(path);
        },
      ),
      { numRuns: 200, seed: 5 },
    );
  });

  it('of anything else is no path', () => {
    for (const uri of ['untitled:Untitled-1', 'http://example.com/a.tf', 'file:///%ff', ''])
      expect(pathOf(uri)).toBe(undefined);
  });
});
