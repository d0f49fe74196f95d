/** The stub providers of one run, in process, and what Terraform must be told to use them. */
import { type Applied, type ProviderServer, serveProvider } from './provider-server.js';
import type { Provider } from './schema.js';
import { helm2, helm3 } from './stubs/helm.js';
import { kubernetes, random, time } from './stubs/others.js';

export type HelmMajor = 2 | 3;

export interface StubProviders {
  /** For TF_REATTACH_PROVIDERS. Terraform takes an attached provider at any version. */
  readonly reattach: string;
  /** Every resource applied so far, in order. */
  readonly applied: readonly Applied[];
  readonly stop: () => void;
}

/** Starts helm, kubernetes, time and random on loopback; Terraform must run while this process can answer. */
export async function startStubProviders(helm: HelmMajor): Promise<StubProviders> {
  const providers: Readonly<Record<string, Provider>> = {
    helm: helm === 2 ? helm2 : helm3,
    kubernetes,
    time,
    random,
  };
  const applied: Applied[] = [];
  const servers: ProviderServer[] = [];
  const attached: Record<string, unknown> = {};
  for (const [name, provider] of Object.entries(providers)) {
    const server = await serveProvider(provider, (resource) => applied.push(resource));
    servers.push(server);
    attached[`registry.terraform.io/hashicorp/${name}`] = attachment(server.address);
  }
  const stop = (): void => {
    for (const server of servers) server.stop();
  };
  return { reattach: JSON.stringify(attached), applied, stop };
}

/** `Test` keeps Terraform from ending this process with its own. */
const attachment = (address: string): unknown => ({
  Protocol: 'grpc',
  ProtocolVersion: 6,
  Pid: process.pid,
  Test: true,
  Addr: { Network: 'tcp', String: address },
});
