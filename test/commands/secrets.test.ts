/** Values of variables are in no output, whatever is said of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { maskedVariables } from '../../src/commands/secrets.js';
import { memoryHost } from '../support/memory-host.js';

describe('variables as they are shown', () => {
  it('keep their names, their lines and their length', () => {
    const text = 'name = "hunter2"\nlist = [\n  "hunter2",\n]\nkey: "x"\n{ "a": "hunter2" }\n';
    const shown = maskedVariables(text);
    expect(shown).not.toContain('hunter2');
    expect(shown).toContain('name = *********\n');
    expect(shown.length).toBe(text.length);
  });

  it('keep their length and lines whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = maskedVariables(text);
        expect(shown.length).toBe(text.length);
        expect(shown.replace(/[^\n]/g, '')).toBe(text.replace(/[^\n]/g, ''));
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});

describe('a secret in a .tfvars file', () => {
  const MAIN = `
variable "password" {
  type = string
}
variable "queue" {
  type = string
}
resource "helm_release" "karpenter" {
  name       = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  version    = "1.2.1"
  values     = [yamlencode({ settings = { clusterName = "shop", interruptionQueue = var.queue }, password = var.password })]
}
resource "aws_sqs_queue" "k" {
  name = "other"
}
`;

  it('is in no output', async () => {
    for (const tfvars of [
      'password = "hunter2"\nqueue = "q" oops "hunter2"\n',
      'password = "hunter2"\nqueue = "shop"\n',
    ])
      for (const args of [
        ['prove', '--verbose'],
        ['prove', '--format', 'json'],
        ['lint'],
        ['lint', '--format', 'json'],
      ]) {
        const host = memoryHost({ 'main.tf': MAIN, 'terraform.tfvars': tfvars });
        await run(host, [...args, '.']);
        expect(host.stdout()).not.toBe('');
        expect(host.stdout() + host.stderr()).not.toContain('hunter2');
      }
  });
});
