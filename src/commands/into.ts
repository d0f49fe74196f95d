/** `interlock compile --target inputs --into DIR`: into a repo that is there, which is then held against the policy. */
import { CALL } from '../compile/module/call.js';
import type { Plan } from '../compile/plan.js';
import type { Finding } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import type { Host, OutputFiles } from '../host/host.js';
import { callsIn, heldAgainst } from '../pipeline/into.js';
import type { Intent } from '../policy/intent.js';
import { sourcesOf } from '../report/sources.js';
import { style } from '../report/terminal.js';
import { findingsText } from '../report/text.js';
import { span } from '../source/span.js';
import { proveConfigurations } from './configurations.js';
import { loadFacts } from './facts.js';
import { directoryOf, normalise } from './files.js';
import { gather } from './inputs.js';
import { overlaid } from './overlay.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND } from './status.js';

const TFVARS = 'interlock.auto.tfvars.json';

export interface IntoOptions {
  readonly into: string;
  /** Judge and write nothing. */
  readonly check: boolean;
  readonly files: OutputFiles;
  /** Texts of the policy, for findings that point into it. */
  readonly texts: ReadonlyMap<string, string>;
}

export async function compileInto(
  host: Host,
  { intent, plan }: { readonly intent: Intent; readonly plan: Plan },
  { into, check, files, texts }: IntoOptions,
): Promise<ExitStatus> {
  const before = gather(host, [into]);
  const root = [...before.texts].filter(([file]) => directoryOf(file) === normalise(into));
  const all = filesInto(files, declaredVariables(root.map(([, text]) => text)));
  const inputs = gather(overlaid(host, into, all), [into]);
  const facts = await loadFacts();
  const roots = await proveConfigurations(overlaid(host, into, all), inputs.configurations, {
    strict: false,
    assume: {},
  });
  const calling = roots.filter((root) =>
    callsIn(root).some(({ source }) => source === facts.addons.ADDONS_SOURCE),
  );
  const findings = ordered([
    ...inputs.findings,
    ...(calling.length === 0 ? [noCall(into, inputs.texts)] : []),
    ...calling.flatMap((repo) => heldAgainst({ intent, plan, facts, repo })),
  ]);
  const paint = style(host.colour);
  const sources = sourcesOf(new Map([...texts, ...inputs.texts]));
  if (findings.length > 0) host.out(`${findingsText(findings, sources, paint)}\n`);
  if (!check) {
    const failed = host.write(into, all);
    if (failed !== undefined) {
      host.err(`cannot write ${failed.problem}\n`);
      return COULD_NOT_RUN;
    }
    host.out(`wrote ${normalise(`${into}/${CALL}`)}\n`);
  }
  const open = findings.some((finding) => atLeast(finding, 'error'));
  host.out(
    open
      ? `${normalise(into)} does not do what the policy says yet\n`
      : `${normalise(into)} does what the policy says\n`,
  );
  return open ? FOUND : CLEAN;
}

/** The folder of the module, and beside the root the values of variables that it declares. */
function filesInto(files: OutputFiles, declared: ReadonlySet<string>): OutputFiles {
  const inFolder = [...files]
    .filter(([name]) => name !== TFVARS)
    .map(([name, text]) => [`${CALL}/${name}`, text] as const);
  const values = Object.entries(JSON.parse(files.get(TFVARS) ?? '{}') as object).filter(([name]) =>
    declared.has(name),
  );
  const set: readonly (readonly [string, string])[] =
    values.length === 0
      ? []
      : [[TFVARS, `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`]];
  return new Map([...inFolder, ...set]);
}

/** Names of variables in Terraform texts, found without parsing: one too many does no harm but a warning of Terraform's. */
const declaredVariables = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/^\s*variable\s+"?([A-Za-z_][\w-]*)"?\s*\{/gm)].map(
        ([, name]) => name ?? '',
      ),
    ),
  );

const noCall = (into: string, texts: ReadonlyMap<string, string>): Finding => ({
  rule: 'untaken-output',
  severity: 'error',
  message: `nothing in "${normalise(into)}" calls the add-ons module`,
  at: span([...texts.keys()].find((file) => file.endsWith('.tf')) ?? normalise(into), 0, 0),
  help: 'give the folder of a root that calls aws-ia/eks-blueprints-addons/aws, or compile for "module"',
});
