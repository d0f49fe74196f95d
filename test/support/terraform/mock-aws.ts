/**
 * A mock AWS on loopback: moto, and in front of it what moto lacks of EKS. It
 * checks the grammar of IAM policies and delivers events by pattern to queues;
 * it does not judge permissions.
 */
import { spawn } from 'node:child_process';
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from './aws-client.js';
import { type MockEks, mockEks } from './mock-eks.js';

export interface MockAws {
  readonly client: AwsClient;
  /** Kubernetes versions of clusters that run another one than 1.33. */
  readonly versions: Map<string, string>;
  /** What Terraform's AWS provider must be told to use this AWS. */
  readonly env: Readonly<Record<string, string>>;
  readonly stop: () => void;
}

/** moto's own account. */
const ACCOUNT = '123456789012';

export async function startMockAws(moto: string): Promise<MockAws> {
  const port = await freePort();
  const child = spawn(moto, ['-H', '127.0.0.1', '-p', String(port)], {
    // The add-ons module attaches policies that AWS manages.
    env: { ...process.env, MOTO_IAM_LOAD_MANAGED_POLICIES: 'true' },
    stdio: 'ignore',
  });
  const stopMoto = (): void => void child.kill();
  process.once('exit', stopMoto);
  try {
    await answering(`http://127.0.0.1:${port}/moto-api/`);
    const eks = mockEks(ACCOUNT);
    const front = await serve(port, eks);
    const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    return {
      client: new AwsClient(endpoint),
      versions: eks.versions,
      env: {
        AWS_ENDPOINT_URL: endpoint,
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        NO_PROXY: '127.0.0.1',
      },
      stop: () => {
        front.close();
        front.closeAllConnections();
        stopMoto();
      },
    };
  } catch (error) {
    stopMoto();
    throw error;
  }
}

async function serve(motoPort: number, eks: MockEks): Promise<Server> {
  const server = createServer((asked, response) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => answerOrPass(asked, response, Buffer.concat(chunks), { motoPort, eks }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function answerOrPass(
  asked: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  { motoPort, eks }: { motoPort: number; eks: MockEks },
): void {
  const { method = 'GET', url = '/', headers } = asked;
  const reply = eks.answer({
    method,
    path: url.replace(/\?.*$/, ''),
    body: body.toString('utf8'),
    region: signedRegion(headers.authorization),
  });
  if (reply !== undefined) {
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.body));
    return;
  }
  const target = { host: '127.0.0.1', port: motoPort, method, path: url, headers };
  const passed = request(target, (came) => {
    const chunks: Buffer[] = [];
    came.on('data', (chunk: Buffer) => chunks.push(chunk));
    came.on('end', () => {
      const { 'content-length': _, ...rest } = came.headers;
      response.writeHead(came.statusCode ?? 502, rest);
      response.end(mend(Buffer.concat(chunks), body));
    });
  });
  passed.on('error', () => response.writeHead(502).end());
  passed.end(body);
}

/** The region in the scope of a signature. */
const signedRegion = (authorization = ''): string =>
  /Credential=[^/]+\/\d+\/([^/]+)\//.exec(authorization)?.[1] ?? 'us-east-1';

/** moto makes up a notification target for lifecycle hooks that have none, and every plan would want it gone. */
function mend(answer: Buffer, asked: Buffer): Buffer | string {
  if (!asked.includes('Action=DescribeLifecycleHooks')) return answer;
  return answer.toString('utf8').replace(/<(NotificationTargetARN|RoleARN)>[^<]*<\/\1>/g, '');
}

/** A port that nobody listens on at this moment. */
function freePort(): Promise<number> {
  const socket = createSocket();
  return new Promise((resolve) => {
    socket.listen(0, '127.0.0.1', () => {
      const { port } = socket.address() as AddressInfo;
      socket.close(() => resolve(port));
    });
  });
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await sleep(250);
  }
  throw new Error('moto_server did not answer within 30 seconds');
}
