/** What was written of a plan, read again from the files. */
import { moduleFiles } from '../compile/module-files.js';
import type { Plan } from '../compile/plan.js';
import type { Finding } from '../diagnostics/finding.js';
import type { Host } from '../host/host.js';
import type { WrittenPlan } from '../pipeline/read-back.js';
import { assembleModule } from '../terraform/assemble.js';
import type { HclParser } from '../terraform/hcl/parser.js';
import { readJsonModule } from '../terraform/json/module.js';

/** Name of the Terraform file of a root, as cdktf names it. */
export const ROOT_FILE = 'cdk.tf.json';

export interface WrittenFiles extends WrittenPlan {
  readonly findings: readonly Finding[];
}

/** The root, or the modules, as their files in the folder say. */
export function readWritten(
  host: Host,
  folder: string,
  plan: Plan,
  parser: HclParser,
): WrittenFiles {
  const findings: Finding[] = [];
  const read = (names: Iterable<string>) =>
    assembleModule(
      [...names].map((name) => {
        const file = `${folder}/${name}`;
        const found = host.read(file);
        const text = 'text' in found ? found.text : '';
        const { module, findings: problems } = readJsonModule(file, text, parser.parseTemplate);
        findings.push(...problems);
        return { file, module };
      }),
    );
  if (plan.modules.size === 0) return { root: read([ROOT_FILE]), findings };
  const modules = new Map(
    [...plan.modules].map(([place, module]) => [place, read(moduleFiles(place, module).keys())]),
  );
  const files = new Map(
    [...plan.files.keys()].map((name) => {
      const found = host.read(`${folder}/${name}`);
      return [name, 'text' in found ? found.text : ''];
    }),
  );
  return { modules, files, findings };
}
