/**
 * A folder for one test file: Terraform's configuration, the stub providers and
 * the roots that are tried. Everything in it goes away with `close`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { linkModules, type ModuleCode } from './modules.js';
import { type Ended, run } from './process.js';
import type { Applied } from './provider-server.js';
import { type HelmMajor, startStubProviders } from './stub-providers.js';
import type { Terraform } from './tools.js';

export interface Root {
  readonly folder: string;
  readonly terraform: (...args: readonly string[]) => Promise<Ended>;
  /** Evaluates one expression with `terraform console`. */
  readonly console: (expression: string, args: readonly string[]) => Promise<Ended>;
}

export interface Workspace {
  readonly folder: string;
  /** Resources that the stub providers applied so far. */
  readonly applied: readonly Applied[];
  /** Writes a root and gives its module calls their code. */
  readonly root: (name: string, files: ReadonlyMap<string, string>) => Promise<Root>;
  readonly close: () => void;
}

export interface WorkspaceOptions {
  readonly tools: Terraform;
  readonly helm: HelmMajor;
  /** What serves the registry modules, given a folder to keep them in. */
  readonly modules: (store: string) => ModuleCode;
  readonly env?: Readonly<Record<string, string>>;
}

export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const folder = mkdtempSync(path.join(tmpdir(), 'interlock-terraform-'));
  const stubs = await startStubProviders(options.helm);
  const code = options.modules(path.join(folder, 'modules'));
  const settings = path.join(folder, 'terraformrc');
  writeFileSync(settings, installation(options.tools.mirror));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
    TF_CLI_CONFIG_FILE: settings,
    TF_REATTACH_PROVIDERS: stubs.reattach,
    AWS_EC2_METADATA_DISABLED: 'true',
    ...options.env,
  };
  return {
    folder,
    applied: stubs.applied,
    root: async (name, files) => {
      const place = path.join(folder, 'roots', name);
      writeFiles(place, files);
      await linkModules(place, code);
      return {
        folder: place,
        terraform: (...args) => run(options.tools.program, args, { cwd: place, env }),
        console: (expression, args) =>
          run(options.tools.program, ['console', ...args], { cwd: place, env, input: expression }),
      };
    },
    close: () => {
      stubs.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Providers come from the mirror alone: no registry is asked. */
const installation = (mirror: string): string =>
  `provider_installation {\n  filesystem_mirror { path = ${JSON.stringify(mirror)} }\n}\n`;

function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
