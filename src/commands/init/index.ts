/** `interlock init`: looks at the repo and writes the policy of each cluster that it finds, and `interlock.yaml`. */
import type { Finding } from '../../diagnostics/finding.js';
import { atLeast } from '../../diagnostics/order.js';
import type { Host } from '../../host/host.js';
import type { Adopted } from '../../pipeline/adopt/index.js';
import { sourcesOf } from '../../report/sources.js';
import { style } from '../../report/terminal.js';
import { findingsText } from '../../report/text.js';
import { adoptInputs } from '../adopt.js';
import { directoryOf } from '../files.js';
import { writeInPlace } from '../fixes.js';
import { type AllInputs, gather } from '../inputs.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus, FOUND } from '../status.js';
import { FIRST_POLICY } from './first-policy.js';
import { modelineFor } from './modeline.js';
import { asideOf, PROJECT_FILE, projectText } from './project-file.js';

const FOLDER = 'policies';

/** `file` is where the policy goes where there is one; what exists is left as it is. */
export async function init(host: Host, file: string | undefined): Promise<ExitStatus> {
  const inputs = gather(host, ['.']);
  const running = inputs.configurations.filter(({ root }) => asideOf(root).length === 0);
  const { policies, findings } = await policiesOf(
    host,
    { ...inputs, configurations: running },
    file,
  );
  const files = new Map([...policies, ...projectOf(host, inputs, findings)]);
  if (files.size === 0)
    host.err('this repo has policies and interlock.yaml: nothing is to write\n');
  const taken = [...files.keys()].filter((name) => host.kindOf(name) !== undefined);
  for (const name of taken) host.err(`${name} exists and is left as it is\n`);
  for (const name of taken) files.delete(name);
  if (files.size === 0) return FOUND;
  const problem = writeInPlace(host, files);
  if (problem !== undefined) {
    host.err(`${problem}\n`);
    return COULD_NOT_RUN;
  }
  tell(host, inputs, findings);
  for (const name of files.keys()) host.out(`wrote ${name}\n`);
  host.out(
    nextText(
      [...files.keys()].filter((name) => name !== PROJECT_FILE),
      inputs,
    ),
  );
  return CLEAN;
}

interface Written {
  readonly policies: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

/** A repo that has policies needs no other; one without a cluster gets one to fill in. */
async function policiesOf(
  host: Host,
  inputs: AllInputs,
  file: string | undefined,
): Promise<Written> {
  if (inputs.policies.length > 0 && file === undefined)
    return { policies: new Map(), findings: [] };
  const { adopted, findings } =
    inputs.configurations.length === 0
      ? { adopted: [], findings: [] }
      : await adoptInputs(host, inputs, {});
  const [only, second] = adopted;
  const folder = file === undefined ? FOLDER : directoryOf(file);
  const within = (name: string): string =>
    folder === '.' ? `${name}.yaml` : `${folder}/${name}.yaml`;
  const write = (to: string, text: string): readonly [string, string] => [
    to,
    `${modelineFor(host, to, 'policy')}${text}`,
  ];
  if (only === undefined)
    return { policies: new Map([write(file ?? within('my-cluster'), FIRST_POLICY)]), findings };
  const policies =
    second === undefined
      ? [write(file ?? within(only.name), only.text)]
      : distinct(adopted).map(({ name, text }) => write(within(name), text));
  return { policies: new Map(policies), findings };
}

/** Clusters of one name in two regions are told apart by a number. */
const distinct = (adopted: readonly Adopted[]): readonly Pick<Adopted, 'name' | 'text'>[] =>
  adopted.map(({ name, text }, i) => {
    const earlier = adopted.slice(0, i).filter((other) => other.name === name).length;
    return { name: earlier === 0 ? name : `${name}-${earlier + 1}`, text };
  });

function projectOf(
  host: Host,
  { configurations, project }: AllInputs,
  findings: readonly Finding[],
): ReadonlyMap<string, string> {
  if (project !== undefined) return new Map();
  const unstated = findings.some(({ help }) => help?.includes('cluster.kubernetesVersion'))
    ? ['kubernetes']
    : [];
  const modeline = modelineFor(host, PROJECT_FILE, 'interlock');
  return new Map([[PROJECT_FILE, projectText({ configurations, unstated, modeline })]]);
}

function tell(host: Host, { texts }: AllInputs, findings: readonly Finding[]): void {
  const shown = findings.filter((finding) => atLeast(finding, 'warning'));
  if (shown.length > 0) host.err(`${findingsText(shown, sourcesOf(texts), style(host.colour))}\n`);
}

function nextText(policies: readonly string[], { configurations }: AllInputs): string {
  const [policy] = policies;
  if (policy === undefined) return 'next: interlock lint\n';
  return configurations.length === 0
    ? `next: say in ${policy} which cluster it is for, then run interlock prove ${policy}\n`
    : `next: read ${policy}, fill in what it could not tell, then run interlock prove ${policy}\n`;
}
