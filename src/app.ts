/** The cdktf app named in cdktf.json: one stack for each policy in policies/, the same bytes as `interlock compile`. */
import { App } from 'cdktf';
import { gatherPolicies } from './commands/inputs.js';
import { provePolicies } from './commands/policies.js';
import { ROOT_FILE } from './commands/written.js';
import { atLeast, ordered } from './diagnostics/order.js';
import { nodeHost } from './host/node.js';
import { sourcesOf } from './report/sources.js';
import { style } from './report/terminal.js';
import { findingsText } from './report/text.js';
import { PlanStack } from './stacks/stack.js';

const host = nodeHost(process.env, process.stderr.isTTY === true);
const inputs = gatherPolicies(host, ['policies']);
const policies = await provePolicies(host, inputs, { strict: false });
const errors = ordered([
  ...inputs.findings,
  ...policies.flatMap((policy) => policy.findings),
]).filter((finding) => atLeast(finding, 'error'));

if (errors.length > 0) {
  host.err(`${findingsText(errors, sourcesOf(inputs.texts), style(host.colour))}\n`);
  process.exitCode = 1;
} else {
  const app = new App();
  for (const { plan } of policies) {
    if (plan === undefined) continue;
    new PlanStack(app, plan);
    const folder = `${app.outdir}/stacks/${plan.name}`;
    const files = new Map([...plan.files].filter(([name]) => name !== ROOT_FILE));
    const failed = host.write(folder, files);
    if (failed !== undefined) throw new Error(failed.problem);
  }
  app.synth();
}
