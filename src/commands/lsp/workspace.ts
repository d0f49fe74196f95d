/**
 * One folder of an editor and what was last judged of it: the policies that are
 * open, and every configuration that an open file belongs to.
 */
import type { Finding } from '../../diagnostics/finding.js';
import { ordered } from '../../diagnostics/order.js';
import type { Host } from '../../host/host.js';
import { type Sources, sourcesOf } from '../../report/sources.js';
import type { ConfigurationFiles } from '../configuration-files.js';
import { kindOfFile, type SourceFile } from '../file-kinds.js';
import { type AllInputs, gather } from '../inputs.js';
import { judgeInputs } from '../judge.js';
import { filesOfPolicy } from '../policy-files.js';
import type { JudgedConfiguration } from '../proved-configurations.js';
import { settle } from '../settle.js';
import { overlay } from './overlay.js';

export interface Judged {
  readonly findings: readonly Finding[];
  readonly configurations: readonly JudgedConfiguration[];
  readonly sources: Sources;
}

export interface Workspace {
  readonly root: string;
  /** What its files say now; judged anew only when one of them changed. */
  judged(): Promise<Judged>;
  open(file: string, text: string): void;
  close(file: string): void;
  /** Files on the disk may have changed. */
  forget(): void;
}

export function workspace(host: Host, root: string): Workspace {
  const texts = new Map<string, string>();
  const files = overlay(host, root, texts);
  let last: Promise<Judged> | undefined;
  const change = (act: () => void): void => {
    act();
    last = undefined;
  };
  return {
    root,
    judged: () => (last ??= judge(files.host, texts)),
    open: (file, text) => change(() => texts.set(file, text)),
    close: (file) => change(() => texts.delete(file)),
    forget: () => change(() => files.forget()),
  };
}

async function judge(host: Host, open: ReadonlyMap<string, string>): Promise<Judged> {
  const all = gather(host, ['.']);
  const inputs = concerned(host, all, open);
  const configurations: JudgedConfiguration[] = [];
  const judged = await judgeInputs(host, inputs, { strict: false, target: 'addons' }, (one) => {
    configurations.push(one);
  });
  const { texts, project } = inputs;
  const settled = await settle(host, {
    findings: judged.findings,
    texts,
    // Of files that were not judged nobody can say what they suppress in vain.
    complete: judged.complete && texts.size === all.texts.size,
    project,
    options: {},
  });
  return { findings: ordered(settled.findings), configurations, sources: sourcesOf(texts) };
}

/** What an open file has a part in. */
function concerned(host: Host, all: AllInputs, open: ReadonlyMap<string, string>): AllInputs {
  const policies = concernedPolicies(host, all, open);
  const configurations = all.configurations.filter((one) =>
    filesOf(one).some((file) => open.has(file)),
  );
  const named = new Set([
    ...policies.map(({ file }) => file),
    ...configurations.flatMap(filesOf),
    ...(all.project === undefined ? [] : [all.project.file]),
  ]);
  const texts = new Map([...all.texts].filter(([file]) => named.has(file)));
  return { ...all, policies, configurations, texts };
}

/** Policies that are open, and those that extend a base which is no policy by itself. */
function concernedPolicies(
  host: Host,
  { policies }: AllInputs,
  open: ReadonlyMap<string, string>,
): AllInputs['policies'] {
  const known = new Set(policies.map(({ file }) => file));
  const bases = [...open].flatMap(([file, text]) =>
    !known.has(file) && kindOfFile(file, text, false) === 'policy' ? [file] : [],
  );
  const extendsOne = (policy: SourceFile): boolean =>
    bases.length > 0 && filesOfPolicy(host, policy).some((file) => bases.includes(file));
  return policies.filter((policy) => open.has(policy.file) || extendsOne(policy));
}

const filesOf = ({ terraform, plans, manifests }: ConfigurationFiles): readonly string[] => [
  ...terraform.flatMap((root) => [...root.reachable(), ...root.variables].map(({ file }) => file)),
  ...[...plans, ...manifests].map(({ file }) => file),
];
