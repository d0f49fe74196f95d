/** IAM documents as expressions: what a statement allows, and the role that one service account may take. */
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

const conditionObject = (conditions: Conditions, at: Span): Expression =>
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

export interface ServiceAccountRole {
  /** Name of the resource, and of the role up to a suffix. */
  readonly name: string;
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly oidcProviderArn: Expression;
}

/** A role for pods: only this service account of this cluster may take it. */
export function serviceAccountRole(
  { name, namespace, serviceAccount, oidcProviderArn }: ServiceAccountRole,
  at: Span,
): SourceBlock {
  const issuer = make.call(
    'replace',
    [oidcProviderArn, make.literal('/^.*oidc-provider\\//', at), make.literal('', at)],
    at,
  );
  const subject = `system:serviceaccount:${namespace}:${serviceAccount}`;
  const statement = make.object(
    [
      ['Effect', make.literal('Allow', at)],
      ['Action', make.literal('sts:AssumeRoleWithWebIdentity', at)],
      ['Principal', make.object([['Federated', oidcProviderArn]], at)],
      [
        'Condition',
        conditionObject(
          [
            [
              'StringEquals',
              [
                [make.template([issuer, ':sub'], at), make.literal(subject, at)],
                [make.template([issuer, ':aud'], at), make.literal('sts.amazonaws.com', at)],
              ],
            ],
          ],
          at,
        ),
      ],
    ],
    at,
  );
  return block(
    'resource',
    ['aws_iam_role', name],
    {
      name_prefix: make.literal(`interlock-${name.split('_')[0]}-`, at),
      assume_role_policy: policyDocument([statement], at),
    },
    at,
  );
}

/** What a service account's chart needs to take a role. */
export const roleAnnotation = (name: string, at: Span): Expression =>
  make.object([['eks.amazonaws.com/role-arn', make.reference(`aws_iam_role.${name}.arn`, at)]], at);

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
