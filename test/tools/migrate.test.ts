/** Migrations through the command: their stages, that each proves, and that each stops proving when it is broken. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import { changed, VALID } from '../support/policy.js';
import { proveFiles } from '../support/roots.js';

const GROUP = `  - name: batch
    kind: SelfManagedNodeGroup
    autoScalingGroup: { terraform: module.eks.batch_group_arn }
    mix: { spot: 100 }
`;
const POOL = `  - name: batch
    kind: NodePool
    mix: { spot: 100 }
    requirements: [{ key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r] }]
    nodeClass: general
`;
const WITHOUT_GROUP = changed(GROUP, '');
const ORDERS = readFileSync('policies/orders-1-29.yaml', 'utf8');
const ORDERS_V1 = ORDERS.replace('chart: 0.35.0', 'chart: 1.8.8')
  .replace('amiFamily: AL2', 'amiSelectorTerms: [{ alias: al2@latest }]')
  .replace('WhenUnderutilized', 'WhenEmptyOrUnderutilized, consolidateAfter: 0s');

const OWNED_BY_NTH = changed('NodePool: karpenter', 'NodePool: nth', WITHOUT_GROUP);

/** Before and after, the folders of the stages, and whether all of the way is sound. */
const MIGRATIONS: readonly (readonly [string, string, string, readonly string[], boolean])[] = [
  [
    'of the module to another release',
    VALID,
    changed('addons: 1.16.2', 'addons: 1.24.3'),
    ['1-release-karpenter'],
    true,
  ],
  [
    'of a group to a NodePool',
    VALID,
    changed(GROUP, POOL),
    ['1-nodepools', '2-group-batch-goes', '3-nth-goes'],
    true,
  ],
  [
    'of the chart through its required stops',
    ORDERS,
    ORDERS_V1,
    ['1-karpenter-0.35.12', '2-karpenter-1.0.14-nodepools', '3-karpenter'],
    true,
  ],
  [
    'of NodePools from NTH to Karpenter',
    OWNED_BY_NTH,
    WITHOUT_GROUP,
    ['1-karpenter', '2-nth-goes-nodepools'],
    false,
  ],
  [
    'of NTH from IMDS mode to queue mode',
    changed('nth: { runsOn: system }', 'nth: { mode: imds }'),
    VALID,
    ['1-nth', '2-nth-goes'],
    false,
  ],
];

/** Each migration is made once, whatever is asked of it. */
const made = new Map<string, ReturnType<typeof migrateNow>>();

function migrate(before: string, after: string): ReturnType<typeof migrateNow> {
  const key = `${before}\n${after}`;
  const result = made.get(key) ?? migrateNow(before, after);
  made.set(key, result);
  return result;
}

async function migrateNow(before: string, after: string) {
  const host = memoryHost({ 'a.yaml': before, 'b.yaml': after });
  const status = await run(host, ['migrate', 'a.yaml', 'b.yaml', '--out', 'm']);
  const folders = [...host.files.keys()].flatMap(
    (path) => /^m\/(\d[^/]*)\/cdk\.tf\.json$/.exec(path)?.[1] ?? [],
  );
  return {
    host,
    status,
    out: host.stdout(),
    err: host.stderr(),
    folders: [...new Set(folders)].sort(),
  };
}

type Files = ReadonlyMap<string, string>;

/** A stage's files, proved as a root of their own: owners of the events that take nodes away, by pool. */
async function proveStage(files: Files, folder: string) {
  const prefix = `m/${folder}/`;
  const own = Object.fromEntries(
    [...files]
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, text]) => [path.slice(prefix.length), text]),
  );
  const { verdict, clusters } = await proveFiles(own, { paths: ['.'] });
  return { verdict, pools: clusters[0]?.pools ?? {} };
}

/** The first wire of a stage cut: Karpenter's queue not asked for, or a target of NTH's rules taken away. */
function broken(files: Files, folder: string): Files {
  const path = `m/${folder}/cdk.tf.json`;
  const root = JSON.parse(files.get(path) ?? '');
  delete root.resource?.aws_cloudwatch_event_target;
  const call = root.module?.eks_blueprints_addons;
  if (call !== undefined) {
    call.karpenter_enable_spot_termination = false;
    if (call.enable_aws_node_termination_handler === true)
      call.aws_node_termination_handler_asg_names = ['other'];
  }
  return new Map([...files, [path, JSON.stringify(root)]]);
}

/** SQS takes a deleted queue's name again only after a minute. */
function expectOnePlaceForEachQueue(files: Files, folders: readonly string[]): void {
  const places = new Map<string, string>();
  for (const folder of folders) {
    const root = JSON.parse(files.get(`m/${folder}/cdk.tf.json`) ?? '');
    const queues = Object.entries<{ name: string }>(root.resource?.aws_sqs_queue ?? {});
    for (const [label, { name }] of queues) {
      expect(places.get(name) ?? label).toBe(label);
      places.set(name, label);
    }
  }
}

describe.each(MIGRATIONS)('the migration %s', (_, before, after, folders, sound) => {
  it('has these stages, and each proves until it is broken', async () => {
    const { host, status, out, folders: found } = await migrate(before, after);
    expect({ status, found }, out).toEqual({ status: sound ? 0 : 1, found: ['0-now', ...folders] });
    expectOnePlaceForEachQueue(host.files, found);
    for (const folder of ['0-now', ...folders]) {
      const open =
        out.includes(`  ${folder}\n`) &&
        new RegExp(`  ${folder}\\n(?:    .*\\n)*?    not sound`).test(out);
      const intact = await proveStage(host.files, folder);
      if (open) expect(intact.verdict, folder).not.toBe('proved');
      else expect(intact.verdict, folder).toBe('proved');
      const cut = await proveStage(broken(host.files, folder), folder);
      expect(cut.pools, folder).not.toEqual(intact.pools);
      if (!open) expect(cut.verdict, folder).not.toBe('proved');
    }
  });
});

describe('what is written', () => {
  it('says what each stage does, what to see to before, and the way back', async () => {
    const { host, out } = await migrate(VALID, changed(GROUP, POOL));
    await expect(out).toMatchFileSnapshot('../golden/migrate/group-to-nodepool.txt');
    await expect(host.files.get('m/README.md')).toMatchFileSnapshot('../golden/migrate/README.md');
    await expect(host.files.get('m/3-nth-goes/README.md')).toMatchFileSnapshot(
      '../golden/migrate/3-nth-goes.md',
    );
  });

  it('names the least bad window and its length where no order is sound', async () => {
    const { host, out } = await migrate(OWNED_BY_NTH, WITHOUT_GROUP);
    await expect(out).toMatchFileSnapshot('../golden/migrate/nth-to-karpenter.txt');
    await expect(host.files.get('m/1-karpenter/README.md')).toMatchFileSnapshot(
      '../golden/migrate/1-karpenter.md',
    );
  });

  it('ends with what compiling the second policy gives', async () => {
    const { host } = await migrate(VALID, changed(GROUP, POOL));
    await run(host, ['compile', 'b.yaml', '--out', 'out']);
    expect(host.files.get('m/3-nth-goes/cdk.tf.json')).toBe(
      host.files.get('out/checkout/cdk.tf.json'),
    );
    await run(host, ['compile', 'a.yaml', '--out', 'out']);
    expect(host.files.get('m/0-now/cdk.tf.json')).toBe(host.files.get('out/checkout/cdk.tf.json'));
  });
});

describe('migrate', () => {
  it('does nothing where nothing differs', async () => {
    const { status, out } = await migrate(VALID, VALID);
    expect({ status, out }).toEqual({
      status: 0,
      out: 'nothing to do: both compile to the same\n',
    });
  });

  it('refuses two clusters, and what does not compile', async () => {
    const other = changed('  name: checkout\n', '  name: other\n');
    expect(await migrate(VALID, other)).toMatchObject({
      status: 2,
      err: expect.stringContaining('are two clusters'),
    });
    const wrong = changed('mix: { spot: 100 }', 'mix: { spots: 100 }');
    expect(await migrate(VALID, wrong)).toMatchObject({
      status: 1,
      err: expect.stringContaining('nothing was written'),
    });
  });
});
