/** Plans that Terraform made of the roots beside them, with a mock of AWS. */
import { readFileSync } from 'node:fs';
import { type PlanReading, readPlan } from '../../../src/terraform/plan/plan.js';
import { entry } from '../../../src/value/read.js';
import { isUnknown, type Value } from '../../../src/value/value.js';

export const fixture = (name: string): string =>
  readFileSync(`test/terraform/plan/fixtures/${name}`, 'utf8');

export const RAW = {
  terraform: 'raw/main.tf',
  plan: 'raw/plan.json',
  applied: 'raw/applied.json',
  state: 'raw/state.json',
} as const;

export const readFixture = (name: string): PlanReading => readPlan(name, fixture(name));

/** A value of a block as text: data as JSON, unknowns by cause and term. */
export function shown(reading: PlanReading, address: string, ...path: readonly string[]): string {
  const block = reading.blocks.find((one) => one.address === address);
  if (block === undefined) return 'no such block';
  const value = path.reduce<Value | undefined>(
    (current, key) =>
      /^\d+$/.test(key) &&
      current !== undefined &&
      !isUnknown(current) &&
      Array.isArray(current.value)
        ? (current.value[Number(key)] as Value | undefined)
        : entry(current, key),
    block.body,
  );
  if (value === undefined) return 'absent';
  return isUnknown(value) ? `${value.unknown} ${value.term}` : JSON.stringify(value.value);
}
