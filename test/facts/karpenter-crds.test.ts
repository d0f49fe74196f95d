/** The CRD tables: fields at single releases, and the schema that ajv makes of them. */
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { crdSchema } from '../../src/facts/crd-schema.js';
import { karpenterVersions, serves } from '../../src/facts/karpenter.js';
import { type CrdTable, crdFields, crdKinds, loadCrd } from '../../src/facts/karpenter-crds.js';

const tables = new Map<string, CrdTable>();

beforeAll(async () => {
  for (const key of crdKinds()) {
    const [apiVersion = '', kind = ''] = key.split(' ');
    const table = await loadCrd(apiVersion, kind);
    if (table !== undefined) tables.set(key, table);
  }
});

function table(key: string): CrdTable {
  const found = tables.get(key);
  if (found === undefined) throw new Error(`no table ${key}`);
  return found;
}

const field = (key: string, release: string, path: string) =>
  crdFields(table(key), release).get(path);

const POOL = 'karpenter.sh/v1 NodePool';
const OLD_POOL = 'karpenter.sh/v1beta1 NodePool';
const CLASS = 'karpenter.k8s.aws/v1 EC2NodeClass';

describe('fields', () => {
  it('has the table of every kind that it names, and of no other', async () => {
    expect([...tables.keys()].sort()).toEqual([...crdKinds()].sort());
    expect(await loadCrd('karpenter.sh/v1', 'EC2NodeClass')).toBeUndefined();
    expect(await loadCrd('v1', 'toString')).toBeUndefined();
  });

  it('has fields exactly where the release serves the kind', () => {
    for (const [key, one] of tables)
      for (const version of karpenterVersions()) {
        const [apiVersion = '', kind = ''] = key.split(' ');
        expect([key, version, crdFields(one, version).size > 0]).toEqual([
          key,
          version,
          serves(version, apiVersion, kind),
        ]);
      }
  });

  it.each([
    [POOL, '1.13.1', ['WhenEmpty', 'WhenEmptyOrUnderutilized']],
    [POOL, '1.14.1', ['WhenEmpty', 'WhenEmptyOrUnderutilized', 'Balanced']],
    [OLD_POOL, '0.35.0', ['WhenEmpty', 'WhenUnderutilized']],
  ])('%s at %s knows the policies %j', (key, release, policies) => {
    expect(field(key, release, 'spec.disruption.consolidationPolicy')?.enum).toEqual(policies);
  });

  it.each([
    [POOL, '1.0.0', 'spec.template.spec.terminationGracePeriod', true],
    [OLD_POOL, '0.35.0', 'spec.template.spec.terminationGracePeriod', false],
    [POOL, '1.7.6', 'spec.replicas', false],
    [POOL, '1.8.0', 'spec.replicas', true],
    [CLASS, '1.2.8', 'spec.capacityReservationSelectorTerms', false],
    [CLASS, '1.3.0', 'spec.capacityReservationSelectorTerms', true],
    [CLASS, '1.12.2', 'spec.connectionTracking', false],
    [CLASS, '1.13.0', 'spec.connectionTracking', true],
  ])('%s at %s has %s: %s', (key, release, path, has) => {
    expect(field(key, release, path) !== undefined).toBe(has);
  });

  it('requires consolidateAfter once disruption is given, and gives disruption a default', () => {
    expect(field(POOL, '1.14.1', 'spec.disruption.consolidateAfter')?.required).toBe(true);
    expect(field(POOL, '1.14.1', 'spec.disruption')?.default).toEqual({ consolidateAfter: '0s' });
  });

  it('says every rule in words', () => {
    for (const [, one] of tables)
      for (const id of one.rows.flatMap(({ rules }) => rules ?? [])) {
        expect(Object.hasOwn(one.rules, id)).toBe(true);
        expect(one.phrases.filter(({ rules }) => rules.includes(id))).toHaveLength(1);
      }
  });

  it('marks rules that judge a change', () => {
    const rules = field(CLASS, '1.6.8', 'spec')?.rules ?? [];
    const changes = rules.filter(({ transition }) => transition === true);
    expect(changes.map(({ says }) => says)).toEqual([
      'cannot change between role and instanceProfile',
    ]);
    expect(rules.some(({ says }) => says === 'needs either role or instanceProfile')).toBe(true);
  });

  it.each([
    [POOL, '1.14.1', 20],
    [CLASS, '1.14.1', 54],
  ])('%s at %s has %i rules', (key, release, count) => {
    const fields = [...crdFields(table(key), release).values()];
    expect(fields.flatMap(({ rules }) => rules ?? [])).toHaveLength(count);
  });
});

describe('schema', () => {
  const judge = (key: string, release: string, spec: unknown) => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    formats.default(ajv);
    const [apiVersion, kind] = key.split(' ');
    const validate = ajv.compile(crdSchema(table(key), release) ?? false);
    validate({ apiVersion, kind, metadata: { name: 'service' }, spec });
    return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
  };
  const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'general' };
  const requirements = [{ key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] }];
  const pool = (more: object = {}, top: object = {}) => ({
    template: {
      metadata: { labels: { nodeType: 'service-2023' } },
      spec: { nodeClassRef, requirements, ...more },
    },
    ...top,
  });

  it.each([
    ['a pool', pool(), []],
    ['limits of either type', pool({}, { limits: { cpu: 1000, memory: '1Gi' } }), []],
    ['an expiry', pool({ expireAfter: '336h' }), []],
    [
      'days as a duration',
      pool({ expireAfter: '14d' }),
      ['/spec/template/spec/expireAfter pattern'],
    ],
    [
      'a misspelt field',
      pool({ terminationGracePeirod: '1h' }),
      ['/spec/template/spec additionalProperties'],
    ],
    [
      'disruption without consolidateAfter',
      pool({}, { disruption: { consolidationPolicy: 'WhenEmpty' } }),
      ['/spec/disruption required'],
    ],
    ['no template', {}, ['/spec required']],
    ['no spec', undefined, [' required']],
  ])('judges %s at 1.14.1', (_, spec, errors) => {
    expect(judge(POOL, '1.14.1', spec)).toEqual(errors);
  });

  it('does not know terminationGracePeriod before 1.0', () => {
    const spec = pool({ terminationGracePeriod: '1h' });
    const errors = judge(OLD_POOL, '0.35.0', spec);
    expect(errors).toContain('/spec/template/spec additionalProperties');
  });

  it('has none for a release without the kind', () => {
    expect(crdSchema(table(POOL), '0.35.0')).toBeUndefined();
  });

  it('compiles for every kind at its newest release', () => {
    for (const [key, one] of tables) {
      const newest = karpenterVersions().findLast((version) => crdFields(one, version).size > 0);
      const ajv = new Ajv({ strict: false });
      formats.default(ajv);
      expect(() => ajv.compile(crdSchema(one, newest ?? '') ?? true), key).not.toThrow();
    }
  });
});
