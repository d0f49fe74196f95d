/** The schema of interlock.yaml says what its reader takes. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readProject } from '../../src/commands/project.js';

const schema = JSON.parse(readFileSync('schemas/interlock.v1.schema.json', 'utf8'));
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

describe('interlock.yaml', () => {
  it.each([
    ['nothing', '{}', true],
    [
      'roots',
      'roots: [{ path: a, manifests: [k8s], variables: [prod.tfvars], assume: { karpenter: "1.8.1" } }]',
      true,
    ],
    [
      'manifests by cluster',
      'roots: [{ path: a, manifests: { blue: [k8s/blue], green: [k8s/green] } }]',
      true,
    ],
    [
      'exclusions and severities',
      'exclude: ["**/testdata/**"]\nseverities: { narrow-spot-pool: off, blocking-pdb: error }',
      true,
    ],
    ['versions', 'assume: { kubernetes: "1.33", nth: 0.27.1, addons: 1.16.2 }', true],
    ['a key that is none', 'root: []', false],
    ['a key of a root that is none', 'roots: [{ folder: a }]', false],
    ['a severity that is none', 'severities: { blocking-pdb: fatal }', false],
    ['a list', '[]', false],
  ])('with %s is judged alike', (_, text, good) => {
    expect(validate(parse(text, { schema: 'core' }))).toBe(good);
    expect(readProject({ file: 'interlock.yaml', text }).findings.length === 0).toBe(good);
  });
});
