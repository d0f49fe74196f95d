/** Workloads, budgets and lifetimes as the arithmetic of drains sees them. */
import { describe, expect, it } from 'vitest';
import { durationSeconds, durationText } from '../../src/manifests/duration.js';
import { poolDrainsOf } from '../../src/manifests/pool-drains.js';
import { workloadsOf } from '../../src/manifests/workloads.js';
import { isUnknown } from '../../src/value/value.js';
import { changed, objectsOf, POOL } from './support.js';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 3
  template:
    metadata:
      labels: { app: web }
      annotations: { karpenter.sh/do-not-disrupt: "true" }
    spec:
      terminationGracePeriodSeconds: 90
      nodeSelector: { team: orders }
      tolerations: [{ key: orders, operator: Exists }]
`;
const only = (text: string) => workloadsOf(objectsOf(text)).workloads[0];

describe('a workload', () => {
  it('is read with what a drain is about', () => {
    expect(only(WEB)).toMatchObject({
      id: 'Deployment shop/web',
      replicas: { value: 3 },
      grace: { value: 90 },
      protection: [{ annotation: 'karpenter.sh/do-not-disrupt', value: 'true' }],
      placement: [[{ key: 'team', operator: 'In', values: [{ value: 'orders' }] }]],
      tolerations: [{ key: 'orders', operator: 'Exists' }],
      volumes: [],
      daemon: false,
    });
  });

  it.each([
    ['a Pod', 'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: {}\n', 'Pod a', 1],
    [
      'a Job',
      'apiVersion: batch/v1\nkind: Job\nmetadata: { name: a }\nspec: { parallelism: 4, template: {} }\n',
      'Job a',
      4,
    ],
    [
      'a CronJob',
      'apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: a }\nspec: { jobTemplate: { spec: { template: {} } } }\n',
      'CronJob a',
      undefined,
    ],
    [
      'a DaemonSet',
      'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: a }\nspec: { template: {} }\n',
      'DaemonSet a',
      undefined,
    ],
    [
      'a Rollout',
      'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: a }\nspec: { template: {} }\n',
      'Rollout a',
      1,
    ],
  ])('may be %s', (_, text, id, replicas) => {
    const found = only(text);
    expect(found?.id).toBe(id);
    const count = found?.replicas;
    expect(count && !isUnknown(count) ? count.value : undefined).toBe(replicas);
    expect(found?.grace).toMatchObject({ value: 30 });
  });

  it.each([
    ['a Service', 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\n'],
    [
      'a Deployment of another group',
      'apiVersion: example.com/v1\nkind: Deployment\nspec: { template: {} }\n',
    ],
    ['a Deployment without pods', 'apiVersion: apps/v1\nkind: Deployment\n'],
  ])('is never %s', (_, text) => {
    expect(only(text)).toBeUndefined();
  });

  it('has the least number of pods that its autoscaler says', () => {
    const scaler = (ref: string, min: string) =>
      `${WEB}---\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: web }\nspec: { ${min}scaleTargetRef: { kind: Deployment, name: ${ref} } }\n`;
    expect(only(scaler('web', 'minReplicas: 2, '))?.replicas).toMatchObject({ value: 2 });
    expect(only(scaler('web', ''))?.replicas).toMatchObject({ value: 1 });
    expect(only(scaler('api', 'minReplicas: 2, '))?.replicas).toMatchObject({ value: 3 });
  });

  it('has alternatives where its affinity has terms, each with the node selector', () => {
    const text = changed(
      WEB,
      '      tolerations',
      `      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
              - matchExpressions: [{ key: a, operator: Exists }]
              - matchExpressions: [{ key: b, operator: NotIn, values: [x] }]
      tolerations`,
    );
    expect(only(text)?.placement.map((term) => term.map(({ key }) => key))).toEqual([
      ['team', 'a'],
      ['team', 'b'],
    ]);
  });
});

describe('volumes of one node', () => {
  const claim = (name: string, mode: string, more = '') =>
    `---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: ${name}, namespace: shop }\nspec: { accessModes: [${mode}]${more} }\n`;
  const using = (volumes: string, rest = '') =>
    `${changed(WEB, '      nodeSelector', `      volumes: [${volumes}]\n      nodeSelector`)}${rest}`;
  const names = (text: string) => only(text)?.volumes.map(({ name }) => name);

  it.each([
    [
      'a claim that one node mounts',
      using(
        '{ name: d, persistentVolumeClaim: { claimName: data } }',
        claim('data', 'ReadWriteOnce'),
      ),
      ['data'],
    ],
    [
      'a claim that many mount',
      using(
        '{ name: d, persistentVolumeClaim: { claimName: data } }',
        claim('data', 'ReadWriteMany'),
      ),
      [],
    ],
    [
      'a claim that is not in sight',
      using('{ name: d, persistentVolumeClaim: { claimName: data } }'),
      [],
    ],
    [
      'a claim of a shared file system',
      using(
        '{ name: d, persistentVolumeClaim: { claimName: data } }',
        `${claim('data', 'ReadWriteOnce', ', storageClassName: efs')}---\napiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: { name: efs }\nprovisioner: efs.csi.aws.com\n`,
      ),
      [],
    ],
    ['an empty directory', using('{ name: d, emptyDir: {} }'), []],
    [
      'an ephemeral volume',
      using(
        '{ name: d, ephemeral: { volumeClaimTemplate: { spec: { accessModes: [ReadWriteOncePod] } } } }',
      ),
      ['d'],
    ],
    [
      'a volume of EBS itself',
      using('{ name: d, awsElasticBlockStore: { volumeID: vol-1 } }'),
      ['d'],
    ],
  ])('%s', (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });
});

describe('disruption budgets', () => {
  const budget = (spec: string, apiVersion = 'policy/v1') =>
    workloadsOf(
      objectsOf(
        `apiVersion: ${apiVersion}\nkind: PodDisruptionBudget\nmetadata: { name: web }\nspec: { ${spec} }\n`,
      ),
    ).budgets[0];

  it.each([
    ['minAvailable: 2', { minAvailable: { pods: 2 } }],
    ['minAvailable: 50%', { minAvailable: { percent: 50 } }],
    ['maxUnavailable: "0%"', { maxUnavailable: { percent: 0 } }],
  ])('%s', (spec, expected) => {
    expect(budget(spec)).toMatchObject(expected);
  });

  it('select nothing without a selector, and everything with an empty one', () => {
    expect(budget('minAvailable: 1')?.selects).toBeUndefined();
    expect(budget('minAvailable: 1, selector: {}')?.selects).toEqual([]);
    expect(budget('minAvailable: 1, selector: {}', 'policy/v1beta1')?.selects).toBeUndefined();
  });
});

describe('lifetimes of nodes', () => {
  const drain = (text: string) => poolDrainsOf(objectsOf(text))[0];

  it('come from the template in v1', () => {
    expect(drain(POOL)).toMatchObject({
      pool: 'general',
      expireAfter: { value: 336 * 3600 },
      expireAfterWritten: true,
      terminationGracePeriod: { value: 3600 },
      budgets: [
        { nodes: '10%', opens: true },
        { nodes: '0', schedule: '0 9 * * mon-fri' },
      ],
    });
  });

  it.each([
    ['v1', changed(POOL, '      expireAfter: 336h\n', ''), 720 * 3600],
    [
      'Auto Mode',
      changed(
        changed(POOL, '      expireAfter: 336h\n', ''),
        'group: karpenter.k8s.aws',
        'group: eks.amazonaws.com',
      ),
      336 * 3600,
    ],
    [
      'a Provisioner',
      'apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: { name: a }\nspec: {}\n',
      'Never',
    ],
    [
      'a Provisioner with a TTL',
      'apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: { name: a }\nspec: { ttlSecondsUntilExpired: 60 }\n',
      60,
    ],
    ['Never', changed(POOL, '336h', 'Never'), 'Never'],
  ])('of %s', (_, text, expected) => {
    expect(drain(text)?.expireAfter).toMatchObject({ value: expected });
  });
});

describe('a lifetime that is none', () => {
  it('is unknown, not the default', () => {
    const [drain] = poolDrainsOf(objectsOf(changed(POOL, '336h', '14d')));
    expect(drain?.expireAfter).toMatchObject({ unknown: 'unread' });
  });
});

describe('durations', () => {
  it.each([
    ['90s', 90],
    ['1h30m', 5400],
    ['336h', 1209600],
    ['1.5h', 5400],
    ['500ms', 0.5],
  ])('%s', (text, seconds) => {
    expect(durationSeconds(text)).toBe(seconds);
  });

  it.each(['1d', '5', 'Never', '', 'h', '5mXX', '-5m'])('"%s" is none', (text) => {
    expect(durationSeconds(text)).toBeUndefined();
  });

  it.each([
    [0, '0s'],
    [30, '30s'],
    [90, '90s'],
    [120, '2m'],
    [1209600, '336h'],
  ])('%i seconds are written %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
    expect(durationSeconds(text)).toBe(seconds);
  });
});
