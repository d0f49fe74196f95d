/**
 * The part of the EKS API that a stack asks for and moto does not have:
 * clusters exist by being asked for, in the region that the request is signed
 * for, with an identity provider and a certificate that can be decoded; access
 * entries and pod identity associations are kept.
 */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface EksRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** Of the signature's scope. */
  readonly region: string;
}

export interface MockEks {
  /** Answers an EKS request; undefined when the request is not for EKS. */
  readonly answer: (request: EksRequest) => Reply | undefined;
  /** Kubernetes versions by cluster; 1.33 where none is said. */
  readonly versions: Map<string, string>;
}

type Keep = (cluster: string, key: string | undefined, request: EksRequest) => Reply;

const PLACES =
  /^\/clusters\/(?<cluster>[^/]+)(?:\/(?<kind>access-entries|pod-identity-associations)(?:\/(?<key>[^/]+))?)?$/;

export function mockEks(account: string): MockEks {
  const versions = new Map<string, string>();
  const kinds: Readonly<Record<string, Keep>> = {
    'access-entries': accessEntries(),
    'pod-identity-associations': associations(account),
  };
  const answer = (request: EksRequest): Reply | undefined => {
    const place = PLACES.exec(request.path)?.groups;
    if (place?.cluster === undefined) return undefined;
    const cluster = decodeURIComponent(place.cluster);
    const keep = kinds[place.kind ?? ''];
    if (keep !== undefined)
      return keep(
        cluster,
        place.key === undefined ? undefined : decodeURIComponent(place.key),
        request,
      );
    const version = versions.get(cluster) ?? '1.33';
    return { status: 200, body: describe(cluster, { account, version, region: request.region }) };
  };
  return { answer, versions };
}

/** The issuer of a cluster's tokens, without its scheme. */
export const issuer = (cluster: string): string => `oidc.eks.amazonaws.com/id/${cluster}`;

const describe = (
  name: string,
  { account, version, region }: { account: string; version: string; region: string },
): unknown => ({
  cluster: {
    name,
    arn: `arn:aws:eks:${region}:${account}:cluster/${name}`,
    version,
    status: 'ACTIVE',
    endpoint: `https://${name}.eks.amazonaws.com`,
    roleArn: `arn:aws:iam::${account}:role/${name}`,
    certificateAuthority: { data: Buffer.from('certificate').toString('base64') },
    identity: { oidc: { issuer: `https://${issuer(name)}` } },
    accessConfig: { authenticationMode: 'API_AND_CONFIG_MAP' },
    resourcesVpcConfig: {},
    createdAt: 0,
  },
});

function accessEntries(): Keep {
  const entries = new Map<string, unknown>();
  return (cluster, key, { method, body }) => {
    const asked = parsed(body) as { principalArn?: string };
    const principal = key ?? asked.principalArn ?? '';
    const id = `${cluster} ${principal}`;
    if (method === 'POST') entries.set(id, entry(cluster, principal, asked));
    const accessEntry = entries.get(id);
    if (method === 'DELETE') entries.delete(id);
    return accessEntry === undefined ? missing(principal) : { status: 200, body: { accessEntry } };
  };
}

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

function associations(account: string): Keep {
  const kept = new Map<string, unknown>();
  return (cluster, key, { method, body, region }) => {
    const associationId = key ?? `a-${kept.size + 1}`;
    const id = `${cluster} ${associationId}`;
    if (method === 'POST')
      kept.set(id, {
        tags: {},
        createdAt: 0,
        modifiedAt: 0,
        ...parsed(body),
        clusterName: cluster,
        associationId,
        associationArn: `arn:aws:eks:${region}:${account}:podidentityassociation/${cluster}/${associationId}`,
      });
    const association = kept.get(id);
    if (method === 'DELETE') kept.delete(id);
    return association === undefined
      ? missing(associationId)
      : { status: 200, body: { association } };
  };
}

const parsed = (body: string): object => JSON.parse(body === '' ? '{}' : body) as object;

const missing = (what: string): Reply => ({
  status: 404,
  body: { __type: 'ResourceNotFoundException', message: what },
});
