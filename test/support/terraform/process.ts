/** Programs run to their end without blocking: stub providers answer from this process meanwhile. */
import { spawn } from 'node:child_process';

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutSeconds?: number;
  /** For its standard input. */
  readonly input?: string;
}

export function run(
  program: string,
  args: readonly string[],
  { cwd, env = process.env, timeoutSeconds = 280, input }: RunOptions,
): Promise<Ended> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      timeout: timeoutSeconds * 1000,
    });
    if (input !== undefined) child.stdin?.end(`${input}\n`);
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (status) =>
      resolve({ status, stdout, stderr, seconds: (performance.now() - started) / 1000 }),
    );
  });
}

/** The output of a program that must succeed. */
export async function succeed(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Ended> {
  const ended = await run(program, args, options);
  if (ended.status === 0) return ended;
  const line = [program, ...args].join(' ');
  throw new Error(`${line} ended with ${ended.status}\n${ended.stdout}${ended.stderr}`);
}
