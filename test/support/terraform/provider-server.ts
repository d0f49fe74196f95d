/**
 * A Terraform provider that contacts nothing: it declares a schema, lets
 * Terraform check configurations against it, plans what it is given and keeps
 * that as state. What only a real provider knows stays null.
 */
import { fileURLToPath } from 'node:url';
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { decode, ExtData, encode } from '@msgpack/msgpack';
import type { Provider, Schema } from './schema.js';

interface DynamicValue {
  readonly msgpack: Uint8Array;
}
type Body = Record<string, unknown>;
interface TypedRequest {
  readonly type_name: string;
}
interface PlanRequest extends TypedRequest {
  readonly prior_state: DynamicValue;
  readonly proposed_new_state: DynamicValue;
}
interface ApplyRequest extends TypedRequest {
  readonly planned_state: DynamicValue;
}
interface UpgradeRequest extends TypedRequest {
  readonly raw_state: { readonly json: Uint8Array };
}
interface ReadRequest extends TypedRequest {
  readonly current_state: DynamicValue;
  readonly private: Uint8Array;
}

/** A resource as it was applied. */
export interface Applied {
  readonly type: string;
  readonly body: Readonly<Body>;
}

export interface ProviderServer {
  readonly address: string;
  readonly stop: () => void;
}

const PROTOCOL = loadSync(fileURLToPath(new URL('tfplugin6.proto', import.meta.url)), {
  keepCase: true,
  longs: Number,
  enums: String,
  defaults: true,
});

/** "Known after apply", as Terraform's MessagePack has it: an extension of type 0. */
const unknown = (): ExtData => new ExtData(0, new Uint8Array([0]));

/** Serves the provider on loopback; `applied` hears of each resource. */
export async function serveProvider(
  provider: Provider,
  applied: (resource: Applied) => void,
): Promise<ProviderServer> {
  const limit = 1 << 28;
  const server = new Server({
    'grpc.max_receive_message_length': limit,
    'grpc.max_send_message_length': limit,
  });
  const service = PROTOCOL['tfplugin6.Provider'] as ServiceDefinition<UntypedServiceImplementation>;
  server.addService(service, calls(provider, applied));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { address: `127.0.0.1:${port}`, stop: () => server.forceShutdown() };
}

function calls(
  provider: Provider,
  applied: (resource: Applied) => void,
): UntypedServiceImplementation {
  const fine = answer(() => ({ diagnostics: [] }));
  return {
    GetProviderSchema: answer(() => ({
      provider: provider.configuration,
      resource_schemas: provider.resources,
    })),
    ValidateProviderConfig: fine,
    ConfigureProvider: fine,
    ValidateResourceConfig: fine,
    StopProvider: answer(() => ({})),
    UpgradeResourceState: answer(({ raw_state }: UpgradeRequest) => ({
      upgraded_state: { json: raw_state.json },
    })),
    ReadResource: answer((request: ReadRequest) => ({
      new_state: request.current_state,
      private: request.private,
    })),
    PlanResourceChange: answer((request: PlanRequest) => plan(provider, request)),
    ApplyResourceChange: answer(({ type_name: type, planned_state }: ApplyRequest) => {
      const body = read(planned_state);
      if (body === null) return { new_state: planned_state };
      const made = settle(type, body, computedOnly(provider.resources[type]));
      applied({ type, body: made });
      return { new_state: write(made) };
    }),
  };
}

const answer =
  <Request, Response>(
    respond: (request: Request) => Response,
  ): handleUnaryCall<Request, Response> =>
  (call, callback) =>
    callback(null, respond(call.request));

function plan(provider: Provider, request: PlanRequest): unknown {
  const proposed = read(request.proposed_new_state);
  const prior = read(request.prior_state);
  if (proposed === null) return { planned_state: request.proposed_new_state };
  if (prior === null)
    for (const name of computedOnly(provider.resources[request.type_name]))
      proposed[name] ??= unknown();
  return { planned_state: write(proposed) };
}

/** Values that modules build names of: none of them may be null. */
const GIVEN: Readonly<Record<string, string>> = { hex: '0a1b2c3d', base64: 'ChssPQ==' };

/** What the plan left open gets a value: an identity where one is needed, what names are built of, else null. */
function settle(type: string, body: Body, names: readonly string[]): Body {
  const filled: Body = { ...body };
  for (const name of names)
    if (filled[name] instanceof ExtData)
      filled[name] = name === 'id' ? `stub-${type}` : (GIVEN[name] ?? null);
  return filled;
}

const computedOnly = (schema: Schema | undefined): readonly string[] =>
  (schema?.block.attributes ?? [])
    .filter(
      ({ name, computed, optional }) => computed === true && (optional !== true || name === 'id'),
    )
    .map(({ name }) => name);

const read = ({ msgpack }: DynamicValue): Body | null => decode(msgpack) as Body | null;
const write = (body: Body): DynamicValue => ({ msgpack: encode(body) });
