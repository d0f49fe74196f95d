/** Derives where the Karpenter and NTH parts of the add-ons module differ: `addons-parameters.json`. */
import { addonsTags } from './addons.mjs';
import { atEach, readHcl } from './hcl.mjs';
import { named, ranges, stretches } from './rows.mjs';

const CREATES_PROFILE = 'karpenter_enable_instance_profile_creation';

export async function deriveParameters(repo) {
  const tags = addonsTags(repo);
  const files = await atEach(tags, async (tag) => ({
    main: await readHcl(repo, tag, 'main.tf'),
    outputs: await readHcl(repo, tag, 'outputs.tf'),
    inputs: (await readHcl(repo, tag, 'variables.tf')).variable,
  }));
  const releases = [...files.keys()];
  const at = (read) => stretches(releases, (release) => read(view(files.get(release))));
  const parameters = Object.entries(PARAMETERS).map(([name, read]) => [name, at(read)]);
  const rows = (read) => named(releases, (release) => read(view(files.get(release))));
  return {
    parameters: Object.fromEntries(parameters),
    karpenterSettings: settingRows(releases, (release) => settings(view(files.get(release)))),
    karpenterActions: rows(karpenterActions),
    nthActions: rows(nthActions),
  };
}

/** The few parts of main.tf that matter, found by name. */
function view({ main, outputs, inputs }) {
  const locals = Object.assign({}, ...main.locals);
  const data = (type, name) => main.data[type]?.[name]?.[0];
  const resource = (type, name) => main.resource[type]?.[name]?.[0];
  return {
    inputs,
    locals,
    outputs: outputs.output,
    karpenter: main.module.karpenter[0],
    nth: main.module.aws_node_termination_handler[0],
    sqs: main.module.karpenter_sqs[0],
    policy: data('aws_iam_policy_document', 'karpenter'),
    nthPolicy: data('aws_iam_policy_document', 'aws_node_termination_handler'),
    profile: resource('aws_iam_instance_profile', 'karpenter'),
    extraPolicies: resource('aws_iam_role_policy_attachment', 'additional'),
    usage: resource('aws_cloudformation_stack', 'usage_telemetry'),
  };
}

const says = (value, text) => JSON.stringify(value ?? null).includes(text);
/** The literal default of `try(var.x.key, default)`. */
const fallback = (text) => JSON.parse(/, ("[^"]*"|\[\]|null)\)\}$/.exec(text)[1]);

const PARAMETERS = {
  asgNamesFilter: ({ locals }) => {
    if (says(locals.ec2_events, 'asg_names')) return 'all-rules';
    return says(locals.aws_node_termination_handler_events, 'asg_names') ? 'asg-rule' : 'none';
  },
  blueprintsAddonVersion: ({ karpenter }) => karpenter.version,
  chartNameReadable: ({ karpenter }) => says(karpenter.chart, 'var.karpenter.chart'),
  eventsPrincipal: ({ sqs }) =>
    says(sqs.queue_policy_statements, 'dns_suffix') ? 'dns-suffix' : 'amazonaws.com',
  gitopsMetadata: ({ outputs }) => {
    if (outputs.gitops_metadata === undefined) return 'none';
    return says(outputs.gitops_metadata, 'node_iam_role_name')
      ? 'with-node-role-name'
      : 'without-node-role-name';
  },
  instanceProfile: ({ profile }) =>
    says(profile.count, CREATES_PROFILE) ? 'created-unless-karpenter-creates-it' : 'created',
  instanceProfileActions: ({ policy }) => {
    if (!says(policy, 'iam:CreateInstanceProfile')) return 'none';
    return says(policy, 'iam:ListInstanceProfiles') ? 'with-list' : 'without-list';
  },
  karpenterChart: ({ karpenter }) => fallback(karpenter.chart_version),
  kubernetesResourcesSwitch: ({ inputs }) => 'create_kubernetes_resources' in inputs,
  nodeRolePolicyKeys: ({ extraPolicies }) =>
    says(extraPolicies.for_each, 'lookup(') ? 'may-be-computed' : 'must-be-known',
  nthChart: ({ nth }) => fallback(nth.chart_version),
  policyDocumentsGoTo: ({ policy }) =>
    'source_policy_documents' in policy ? 'policy-document' : 'helper-module',
  postrenderDefault: ({ karpenter }) => fallback(karpenter.postrender),
  queueValueWhenOff: ({ karpenter, locals }) => {
    if (locals.karpenter_set !== undefined) return 'omitted';
    return says(karpenter.set, 'queue_name : \\"\\"') ? 'empty-text' : 'null-entry';
  },
  sqsModuleVersion: ({ sqs }) => sqs.version,
  ssmParameterPath: ({ policy }) => /:parameter(\/[^"]*)"/.exec(JSON.stringify(policy))[1],
  terminateCondition: ({ policy }) => terminateCondition(policy),
  trustPolicyStatements: ({ karpenter }) => 'trust_policy_statements' in karpenter,
  usageStack: ({ usage }) => {
    if (usage === undefined) return 'none';
    return says(usage.name, 'random_bytes') ? 'cluster-name-and-random' : 'cluster-name';
  },
};

function terminateCondition({ statement }) {
  const { condition } = statement.find(({ actions }) => actions.includes('ec2:TerminateInstances'));
  const { variable, values } = condition[0];
  if (Array.isArray(values))
    return { variable: variable.replace('var.cluster_name', 'cluster_name'), values };
  const defaults = JSON.parse(/\[.*\]/.exec(values)[0]);
  return { variable: variable.replace(/\$\{.*"(.*)".*\}/, '$1'), values: defaults, settable: true };
}

/** Entries of `set`, with what each is set to; scopes that an input switches are spelt out. */
function settings({ karpenter, locals }) {
  const written = locals.karpenter_set ?? inlineSet(karpenter.set);
  const scope = locals.karpenter_aws_scope;
  const spelt =
    scope === undefined
      ? written
      : [true, false]
          .flatMap((creates) =>
            written
              .filter(({ name }) => name.includes('karpenter_aws_scope'))
              .map(({ name, value }) => ({
                name: name.replace(/\$\{local\.karpenter_aws_scope\}/, creates ? '' : 'aws.'),
                value,
                creates,
              })),
          )
          .concat(written.filter(({ name }) => !name.includes('karpenter_aws_scope')));
  return spelt.flatMap(setting);
}

/** One row per setting and stretch of releases, in the order in which settings came. */
function settingRows(releases, settingsOf) {
  const all = new Map(releases.map((release) => [release, settingsOf(release).map(toText)]));
  const distinct = [...new Set([...all.values()].flat())];
  return distinct.flatMap((text) =>
    ranges(releases, (release) => all.get(release).includes(text)).map((versions) => ({
      ...JSON.parse(text),
      versions,
    })),
  );
}

const toText = (value) => JSON.stringify(value);

function setting({ name, value, creates }) {
  const kind = KINDS.find(([pattern]) => pattern.test(value))[1];
  const omittedWhenCreated = value.includes(`${CREATES_PROFILE} ? null`);
  if (omittedWhenCreated && creates === true) return [];
  const when = creates ?? (omittedWhenCreated ? false : undefined);
  return [
    { name, value: kind, ...(when === undefined ? {} : { when: { [CREATES_PROFILE]: when } }) },
  ];
}

const KINDS = [
  [/instance_profile/, 'instance-profile'],
  [/cluster_name/, 'cluster-name'],
  [/cluster_endpoint/, 'cluster-endpoint'],
  [/queue_name/, 'queue-name'],
  [/service_account/, 'service-account'],
];

const inlineSet = (text) =>
  [...text.matchAll(/name {2}= "([^"]+)"\s+value = (.+)/g)].map(([, name, value]) => ({
    name,
    value,
  }));

/** Actions of the controller's policy, with the input that grants them where one does. */
function karpenterActions({ policy }) {
  const actions = new Map(policy.statement.flatMap((one) => one.actions).map((name) => [name, {}]));
  for (const { for_each, content } of policy.dynamic.statement) {
    const when = for_each.includes(CREATES_PROFILE)
      ? 'instance-profile-creation'
      : 'spot-termination';
    for (const name of content[0].actions) actions.set(name, { when });
  }
  return actions;
}

const nthActions = ({ nthPolicy }) =>
  new Map(nthPolicy.statement.flatMap((one) => one.actions).map((name) => [name, {}]));
