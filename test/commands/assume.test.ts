/** `--assume`: versions that nothing states. */
import { describe, expect, it } from 'vitest';
import { parseAssumed } from '../../src/commands/assume.js';
import { run } from '../../src/commands/program.js';
import { memoryHost } from '../support/memory-host.js';
import { proveOne } from '../support/roots.js';

describe('assumed versions', () => {
  it('are read by name, later ones over earlier ones', () => {
    expect(
      parseAssumed('karpenter=v1.2.0, nth=0.27.1', { kubernetes: '1.31', nth: '0.20.0' }),
    ).toEqual({
      karpenter: '1.2.0',
      nth: '0.27.1',
      kubernetes: '1.31',
    });
  });

  for (const wrong of [
    'helm=3',
    'karpenter',
    'karpenter=',
    'karpenter=latest',
    'nth=1.2.3.4',
    'nth=-1',
  ])
    it(`are wrong usage where they are "${wrong}"`, async () => {
      const host = memoryHost({ 'main.tf': '' });
      expect(await run(host, ['prove', 'main.tf', '--assume', wrong])).toBe(2);
      expect(host.stderr()).not.toBe('');
    });

  /** Up to 0.32 the queue is read below settings.aws, from then on below settings. */
  const files = {
    'values.yaml':
      'settings:\n  clusterName: shop\n  aws:\n    clusterName: shop\n    interruptionQueueName: shop\n',
    'pool.yaml': `apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata: { name: workers }
spec:
  template:
    spec:
      nodeClassRef: { name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [spot] }]
`,
  };

  it('decide which keys a chart reads', async () => {
    const spot = async (version: string) =>
      (await proveOne(files, { options: ['--assume', `karpenter=${version}`] })).pools.workers?.[
        'spot-interruption'
      ];
    expect(await spot('0.32.1')).toBe('karpenter drain');
    expect(await spot('0.37.0')).toBe('gap error');
  });

  it('can be said in interlock.yaml, and the command line has the last word', async () => {
    const all = { ...files, 'interlock.yaml': 'assume: { karpenter: 0.37.0 }\n' };
    const spot = async (options: readonly string[]) =>
      (await proveOne(all, { paths: ['.'], options })).pools.workers?.['spot-interruption'];
    expect(await spot([])).toBe('gap error');
    expect(await spot(['--assume', 'karpenter=0.32.1'])).toBe('karpenter drain');
  });
});
