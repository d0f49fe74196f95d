// Terraform that people have: against `terraform validate`, and against parsing alone.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { growth, interlock, ratio } from '../measure.mjs';
import { writeOthers, writeRoot } from '../trees.mjs';

const EXAMPLES = ['examples/blueprints/before', 'examples/eks-karpenter/before'];

export function* terraform({ folder, full }) {
  const sizes = full ? [10, 100, 2_000] : [10, 100, 500];
  const roots = new Map(sizes.map((n) => [n, writeRoot(join(folder, `${n}`), n)]));
  for (const [size, root] of roots) yield againstValidate(folder, size, root);
  for (const [size, root] of roots)
    yield ratio(
      `prove of a root of ${size} files / parsing alone`,
      interlock('prove', root),
      hcl(root),
      {
        runs: 3,
        memory: true,
      },
    );
  for (const root of EXAMPLES)
    yield ratio(`prove of ${root} / parsing alone`, interlock('prove', root), hcl(root), {
      runs: 5,
    });
  yield* growth('prove of a root of files', sizes, (size) => interlock('prove', roots.get(size)));
  const others = writeOthers(join(folder, 'others'), 2_000);
  yield ratio(
    'lint of 2,000 files about other things / node -e 0',
    interlock('lint', others),
    ['-e', '0'],
    {
      memory: true,
    },
  );
}

const hcl = (root) => ['bench/hcl-alone.mjs', root];

/** Providers are looked for where AWS_PROVIDER_MIRROR says; what is timed is `validate` alone, after `init`. */
function againstValidate(folder, size, root) {
  const name = `prove of a root of ${size} files / terraform validate`;
  const mirror = process.env.AWS_PROVIDER_MIRROR;
  if (mirror === undefined || !existsSync(join(mirror, 'registry.terraform.io/hashicorp/aws')))
    return { name, skipped: 'AWS_PROVIDER_MIRROR names no mirror with hashicorp/aws' };
  const settings = join(folder, 'terraformrc');
  const only = 'registry.terraform.io/*/*';
  writeFileSync(
    settings,
    `provider_installation {\n  filesystem_mirror {\n    path    = "${mirror}"\n    include = ["${only}"]\n  }\n}\n`,
  );
  const env = { TF_CLI_CONFIG_FILE: settings, CHECKPOINT_DISABLE: '1' };
  const init = spawnSync('terraform', [`-chdir=${root}`, 'init', '-backend=false'], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (init.status !== 0) return { name, skipped: `terraform init: ${init.stderr || init.error}` };
  const validate = { program: 'terraform', args: [`-chdir=${root}`, 'validate'], env };
  return ratio(name, interlock('prove', root), validate, { runs: 3, target: 0.1 });
}
