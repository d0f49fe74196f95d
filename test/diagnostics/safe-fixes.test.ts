/** Safe fixes on every fixture that fails: each removes its finding, none adds one, and nothing else changes hands. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';

interface Found {
  readonly rule: string;
  readonly message: string;
  readonly fix?: { readonly safety: string };
}

const ROOT = 'test/rules';
/** Rules that have safe fixes, by their fixtures. */
const WITH_FIXES = [
  'suspicious-character',
  'unknown-module-input',
  'unknown-module-output',
  'unused-suppression',
];

const fixtures = WITH_FIXES.flatMap((id) =>
  readdirSync(`${ROOT}/${id}`)
    .filter((name) => name.startsWith('fails') && !name.endsWith('.out'))
    .map((name) => `${ROOT}/${id}/${name}`)
    .filter((path) => !statSync(path).isDirectory()),
);

async function lint(text: string, name: string, ...more: string[]) {
  const host = memoryHost({ [name]: text });
  await run(host, ['lint', name, '--format', 'json', ...more]);
  const read = host.read(name);
  const { findings } = JSON.parse(host.stdout()) as { findings: readonly Found[] };
  return { findings, text: 'text' in read ? read.text : '' };
}

/** Places move when a text changes. */
const named = (findings: readonly Found[]): readonly string[] =>
  findings
    .filter(({ rule }) => rule !== 'ownership-table')
    .map(({ rule, message }) => `${rule}: ${message}`)
    .sort();

describe('safe fixes', () => {
  it.each(fixtures)('of %s remove what they are for and add nothing', async (path) => {
    const name = path.split('/').at(-1) ?? '';
    const before = await lint(readFileSync(path, 'utf8'), name);
    const safe = before.findings.filter(({ fix }) => fix?.safety === 'safe');
    const after = await lint(readFileSync(path, 'utf8'), name, '--fix=safe');
    expect(named(after.findings).filter((one) => named(safe).includes(one))).toEqual([]);
    expect(named(after.findings).filter((one) => !named(before.findings).includes(one))).toEqual(
      [],
    );
    expect((await lint(after.text, name)).findings).toEqual(after.findings);
  });

  it('rename inputs and outputs by release, and by the one word that can be meant', async () => {
    const text = `module "eks" {
  source             = "terraform-aws-modules/eks/aws"
  version            = "21.19.0"
  cluster_name       = "fleet"
  kubernetes_versoin = "1.33"
}
module "karpenter" {
  source       = "terraform-aws-modules/eks/aws//modules/karpenter"
  version      = "20.37.2"
  cluster_name = module.eks.cluster_name
}
output "role" { value = module.karpenter.irsa_arn }
output "queue" { value = module.karpenter.queue_nmae }
`;
    const { text: fixed } = await lint(text, 'main.tf', '--fix=safe');
    expect(fixed).toBe(
      text
        .replace('  cluster_name       = "fleet"', '  name       = "fleet"')
        .replace('versoin', 'version')
        .replace('irsa_arn', 'iam_role_arn')
        .replace('nmae', 'name'),
    );
  });

  it('leave out what a release does always', async () => {
    const text = `module "karpenter" {
  source                = "terraform-aws-modules/eks/aws//modules/karpenter"
  version               = "21.19.0"
  cluster_name          = "fleet"
  enable_v1_permissions = true
}
`;
    const { text: fixed, findings } = await lint(text, 'main.tf', '--fix=safe');
    expect(fixed).toBe(text.replace('enable_v1_permissions = true', ''));
    expect(findings.map(({ rule }) => rule)).not.toContain('unknown-module-input');
  });

  it('never write a name that the call has already', async () => {
    const text = `module "eks" {
  source       = "terraform-aws-modules/eks/aws"
  version      = "21.19.0"
  cluster_name = "old"
  name         = "fleet"
}
`;
    expect((await lint(text, 'main.tf', '--fix=safe')).text).toBe(text);
  });
});
