/** The capacity mix: entries of `capacity` and `nodeClasses`, read and checked. */
import type { Finding } from '../diagnostics/finding.js';
import type { PoolKind } from '../facts/reactions.js';
import type { Span } from '../source/span.js';
import { entry } from '../value/read.js';
import type { Value } from '../value/value.js';
import { booleanAt, itemsAt, numberAt, textAt, textsAt } from './fields.js';
import type { CapacityType, Mix, NodeClassIntent, PoolIntent, Taint } from './intent.js';
import { sharesOf } from './mix.js';
import type { ReferenceReader } from './references.js';

export function readPools(
  policy: Value,
  references: ReferenceReader,
  findings: Finding[],
): readonly PoolIntent[] {
  const pools = itemsAt(policy, 'capacity').map((body) => readPool(body, references, findings));
  duplicates(
    pools.map((pool) => pool.name),
    'pool',
    findings,
  );
  for (const pool of pools) shareNames(pool, pools, findings);
  return pools;
}

export function readNodeClasses(policy: Value, findings: Finding[]): readonly NodeClassIntent[] {
  const classes = itemsAt(policy, 'nodeClasses').map((body) => ({
    name: textAt(body, 'name') ?? { value: '', from: body.from },
    spec: entry(body, 'spec') ?? body,
    from: body.from,
  }));
  duplicates(
    classes.map((nodeClass) => nodeClass.name),
    'node class',
    findings,
  );
  return classes;
}

/** A mix of several shares makes pools of its own names. */
function shareNames(pool: PoolIntent, pools: readonly PoolIntent[], findings: Finding[]): void {
  if (pool.kind !== 'NodePool' && pool.kind !== 'ManagedNodeGroup') return;
  for (const { name } of sharesOf(pool).slice(1)) {
    const other = pools.find((candidate) => candidate.name.value === name);
    if (other === undefined) continue;
    findings.push({
      rule: 'invalid-policy',
      severity: 'error',
      message: `the mix of "${pool.name.value}" makes a second ${pool.kind} "${name}", which is the name of another pool`,
      at: pool.name.from.at,
      related: [{ at: other.name.from.at, message: 'the other pool is here' }],
      help: 'give one of the two another name',
    });
  }
}

function readPool(body: Value, references: ReferenceReader, findings: Finding[]): PoolIntent {
  const kind = (textAt(body, 'kind')?.value ?? 'NodePool') as PoolKind;
  const mix = readMix(body, kind, findings);
  const tags = textsAt(body, 'tags');
  const group = references.given(entry(body, 'autoScalingGroup'));
  const capacityRebalance = booleanAt(body, 'capacityRebalance');
  const nodeRepair = booleanAt(body, 'nodeRepair');
  const nodeClass = textAt(body, 'nodeClass');
  return {
    name: textAt(body, 'name') ?? { value: '', from: body.from },
    kind,
    mix,
    capacityTypes: capacityTypes(mix),
    labels: textsAt(body, 'labels') ?? new Map(),
    taints: itemsAt(body, 'taints').map(readTaint),
    ...(tags === undefined ? {} : { tags }),
    ...(group === undefined ? {} : { autoScalingGroup: group }),
    ...(capacityRebalance === undefined ? {} : { capacityRebalance }),
    ...(nodeRepair === undefined ? {} : { nodeRepair }),
    ...(nodeClass === undefined ? {} : { nodeClass }),
    body,
    from: body.from,
  };
}

function readTaint(body: Value): Taint {
  const value = textAt(body, 'value')?.value;
  return {
    key: textAt(body, 'key')?.value ?? '',
    effect: textAt(body, 'effect')?.value ?? '',
    ...(value === undefined ? {} : { value }),
  };
}

function readMix(body: Value, kind: PoolKind, findings: Finding[]): Mix {
  const mix = entry(body, 'mix');
  const from = mix?.from ?? body.from;
  if (mix === undefined) return { spot: 0, onDemand: 100, reserved: 0, onDemandBase: 0, from }; // Fargate
  const share = (key: string): number => numberAt(mix, key)?.value ?? 0;
  const [spot, reserved, base] = [share('spot'), share('reserved'), share('onDemandBase')];
  const given = ['spot', 'onDemand', 'reserved'].filter((key) => entry(mix, key) !== undefined);
  const problem = (message: string, help: string): void => {
    findings.push({ rule: 'invalid-policy', severity: 'error', message, at: keyOf(mix), help });
  };
  if (entry(mix, 'prefer') !== undefined) {
    if (given.length > 0)
      problem('"prefer" and percentages exclude each other', 'keep one of the two');
    if (kind === 'ManagedNodeGroup' || kind === 'SelfManagedNodeGroup')
      problem(
        `a ${kind} has shares of capacity types and prefers none`,
        'write { spot: 100 }, or shares such as { spot: 80, onDemand: 20 }',
      );
    return { prefer: 'spot', spot: 0, onDemand: 0, reserved: 0, onDemandBase: 0, from };
  }
  // A self-managed group may say only its Spot share above the base: the rest is on-demand.
  const onDemand =
    kind === 'SelfManagedNodeGroup' && entry(mix, 'onDemand') === undefined
      ? Math.max(0, 100 - spot - reserved)
      : share('onDemand');
  const sum = spot + onDemand + reserved;
  if (sum !== 100)
    problem(
      `the percentages of the mix add up to ${sum}, not 100`,
      'give each capacity type its share, for example { spot: 80, onDemand: 20 }',
    );
  if (base > 0 && kind !== 'SelfManagedNodeGroup')
    problem(
      '"onDemandBase" is a property of Auto Scaling groups',
      `leave it out for a ${kind}, or give percentages`,
    );
  if (kind === 'SelfManagedNodeGroup' && reserved > 0 && reserved < 100)
    problem(
      'an Auto Scaling group shares between Spot and on-demand alone',
      'describe the reserved capacity as a group of its own: { reserved: 100 }',
    );
  return { spot, onDemand, reserved, onDemandBase: base, from };
}

function capacityTypes(mix: Mix): readonly CapacityType[] {
  if (mix.prefer !== undefined) return ['spot', 'on-demand'];
  const types: CapacityType[] = [];
  if (mix.reserved > 0) types.push('reserved');
  if (mix.spot > 0) types.push('spot');
  if (mix.onDemand > 0 || mix.onDemandBase > 0) types.push('on-demand');
  return types;
}

function duplicates(
  names: readonly { readonly value: string; readonly from: { readonly at: Span } }[],
  noun: string,
  findings: Finding[],
): void {
  const seen = new Map<string, Span>();
  for (const { value, from } of names) {
    // cdktf drops every character but letters, digits, "-" and "_" from an id, so such names would become one.
    const id = value.replace(/[^A-Za-z0-9_-]/g, '');
    const first = seen.get(id);
    if (first === undefined) seen.set(id, from.at);
    else
      findings.push({
        rule: 'invalid-policy',
        severity: 'error',
        message: `two ${noun === 'pool' ? 'pools' : 'node classes'} are called "${value}", or differ only in characters that resource names cannot hold`,
        at: from.at,
        related: [{ at: first, message: 'the other one is here' }],
        help: `give each ${noun} a name of its own`,
      });
  }
}

const keyOf = (value: Value): Span =>
  'key' in value && value.key !== undefined ? value.key : value.from.at;
