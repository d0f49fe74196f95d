// What no compiler with cdktf can do without: the YAML parsed, and the same resources as bare constructs, written.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const { TerraformElement, TerraformStack } = createRequire(import.meta.url)('cdktf');
const [policies, compiled, out] = process.argv.slice(2);

/** One block of a root, under its own place in the tree. */
class Bare extends TerraformElement {
  constructor(stack, id, content) {
    super(stack, id);
    this.content = content;
  }
  toTerraform() {
    return this.content;
  }
}

for (const name of readdirSync(policies))
  parseAllDocuments(readFileSync(join(policies, name), 'utf8'));
for (const name of readdirSync(compiled)) {
  const root = JSON.parse(readFileSync(join(compiled, name, 'cdk.tf.json'), 'utf8'));
  const stack = new TerraformStack(undefined, name);
  for (const kind of ['module', 'variable', 'output', 'locals', 'provider', 'terraform'])
    if (root[kind] !== undefined) new Bare(stack, kind, { [kind]: root[kind] });
  for (const kind of ['resource', 'data'])
    for (const [type, all] of Object.entries(root[kind] ?? {}))
      for (const [id, body] of Object.entries(all))
        new Bare(stack, `${type}-${id}`, { [kind]: { [type]: { [id]: body } } });
  mkdirSync(join(out, name), { recursive: true });
  writeFileSync(join(out, name, 'cdk.tf.json'), JSON.stringify(stack.toTerraform(), null, 2));
}
