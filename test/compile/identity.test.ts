/** `handlers.identity`: whose word the handlers' roles trust, in what is written and in what is read back. */
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import { changed } from '../support/policy.js';
import { roundTrips } from '../support/round-trip.js';

const POLICY = changed('handlers:\n', 'handlers:\n  identity: podIdentity\n');

async function compiled(text: string, target: string) {
  const host = memoryHost({ 'policy.yaml': text });
  const status = await run(host, ['compile', 'policy.yaml', '--target', target, '--out', 'out']);
  const file = target === 'module' ? 'main.tf.json' : 'cdk.tf.json';
  const text_ = host.files.get(`out/checkout/${file}`);
  const root = text_ === undefined ? undefined : JSON.parse(text_);
  return { host, status, said: host.stdout() + host.stderr(), root };
}

const TARGETS = ['module', 'stack'];
const RELEASES = { karpenter: 'karpenter', nth: 'aws-node-termination-handler' };

describe.each(TARGETS)('EKS Pod Identity for %s', (target) => {
  it('associates each service account with its role, and trusts nobody else', async () => {
    const { root, said, status } = await compiled(POLICY, target);
    expect(status, said).toBe(0);
    for (const [name, account] of Object.entries(RELEASES)) {
      expect(root.resource.aws_eks_pod_identity_association[name]).toMatchObject({
        cluster_name: 'checkout',
        namespace: account,
        service_account: account,
        role_arn: `\${aws_iam_role.${name}.arn}`,
      });
      const trust = root.resource.aws_iam_role[name].assume_role_policy;
      expect(trust).toContain('"pods.eks.amazonaws.com"');
      expect(trust).toContain(`"aws:RequestTag/kubernetes-service-account" = "${account}"`);
      expect(trust).toContain('"aws:RequestTag/eks-cluster-arn" = data.aws_eks_cluster.this.arn');
      expect(root.resource.helm_release[name].depends_on).toContain(
        `aws_eks_pod_identity_association.${name}`,
      );
    }
    const text = JSON.stringify(root);
    expect(text).not.toContain('eks.amazonaws.com/role-arn');
    expect(text).not.toContain('aws_iam_openid_connect_provider');
  });

  it('is proved by the trust of the role', async () => {
    const host = memoryHost({ 'policy.yaml': POLICY });
    const line = ['prove', 'policy.yaml', '--target', target, '--verbose'];
    expect(await run(host, line), host.stdout()).toBe(0);
    expect(host.stdout()).toContain('its role trusts pods.eks.amazonaws.com');
  });
});

describe('what cannot get its role so', () => {
  it.each(['addons', 'inputs'])('is a finding: target %s', async (target) => {
    const { status, said } = await compiled(POLICY, target);
    expect(status).toBe(1);
    expect(said).toMatch(
      /policy\.yaml:\d+:13: error: release 1\.16\.2 of the add-ons module makes its roles for IRSA/,
    );
  });

  it('is a finding: a chart before its SDK asks for it', async () => {
    const old = POLICY.replace('nth: {', 'nth: { chart: 0.21.0,');
    const { status, said } = await compiled(old, 'stack');
    expect(status).toBe(1);
    expect(said).toMatch(/nth 1\.19\.0 does not ask EKS Pod Identity for its credentials/);
  });
});

describe('the default', () => {
  it('is IRSA, and explain says so', async () => {
    const host = memoryHost({ 'policy.yaml': changed('handlers:\n', 'handlers:\n') });
    await run(host, ['explain', 'policy.yaml']);
    expect(host.stdout()).toMatch(/handlers\.identity\s+irsa/);
  });
});

describe('adopting', () => {
  it('keeps the way to an identity', async () => {
    const { host } = await compiled(POLICY, 'stack');
    const file = 'out/checkout/cdk.tf.json';
    const own = memoryHost({ [file]: host.files.get(file) ?? '' });
    const [trip] = await roundTrips(own, ['out/checkout']);
    expect(trip?.policy).toContain('identity: podIdentity');
    expect(trip).toMatchObject({ changes: [], problems: [] });
  });
});
