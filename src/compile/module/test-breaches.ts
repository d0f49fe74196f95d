/** Runs in which the world, or the values together, break the invariant. */
import type { SourceBlock } from '../../terraform/syntax/module.js';
import { printExpression } from '../../terraform/syntax/print.js';
import type { Bound } from '../bind.js';
import type { CompileContext } from '../context.js';
import { guardedGroups, guardsIn } from '../guards.js';
import { CLUSTER_DATA } from '../root.js';
import { sampleValue } from './samples.js';
import { clusterValues, groupValues, overrideData } from './test-mocks.js';
import { type Run, run } from './test-run.js';

export function breaches(
  context: CompileContext,
  blocks: readonly SourceBlock[],
): readonly SourceBlock[] {
  const has = guardsIn(context, blocks);
  const made: (readonly [string, Run])[] = [
    ['refuses_a_cluster_of_another_region', cluster(context, { region: 'eu-south-9' })],
  ];
  if (has.admission !== undefined)
    made.push([
      'refuses_a_cluster_that_does_not_admit_the_nodes',
      cluster(context, { authenticationMode: has.admission }),
    ]);
  const one = has.apart.length === 0 ? undefined : oneGroup(context, has.apart);
  if (one !== undefined) made.push(['refuses_two_pools_that_are_one_group', one]);
  if (has.checks.has('kubernetes_version'))
    made.push([
      'warns_of_another_version_of_kubernetes',
      warned(context, 'kubernetes_version', { version: '1.0' }),
    ]);
  if (has.checks.has('identity_provider'))
    made.push([
      'warns_of_an_identity_provider_of_another_cluster',
      warned(context, 'identity_provider', { issuer: 'https://oidc.example.com/id/other' }),
    ]);
  for (const { name, address, managedTag, check } of guardedGroups(context))
    made.push(
      [
        `warns_of_${name}_without_its_tag`,
        {
          overrides: [overrideData(context, address, groupValues('other'))],
          expects: [`check.${check}`],
        },
      ],
      [
        `warns_of_${name}_that_does_not_propagate_its_tag`,
        {
          overrides: [overrideData(context, address, groupValues(managedTag, false))],
          expects: [`check.${check}`],
        },
      ],
    );
  return made.map(([name, spec]) => run(context, name, spec));
}

type Change = Parameters<typeof clusterValues>[1];

const cluster = (context: CompileContext, change: Change): Run => ({
  overrides: [overrideData(context, CLUSTER_DATA, clusterValues(context, change))],
  expects: [CLUSTER_DATA],
});

const warned = (context: CompileContext, check: string, change: Change): Run => ({
  ...cluster(context, change),
  expects: [`check.${check}`],
});

/** A group that is bound is bound to what another group is; undefined where none is bound. */
function oneGroup(context: CompileContext, expects: readonly string[]): Run | undefined {
  const bound = new Map<string, Bound>(context.bind.bound().map((one) => [`var.${one.name}`, one]));
  const groups = guardedGroups(context).map(({ arn }) => printExpression(arn));
  const name = groups.findLast((group) => bound.has(group));
  const other = guardedGroups(context).find(({ arn }) => printExpression(arn) !== name)?.arn;
  if (name === undefined || other === undefined) return undefined;
  const variable = bound.get(printExpression(other));
  const value = variable === undefined ? other : sampleValue(context, variable);
  return { variables: { [bound.get(name)?.name ?? '']: value }, expects };
}
