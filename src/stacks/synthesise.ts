/** The bytes of a plan's `cdk.tf.json`, made in memory as cdktf would write them. */
import stringify from 'json-stable-stringify';
import type { Plan } from '../compile/plan.js';
import { PlanStack } from './stack.js';

/** Keys sorted, two blanks, no line end at the last line: the form in which cdktf itself writes a stack. */
export const synthesise = (plan: Plan): string =>
  stringify(new PlanStack(undefined, plan).toTerraform(), { space: 2 }) ?? '';
