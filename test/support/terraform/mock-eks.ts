/**
 * The part of the EKS API that a stack asks for and moto does not have:
 * clusters exist by being asked for, with an identity provider and a certificate
 * that can be decoded, and access entries are kept.
 */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Answers an EKS request; undefined when the request is not for EKS. */
export type MockEks = (method: string, path: string, body: string) => Reply | undefined;

const PLACES =
  /^\/clusters\/(?<cluster>[^/]+)(?:\/(?<entries>access-entries)(?:\/(?<principal>[^/]+))?)?$/;

export function mockEks(account: string): MockEks {
  const entries = new Map<string, unknown>();
  return (method, path, body) => {
    const place = PLACES.exec(path)?.groups;
    if (place?.cluster === undefined) return undefined;
    const cluster = decodeURIComponent(place.cluster);
    if (place.entries === undefined) return { status: 200, body: describe(cluster, account) };
    const asked = JSON.parse(body === '' ? '{}' : body) as { principalArn?: string };
    const principal = asked.principalArn ?? decodeURIComponent(place.principal ?? '');
    const key = `${cluster} ${principal}`;
    if (method === 'POST') entries.set(key, entry(cluster, principal, asked));
    const accessEntry = entries.get(key);
    if (method === 'DELETE') entries.delete(key);
    return accessEntry === undefined
      ? { status: 404, body: { __type: 'ResourceNotFoundException', message: principal } }
      : { status: 200, body: { accessEntry } };
  };
}

/** The issuer of a cluster's tokens, without its scheme. */
export const issuer = (cluster: string): string => `oidc.eks.amazonaws.com/id/${cluster}`;

const describe = (name: string, account: string): unknown => ({
  cluster: {
    name,
    arn: `arn:aws:eks:eu-central-1:${account}:cluster/${name}`,
    version: '1.33',
    status: 'ACTIVE',
    endpoint: `https://${name}.eks.amazonaws.com`,
    roleArn: `arn:aws:iam::${account}:role/${name}`,
    certificateAuthority: { data: Buffer.from('certificate').toString('base64') },
    identity: { oidc: { issuer: `https://${issuer(name)}` } },
    resourcesVpcConfig: {},
    createdAt: 0,
  },
});

const entry = (clusterName: string, principalArn: string, asked: object): unknown => ({
  kubernetesGroups: [],
  tags: {},
  type: 'STANDARD',
  username: principalArn,
  createdAt: 0,
  modifiedAt: 0,
  ...asked,
  clusterName,
  principalArn,
  accessEntryArn: `${principalArn}/access-entry`,
});
