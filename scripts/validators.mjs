// Compiles JSON Schemas into self-contained validators, so that a lint does not pay for loading ajv.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

const schemas = [
  { schema: 'schemas/policy.v1.schema.json', out: 'src/policy/generated/validate-policy.js' },
  {
    schema: 'schemas/scenario.v1.schema.json',
    out: 'src/simulate/generated/validate-scenario.js',
  },
];

export async function generateValidators() {
  for (const { schema, out } of schemas) {
    const ajv = new Ajv2020.default({
      allErrors: true,
      discriminator: true,
      strict: true,
      allowUnionTypes: true,
      strictRequired: false,
      strictTypes: false,
      code: { source: true, esm: true },
    });
    const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));
    const code = (standaloneCode.default ?? standaloneCode)(ajv, validate);
    const bundled = await build({
      stdin: { contents: code, resolveDir: process.cwd(), loader: 'js' },
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      minify: true,
      write: false,
    });
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, bundled.outputFiles[0].text);
    writeFileSync(
      out.replace(/\.js$/, '.d.ts'),
      "import type { ValidateFunction } from 'ajv';\ndeclare const validate: ValidateFunction;\nexport default validate;\n",
    );
  }
}
