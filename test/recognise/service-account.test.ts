/** Names of service accounts, as the charts' own templates make them. */
import { describe, expect, it } from 'vitest';
import { serviceAccountOf } from '../../src/recognise/service-account.js';
import { originAt, span } from '../../src/source/span.js';
import { fromData, known, unknown, type Value } from '../../src/value/value.js';

const from = originAt(span('main.tf', 0, 0));
const NTH = 'aws-node-termination-handler';
const open = unknown('input', 'var.name', from);
const values = (data: unknown): Value => fromData(data, from);
const called = (name: string, data: unknown = {}, chart = NTH) =>
  serviceAccountOf({
    name: { value: name, from },
    chart: { value: chart, from },
    values: values(data),
  });

describe('the service account of a release', () => {
  it.each([
    ['that is called like its chart', NTH, {}, NTH],
    ['whose name holds that of its chart', `${NTH}-spot`, {}, `${NTH}-spot`],
    ['with another name', 'nth', {}, `nth-${NTH}`],
    ['with a name of its own for it', 'nth', { serviceAccount: { name: 'drainer' } }, 'drainer'],
    ['with an empty name for it', 'nth', { serviceAccount: { name: '' } }, `nth-${NTH}`],
    ['with no name for it', 'nth', { serviceAccount: { name: null } }, `nth-${NTH}`],
    ['that makes none', 'nth', { serviceAccount: { create: false } }, 'default'],
    [
      'that makes none and names one',
      'nth',
      { serviceAccount: { create: false, name: 'drainer' } },
      'drainer',
    ],
    ['with another name for the chart', 'nth', { nameOverride: 'drain' }, 'nth-drain'],
    ['whose name holds that one', 'drain-nth', { nameOverride: 'drain' }, 'drain-nth'],
    ['with another name for all', 'nth', { fullnameOverride: 'drain', nameOverride: 'x' }, 'drain'],
    ['with a long name', 'a'.repeat(40), {}, `${'a'.repeat(40)}-aws-node-termination-h`],
    ['that is cut at a dash', 'a'.repeat(36), {}, `${'a'.repeat(36)}-aws-node-termination-handl`],
    [
      'whose long name is cut before a dash',
      'x',
      { fullnameOverride: `${'a'.repeat(62)}-b` },
      'a'.repeat(62),
    ],
  ])('%s', (_, name, data, expected) => {
    expect(called(name, data)).toBe(expected);
  });

  it('is called like the release of Karpenter alone where that holds its name', () => {
    expect(called('karpenter', {}, 'karpenter')).toBe('karpenter');
    expect(called('scaler', {}, 'karpenter')).toBe('scaler-karpenter');
  });

  it.each([
    ['its name', { serviceAccount: values({}), name: open }],
    ['whether it is made', { serviceAccount: known(new Map([['create', open]]), from) }],
    ['the name of all', { fullnameOverride: open }],
    ['the name of the chart', { nameOverride: open }],
  ] as const)('is not known where %s is not', (what, entries) => {
    const { name, ...rest } = entries as Readonly<Record<string, Value>>;
    const own =
      name === undefined ? rest : { serviceAccount: known(new Map([['name', name]]), from) };
    const given = known(new Map(Object.entries(own)), from);
    expect(
      serviceAccountOf({
        name: { value: 'nth', from },
        chart: { value: NTH, from },
        values: given,
      }),
      what,
    ).toBeUndefined();
  });

  it('is not known of a release or a chart whose name is not', () => {
    expect(serviceAccountOf({ chart: { value: NTH, from }, values: values({}) })).toBeUndefined();
    expect(
      serviceAccountOf({ name: open, chart: { value: NTH, from }, values: values({}) }),
    ).toBeUndefined();
    expect(
      serviceAccountOf({ name: { value: 'nth', from }, chart: undefined, values: values({}) }),
    ).toBeUndefined();
  });
});
