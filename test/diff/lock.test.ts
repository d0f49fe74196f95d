/** The lock: what it holds, that it is the same again, and that lint holds what stands to it. */
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import { changed, VALID } from '../support/policy.js';

async function locked(text = VALID) {
  const host = memoryHost({ 'checkout.yaml': text });
  expect(await run(host, ['prove', 'checkout.yaml', '--write-lock'])).toBe(0);
  return host;
}

const lint = async (host: ReturnType<typeof memoryHost>, ...options: readonly string[]) => {
  const status = await run(host, ['lint', 'checkout.yaml', ...options]);
  const said = [...host.stdout().matchAll(/: error: (.*) \[unacknowledged-change\]$/gm)];
  return { status, said: said.map((match) => match[1]) };
};

describe('the lock', () => {
  it('holds owners, drains, versions and hashes, as a person reads them', async () => {
    const host = await locked();
    await expect(host.files.get('interlock.lock.json')).toMatchFileSnapshot(
      '../golden/lock/interlock.lock.json',
    );
  });

  it('is the same in the same bytes, and keeps what it says of others', async () => {
    const host = await locked();
    const first = host.files.get('interlock.lock.json');
    await run(host, ['prove', 'checkout.yaml', '--write-lock']);
    expect(host.files.get('interlock.lock.json')).toBe(first);
    host.files.set('other.yaml', changed('metadata: { name: checkout }', 'metadata: { name: a }'));
    await run(host, ['prove', 'other.yaml', '--write-lock']);
    const both = JSON.parse(host.files.get('interlock.lock.json') ?? '');
    expect(Object.keys(both.configurations)).toEqual(['checkout.yaml', 'other.yaml']);
    expect(both.configurations['checkout.yaml']).toEqual(
      JSON.parse(first ?? '').configurations['checkout.yaml'],
    );
  });

  it('lies beside what it is of, with paths from its own folder', async () => {
    const host = memoryHost({ 'infra/prod/checkout.yaml': VALID });
    const file = 'infra/interlock.lock.json';
    await run(host, ['prove', 'infra/prod/checkout.yaml', '--write-lock', file]);
    const lock = JSON.parse(host.files.get(file) ?? '');
    expect(Object.keys(lock.configurations)).toEqual(['prod/checkout.yaml']);
  });
});

describe('lint with a lock', () => {
  it('is silent where nothing has changed', async () => {
    expect(await lint(await locked())).toEqual({ status: 0, said: [] });
  });

  it.each([
    [
      'an owner',
      changed(
        'SelfManagedNodeGroup: nth }',
        'SelfManagedNodeGroup: nth }\n  exceptions: [{ pools: [batch], events: [scheduled-change], owner: none, because: the group is drained by hand }]',
      ),
      '"nobody" answers scheduled-change of "batch", and interlock.lock.json says "nth drain"',
    ],
    [
      'a drain',
      `${VALID}drain: { pools: { web: { expireAfter: 100h, terminationGracePeriod: 1h } } }\n`,
      '"terminationGracePeriod" of "web" is 1h, and interlock.lock.json says that it is not set',
    ],
    [
      'a version',
      changed('chart: 1.8.8', 'chart: 1.8.7'),
      'karpenter is at 1.8.7, and interlock.lock.json says 1.8.8',
    ],
    [
      'what nodes are made of',
      changed('al2023@v20250915', 'al2023@v20251002'),
      'what makes the nodes of "web" is not what interlock.lock.json was written for',
    ],
    [
      'a pool that is new',
      changed('kind: NodePool\n', 'kind: NodePool\n').replace('name: web', 'name: api'),
      'the pool "api" is not in interlock.lock.json',
    ],
  ])('says %s that nobody has agreed to', async (_, text, message) => {
    const host = await locked();
    host.files.set('checkout.yaml', text);
    const { status, said } = await lint(host);
    expect(status).toBe(1);
    expect(said).toContain(message);
  });

  it('says what is in no lock, and that a lock cannot be read', async () => {
    const host = await locked();
    host.files.set('interlock.lock.json', '{"version":1,"configurations":{}}');
    expect((await lint(host)).said).toEqual(['"checkout.yaml" is not in interlock.lock.json']);
    const broken = await locked();
    broken.files.set('interlock.lock.json', '{"version":7}');
    expect((await lint(broken)).status).toBe(1);
    expect(broken.stdout()).toContain('it is no lock of version 1 [unreadable-file]');
    const missing = await locked();
    expect((await lint(missing, '--lock', 'elsewhere.json')).status).toBe(1);
    expect(missing.stdout()).toContain('the lock cannot be read: it does not exist');
  });
});
