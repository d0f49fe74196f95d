/** IAM documents as expressions: what a statement allows, and under which conditions. */
import type { Span } from '../../source/span.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import { block } from '../plan.js';

/** A condition as IAM nests it: operator, key, value. Keys may hold what Terraform fills in. */
export type Conditions = readonly (readonly [
  operator: string,
  tests: readonly (readonly [key: Expression, value: Expression])[],
])[];

export interface Statement {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resources: Expression;
  readonly conditions?: Conditions;
}

export const allow = ({ sid, actions, resources, conditions }: Statement, at: Span): Expression =>
  make.object(
    [
      ['Sid', make.literal(sid, at)],
      ['Effect', make.literal('Allow', at)],
      ['Action', make.fromData(actions.length === 1 ? actions[0] : actions, at)],
      ['Resource', resources],
      ...(conditions === undefined
        ? []
        : [['Condition', conditionObject(conditions, at)] as const]),
    ],
    at,
  );

export const conditionObject = (conditions: Conditions, at: Span): Expression =>
  make.object(
    conditions.map(([operator, tests]) => [
      operator,
      { kind: 'object', entries: tests.map(([key, value]) => ({ key, value })), at },
    ]),
    at,
  );

export const policyDocument = (statements: readonly Expression[], at: Span): Expression =>
  make.call(
    'jsonencode',
    [
      make.object(
        [
          ['Version', make.literal('2012-10-17', at)],
          ['Statement', make.list(statements, at)],
        ],
        at,
      ),
    ],
    at,
  );

export const rolePolicy = (
  role: string,
  statements: readonly Expression[],
  at: Span,
  name = 'node-termination',
): SourceBlock =>
  block(
    'resource',
    ['aws_iam_role_policy', role],
    {
      name: make.literal(name, at),
      role: make.reference(`aws_iam_role.${role}.name`, at),
      policy: policyDocument(statements, at),
    },
    at,
  );
