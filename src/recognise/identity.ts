/**
 * The AWS identity of a release: the role that its service account is annotated
 * with, whether the role trusts it, and what the role's policies let it call.
 */
import type { Block } from '../configuration/configuration.js';
import type { Condition, Installation } from '../model/system.js';
import { and, isUndecided, not, or, orOf, type Tri } from '../value/logic.js';
import { elements, entry, isAbsent, same, text } from '../value/read.js';
import { isUnknown, type Maybe, type Unknown, type Value } from '../value/value.js';
import type { ChartRelease } from './charts.js';
import type { RecogniseContext } from './context.js';
import { policyStatements, type Statement } from './iam.js';
import { covers, globs, type Names, permits, some } from './permissions.js';
import { namesQueue, type QueueIdentity } from './queues.js';
import { serviceAccountOf } from './service-account.js';

export interface Identity {
  readonly trust: Condition;
  /** By an association of EKS Pod Identity, not by an annotation. */
  readonly associated: boolean;
  readonly permits: NonNullable<Installation['permits']>;
}

/** Undefined where the role is not in sight: another way to an identity is not judged. */
export function identityOf(
  context: RecogniseContext,
  release: ChartRelease,
  queues: readonly QueueIdentity[],
): Identity | undefined {
  const annotation = ['serviceAccount', 'annotations', 'eks.amazonaws.com/role-arn'];
  // An association of EKS Pod Identity takes precedence over the annotation.
  const associated = association(context, release);
  if (associated !== undefined && 'unknown' in associated) return undefined;
  const arn = text(
    associated ? entry(associated.body, 'role_arn') : entry(release.values.root, ...annotation),
  );
  const role = arn === undefined ? undefined : roleAt(context, arn);
  if (role === undefined) return undefined;
  // Every event of every pool asks the same of the same documents.
  const asked = new Map<string, Condition>();
  const granted = documentsOf(context, role);
  return {
    associated: associated !== undefined,
    trust: associated ? podTrust(context, role) : accountTrust(context, role, release),
    permits: (actions, queue) => {
      const key = [queue, ...actions].join(' ');
      const known = asked.get(key) ?? permission(role, granted, { actions, queues, queue });
      asked.set(key, known);
      return known;
    },
  };
}

interface Call {
  readonly actions: readonly string[];
  readonly queues: readonly QueueIdentity[];
  readonly queue: string | undefined;
}

function permission(role: Block, granted: Documents, call: Call): Condition {
  const { open, opaque } = allowed(granted, call);
  const names = call.actions.join(', ');
  return {
    name: 'identity',
    open,
    from: role.from,
    says: `its role ${open === false ? 'does not let' : 'lets'} it call ${names}`,
    ...(opaque && {
      assuming: {
        id: `permissions:${role.address}`,
        says: `the policies of ${role.address} that are not in sight allow ${names}`,
      },
    }),
  };
}

/** The role that an ARN refers to. */
export function roleAt(context: RecogniseContext, arn: Maybe<string>): Block | undefined {
  const address = isUnknown(arn) ? /^(.+)\.arn$/s.exec(arn.term)?.[1] : undefined;
  if (address !== undefined) {
    const block = context.blockAt(address);
    return block?.labels[0] === 'aws_iam_role' ? block : undefined;
  }
  const written = isUnknown(arn) ? undefined : arn.value.split('/').at(-1);
  return context
    .resources('aws_iam_role')
    .find((role) => written !== undefined && nameOf(role) === written);
}

const nameOf = (role: Block): string | undefined => {
  const name = text(entry(role.body, 'name'));
  return name === undefined || isUnknown(name) ? undefined : name.value;
};

/** A condition on the subject keeps other service accounts out; its key hangs on the provider and is seldom known. */
const SUBJECTS = /:sub" = (?:\[)?((?:"[^"]*"(?:, )?)+)/g;
const AUDIENCE = /:aud" = "([^"]*)"/;

interface Trust {
  readonly policy: Value;
  readonly statements: readonly Statement[];
}

/** Whom a role trusts; a condition where that is not in sight. */
function trustOf(context: RecogniseContext, role: Block): Trust | Condition {
  const policy = entry(role.body, 'assume_role_policy');
  if (policy === undefined) {
    const says = `${role.address} trusts the service account`;
    const assuming = { id: `trust:${role.address}`, says };
    return { name: 'identity', open: true, from: role.from, says, assuming };
  }
  const statements = policyStatements(context, policy);
  if (!('unknown' in statements)) return { policy, statements };
  const says = 'whom its role trusts is not known';
  return { name: 'identity', open: statements, from: role.from, says };
}

function podTrust(context: RecogniseContext, role: Block): Condition {
  const trust = trustOf(context, role);
  if ('name' in trust) return trust;
  const open = or(
    trust.statements
      .filter(({ effect }) => effect === 'Allow')
      .map(({ actions, principals }) =>
        and([
          covers(actions, 'sts:AssumeRole'),
          some(principals.get('Service') ?? [], (name) => name === 'pods.eks.amazonaws.com'),
        ]),
      ),
  );
  const says = `its role ${open === false ? 'does not trust' : 'trusts'} pods.eks.amazonaws.com`;
  return { name: 'identity', open, from: role.from, says };
}

function accountTrust(context: RecogniseContext, role: Block, release: ChartRelease): Condition {
  const trust = trustOf(context, role);
  if ('name' in trust) return trust;
  const { policy, statements } = trust;
  const condition = (open: Tri, says: string): Condition => ({
    name: 'identity',
    open,
    from: role.from,
    says,
  });
  const federated = statements.some(
    ({ effect, actions, principals }) =>
      effect === 'Allow' &&
      covers(actions, 'sts:AssumeRoleWithWebIdentity') !== false &&
      (principals.get('Federated') ?? []).length > 0,
  );
  if (!federated) return condition(false, 'its role trusts no service account');
  const account = accountOf(release);
  const { subjects, audience } = conditionsOf(policy, statements);
  if (audience !== undefined && audience !== 'sts.amazonaws.com')
    return condition(false, `its role asks for the audience "${audience}"`);
  if (subjects.length === 0) return condition(true, 'its role trusts every service account');
  if (account === undefined) return condition(true, 'its role trusts a service account');
  return subjects.some((subject) => globs(subject, account))
    ? condition(true, `its role trusts ${account}`)
    : condition(false, `its role trusts ${subjects.join(', ')}, and it runs as ${account}`);
}

/** Subjects and audience, from the conditions or, where their keys are not known, from the text of the whole. */
function conditionsOf(policy: Value, statements: readonly Statement[]) {
  const term = isUnknown(policy) ? policy.term : '';
  const of = (suffix: string): readonly string[] =>
    statements
      .flatMap(({ conditions }) => conditions)
      .filter(({ key }) => key.endsWith(suffix))
      .flatMap(({ values }) => values.flatMap((value) => known(text(value)) ?? []));
  const written = [...term.matchAll(SUBJECTS)].flatMap((match) =>
    [...(match[1] ?? '').matchAll(/"([^"]*)"/g)].map((one) => one[1] ?? ''),
  );
  return {
    subjects: [...of(':sub'), ...written],
    audience: of(':aud')[0] ?? AUDIENCE.exec(term)?.[1],
  };
}

const known = (value: Maybe<string> | undefined): string | undefined =>
  value === undefined || isUnknown(value) ? undefined : value.value;

/** Where EKS Pod Identity is told about the service account; unknown where it is not known about which. */
function association(
  context: RecogniseContext,
  release: ChartRelease,
): Block | Unknown | undefined {
  const account = accountOf(release);
  const all = context.resources('aws_eks_pod_identity_association').map((block) => {
    const [namespace, name] = ['namespace', 'service_account'].map((key) =>
      text(entry(block.body, key)),
    );
    const unread = [namespace, name].find((value) => value !== undefined && isUnknown(value));
    if (unread !== undefined && isUnknown(unread)) return { block, is: unread };
    const told = `system:serviceaccount:${known(namespace)}:${known(name)}`;
    return { block, is: and([told === account, block.exists]) };
  });
  const sure = all.find(({ is }) => is === true);
  return sure?.block ?? all.map(({ is }) => is).find(isUndecided);
}

/** As IAM and EKS Pod Identity name it; undefined where it is not known. */
function accountOf({ name, chart, namespace, values }: ChartRelease): string | undefined {
  const account = serviceAccountOf({ ...(name && { name }), chart, values: values.root });
  const space = known(namespace);
  return space === undefined || account === undefined
    ? undefined
    : `system:serviceaccount:${space}:${account}`;
}

function allowed(
  { documents, opaque }: Documents,
  { actions, queues, queue }: Call,
): { readonly open: Tri; readonly opaque: boolean } {
  const identity = queues.find(({ address }) => address === queue);
  const onQueue = identity === undefined ? isResource : namesQueue(identity.queue);
  const open = and(
    actions.map((action) =>
      orOf(documents, (document) =>
        'unknown' in document ? document : permits(document, action, resourceOf(action, onQueue)),
      ),
    ),
  );
  // What a plan does not show, or a file that is not here, is as little in sight as a policy elsewhere.
  const isUnread = isUndecided(open) && open.unknown === 'unread';
  return open !== true && (opaque || isUnread)
    ? { open: true, opaque: true }
    : { open, opaque: false };
}

/** What an action must be allowed on: the queue, everything, or some thing that the text need not name. */
function resourceOf(action: string, onQueue: Names): Names {
  if (action.startsWith('sqs:')) return onQueue;
  return UNSCOPED.test(action) ? isEverything : isResource;
}

/** Calls that know no resources: they are allowed on everything or not at all. */
const UNSCOPED = /^(?:ec2:Describe|pricing:|iam:List|autoscaling:Describe)/;

const isEverything = (value: Value): Tri => {
  const resource = text(value);
  if (resource === undefined) return false;
  return isUnknown(resource) ? resource : resource.value === '*';
};

/** A queue that is not in sight may be any that is named. */
const isResource = (value: Value): Tri =>
  or([isEverything(value), not(isUnknown(value) || !/^arn:/.test(String(value.value)))]);

interface Documents {
  readonly documents: readonly (readonly Statement[] | Unknown)[];
  /** Some policies of the role, or all, are not in sight. */
  readonly opaque: boolean;
}

function documentsOf(context: RecogniseContext, role: Block): Documents {
  const isName = (name: Maybe<string> | undefined): boolean => {
    if (name === undefined) return false;
    if (!isUnknown(name)) return name.value === nameOf(role);
    const own = text(entry(role.body, 'name'));
    if (own !== undefined && same(name, own) === true) return true;
    return ['name', 'id'].some((attribute) => name.term === `${role.address}.${attribute}`);
  };
  const ofRole = ({ body }: Block): boolean => isName(text(entry(body, 'role')));
  const ofRoles = ({ body }: Block): boolean => {
    const roles = elements(entry(body, 'roles'));
    return !('unknown' in roles) && roles.some((name) => isName(text(name)));
  };
  const own = context.resources('aws_iam_role_policy').filter(ofRole);
  const attached = [
    ...context.resources('aws_iam_role_policy_attachment').filter(ofRole),
    ...context.resources('aws_iam_policy_attachment').filter(ofRoles),
  ];
  const policies = attached.map((block) => attachedPolicy(context, block));
  const inline = elements(entry(role.body, 'inline_policy'));
  const bodies = [
    ...own.map(({ body }) => body),
    ...policies.flatMap((policy) => policy?.body ?? []),
    ...('unknown' in inline ? [] : inline),
  ];
  return {
    documents: bodies.flatMap((body) => {
      const policy = entry(body, 'policy');
      return policy === undefined ? [] : [policyStatements(context, policy)];
    }),
    opaque:
      bodies.length === 0 ||
      policies.includes(undefined) ||
      !isAbsent(entry(role.body, 'managed_policy_arns')),
  };
}

function attachedPolicy(context: RecogniseContext, attachment: Block): Block | undefined {
  const arn = text(entry(attachment.body, 'policy_arn'));
  if (arn === undefined) return undefined;
  if (!isUnknown(arn))
    return context
      .resources('aws_iam_policy')
      .find(({ body }) => known(text(entry(body, 'arn'))) === arn.value);
  const address = /^(.+)\.arn$/s.exec(arn.term)?.[1];
  return address === undefined ? undefined : context.blockAt(address);
}
