// What no reader of Terraform can do without: every .tf file below a folder read and parsed by the grammar.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';

await Parser.init({ wasmBinary: readFileSync('dist/wasm/web-tree-sitter.wasm').buffer });
const parser = new Parser();
parser.setLanguage(await Language.load(readFileSync('dist/wasm/tree-sitter-hcl.wasm')));
for (const name of readdirSync(process.argv[2], { recursive: true }))
  if (name.endsWith('.tf'))
    parser.parse(readFileSync(join(process.argv[2], name), 'utf8')).delete();
