/** The role of a handler's pods, which one service account of one cluster may take, by IRSA or by EKS Pod Identity. */
import type { Span } from '../../source/span.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { block } from '../plan.js';
import { CLUSTER_DATA, oidcProviderArn } from '../root.js';
import { conditionObject, policyDocument } from './iam.js';

export interface ServiceAccount {
  /** Name of the resources, and of the role up to a suffix. */
  readonly name: string;
  readonly namespace: string;
  readonly serviceAccount: string;
}

export interface PodIdentity {
  readonly blocks: readonly SourceBlock[];
  /** `serviceAccount` of the chart's values. */
  readonly values: Expression;
  /** What must be there before the pods start: they look for their credentials once. */
  readonly before: readonly string[];
}

export function podIdentity(context: CompileContext, account: ServiceAccount): PodIdentity {
  const { at } = context;
  const named: [string, Expression] = ['name', make.literal(account.serviceAccount, at)];
  if (context.intent.identity.value === 'irsa') {
    const arn = make.reference(`aws_iam_role.${account.name}.arn`, at);
    const annotations = make.object([['eks.amazonaws.com/role-arn', arn]], at);
    return {
      blocks: [role(account, trustOfProvider(context, account), at)],
      values: make.object([named, ['annotations', annotations]], at),
      before: [],
    };
  }
  const association = ['aws_eks_pod_identity_association', account.name];
  return {
    blocks: [
      role(account, trustOfAgent(context, account), at),
      block(
        'resource',
        association,
        {
          cluster_name: context.clusterName,
          namespace: make.literal(account.namespace, at),
          service_account: make.literal(account.serviceAccount, at),
          role_arn: make.reference(`aws_iam_role.${account.name}.arn`, at),
        },
        at,
      ),
    ],
    values: make.object([named], at),
    before: [association.join('.')],
  };
}

const role = ({ name }: ServiceAccount, trust: Expression, at: Span): SourceBlock =>
  block(
    'resource',
    ['aws_iam_role', name],
    {
      name_prefix: make.literal(`interlock-${name.split('_')[0]}-`, at),
      assume_role_policy: policyDocument([trust], at),
    },
    at,
  );

type Tests = readonly (readonly [key: Expression, value: Expression])[];

const trust = (
  {
    actions,
    principal,
    tests,
  }: { actions: unknown; principal: [string, Expression]; tests: Tests },
  at: Span,
): Expression =>
  make.object(
    [
      ['Effect', make.literal('Allow', at)],
      ['Action', make.fromData(actions, at)],
      ['Principal', make.object([principal], at)],
      ['Condition', conditionObject([['StringEquals', tests]], at)],
    ],
    at,
  );

function trustOfProvider(context: CompileContext, account: ServiceAccount): Expression {
  const { at } = context;
  const provider = oidcProviderArn(context);
  const issuer = make.call(
    'replace',
    [provider, make.literal('/^.*oidc-provider\\//', at), make.literal('', at)],
    at,
  );
  const subject = `system:serviceaccount:${account.namespace}:${account.serviceAccount}`;
  const tests: Tests = [
    [make.template([issuer, ':sub'], at), make.literal(subject, at)],
    [make.template([issuer, ':aud'], at), make.literal('sts.amazonaws.com', at)],
  ];
  const actions = 'sts:AssumeRoleWithWebIdentity';
  return trust({ actions, principal: ['Federated', provider], tests }, at);
}

/** EKS says in tags of the session for whom it asks (AWS's "Create IAM role with trust policy required by EKS Pod Identity"). */
function trustOfAgent({ at }: CompileContext, account: ServiceAccount): Expression {
  const tag = (name: string): Expression => make.literal(`aws:RequestTag/${name}`, at);
  const tests: Tests = [
    [tag('eks-cluster-arn'), make.reference(`${CLUSTER_DATA}.arn`, at)],
    [tag('kubernetes-namespace'), make.literal(account.namespace, at)],
    [tag('kubernetes-service-account'), make.literal(account.serviceAccount, at)],
  ];
  const actions = ['sts:AssumeRole', 'sts:TagSession'];
  const principal: [string, Expression] = ['Service', make.literal('pods.eks.amazonaws.com', at)];
  return trust({ actions, principal, tests }, at);
}
