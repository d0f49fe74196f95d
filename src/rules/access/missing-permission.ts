/** The controller's role lacks an action that this chart version calls. */
import { settingOf } from '../../model/courses.js';
import type { Installation } from '../../model/system.js';
import { titlesOf } from '../../model/titles.js';
import { isUnknown, type Value } from '../../value/value.js';
import { type KnownPolicy, knownPolicies } from '../policies.js';
import { defineRule, type RuleFacts } from '../rule.js';

export default defineRule({
  id: 'missing-permission',
  family: 'access',
  severities: ['warning', 'note'],
  summary: "The controller's role lacks an action that this chart version calls.",
  rationale:
    'Policies are written for the version of their day. A newer chart calls more: a feature fails, or the log fills.',
  remedy: 'Add the action to the role.',
  since: '0.1.0',
  sources: [
    'aws/karpenter-provider-aws@v1.14.1 website/content/en/docs/getting-started/getting-started-with-karpenter/cloudformation.yaml',
    'aws/aws-node-termination-handler@v1.25.6 README.md',
  ],

  *check({ system, facts }) {
    // A document that IAM refuses grants nothing, and is said elsewhere.
    if (knownPolicies(system, 'role', 'document').some(isRefused)) return;
    const title = titlesOf(system);
    for (const installation of system.installations) {
      const { id, exists, mode, permits, from, conditions = [] } = installation;
      // Without an identity there is nothing to lack; that is said elsewhere.
      const untrusted = conditions.some(({ name, open }) => name === 'identity' && open === false);
      if (exists !== true || mode === 'imds' || permits === undefined || untrusted) continue;
      const queue = system.polls.find((poll) => poll.installation === id)?.queue;
      const lacking = actionsOf(installation, facts).filter(
        (action) =>
          (queue !== undefined || !action.startsWith('sqs:')) &&
          permits([action], queue)?.open === false,
      );
      if (lacking.length === 0) continue;
      const grave = lacking.filter((action) => GRAVE.test(action));
      const role = permits([lacking[0] ?? ''], queue);
      yield {
        at: from.at,
        severity: grave.length > 0 ? 'warning' : 'note',
        message: `the role of "${title(id)}" lacks ${[...grave, ...lacking.filter((one) => !grave.includes(one))].join(', ')}`,
        ...(role === undefined
          ? {}
          : { related: [{ at: role.from.at, message: 'the role is here' }] }),
        help: 'add what is lacking to the policies of the role',
      };
    }
  },
});

const isRefused = ({ statements }: KnownPolicy): boolean =>
  statements.some(
    ({ negative, actions, resources }) =>
      !negative && (actions.length === 0 || resources.length === 0 || resources.some(isNoArn)),
  );

const isNoArn = (resource: Value): boolean =>
  !isUnknown(resource) && !/^(?:\*$|arn:)/.test(String(resource.value));

/** Actions without which a feature fails; without others the controller logs and goes on. */
const GRAVE = /^(?:sqs:|kms:Decrypt$|iam:ListInstanceProfiles$|autoscaling:)/;

/** Only an opt-in feature calls it. */
const OPT_IN = new Set(['arc-zonal-shift:GetManagedResource']);

/** What every allowed release calls. */
function actionsOf(installation: Installation, { karpenter, nth }: RuleFacts): readonly string[] {
  const { handler, releases } = installation;
  const heartbeats = (settingOf(installation, 'heartbeatInterval')?.value ?? 0) > 0;
  const lists = releases.allowed.map((version) =>
    handler === 'karpenter'
      ? (karpenter?.iamActions(version) ?? [])
      : handler === 'nth'
        ? (nth?.nthIamActions(version, { heartbeats }) ?? [])
        : [],
  );
  const [first = [], ...others] = lists;
  return first.filter(
    (action) => others.every((list) => list.includes(action)) && !OPT_IN.has(action),
  );
}
