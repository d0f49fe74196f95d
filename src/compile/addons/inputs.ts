/** The rest of the module call: inputs passed through verbatim, checked against the release. */
import type { Finding } from '../../diagnostics/finding.js';
import { nearest, suggestion } from '../../diagnostics/suggest.js';
import type { Span } from '../../source/span.js';
import { isMap, isUnknown, type Value } from '../../value/value.js';
import type { CompileContext } from '../context.js';
import type { Attributes } from '../plan.js';

/** Inputs that other parts of the policy decide; passed through they would fight with them. */
export const DECIDED: Readonly<Record<string, string>> = {
  cluster_name: 'cluster.name',
  cluster_endpoint: 'cluster.endpoint',
  cluster_version: 'cluster.kubernetesVersion',
  oidc_provider_arn: 'cluster.oidcProviderArn',
  enable_karpenter: 'capacity',
  karpenter_enable_spot_termination: 'interruption.owner',
  karpenter_enable_instance_profile_creation: 'handlers.karpenter',
  karpenter: 'handlers.karpenter',
  karpenter_node: 'handlers.karpenter',
  enable_aws_node_termination_handler: 'interruption.owner',
  aws_node_termination_handler: 'handlers.nth',
  aws_node_termination_handler_asg_arns: 'capacity',
  aws_node_termination_handler_asg_names: 'capacity',
  create_kubernetes_resources: 'the target',
};

export function passedInputs({ intent, facts, bind, findings }: CompileContext): Attributes {
  const release = intent.addons.value;
  const attributes: Record<string, Attributes[string]> = {};
  for (const [name, value] of intent.inputs) {
    const finding = refuse(facts.addons, release, name, value) ?? undefined;
    if (finding !== undefined) findings.push(finding);
    findings.push(...unreadKeys(facts.addons, release, name, value));
    attributes[name] = bind.value(value);
  }
  return attributes;
}

type Addons = CompileContext['facts']['addons'];

const keyOf = (value: Value): Span =>
  'key' in value && value.key !== undefined ? value.key : value.from.at;

function refuse(addons: Addons, release: string, name: string, value: Value): Finding | undefined {
  const decided = Object.hasOwn(DECIDED, name) ? DECIDED[name] : undefined;
  if (decided !== undefined)
    return {
      rule: 'invalid-policy',
      severity: 'error',
      message: `"${name}" is decided by "${decided}" and cannot be passed through`,
      at: keyOf(value),
      help: `say it with "${decided}"`,
    };
  const input = addons.addonsInput(release, name);
  if (input === undefined)
    return {
      rule: 'unknown-module-input',
      severity: 'error',
      message: `release ${release} of the add-ons module has no input "${name}"`,
      at: keyOf(value),
      help: inputHelp(addons, release, name),
    };
  return wrongType(input.type, name, value);
}

function inputHelp(addons: Addons, release: string, name: string): string {
  const others = addons.releasesWithInput(name);
  if (others.length > 0) return `releases ${others[0]} to ${others.at(-1)} have it`;
  return suggestion(
    name,
    addons.addonsInputs(release).map((input) => input.name),
    'inputs',
  ).slice(0, 200);
}

/** What Terraform would refuse at plan: a scalar where a list or map is wanted, or the reverse. */
function wrongType(type: string, name: string, value: Value): Finding | undefined {
  if (isUnknown(value) || value.value === null) return undefined;
  const data = value.value;
  const reference = isMap(data) && data.has('terraform');
  const wanted =
    type.startsWith('list') || type.startsWith('set')
      ? 'a list'
      : type.startsWith('map') || type.startsWith('object')
        ? 'an object'
        : { bool: 'true or false', string: 'a text', number: 'a number' }[type];
  if (reference || wanted === undefined) return undefined;
  const fits = {
    'a list': Array.isArray(data),
    'an object': isMap(data),
    'true or false': typeof data === 'boolean' || data === 'true' || data === 'false',
    'a text': typeof data !== 'object',
    'a number':
      typeof data === 'number' ||
      (typeof data === 'string' && data.trim() !== '' && !Number.isNaN(Number(data))),
  }[wanted];
  if (fits) return undefined;
  return {
    rule: 'invalid-policy',
    severity: 'error',
    message: `input "${name}" takes ${wanted}`,
    at: value.from.at,
    help: `its type in the module is ${type}`,
  };
}

/** Keys of an `any`-typed object that the release never reads: they plan cleanly and do nothing. */
function* unreadKeys(
  addons: Addons,
  release: string,
  name: string,
  value: Value,
): Iterable<Finding> {
  const keys = addons.objectKeys(release, name);
  if (keys === undefined || isUnknown(value) || !isMap(value.value)) return;
  const objects = addons.isMapOfObjects(name) ? [...value.value.values()] : [value];
  for (const object of objects) {
    if (isUnknown(object) || !isMap(object.value) || object.value.has('terraform')) continue;
    for (const [key, item] of object.value) {
      if (keys.has(key)) continue;
      const near = nearest(key, keys);
      yield {
        rule: 'unread-module-key',
        severity: 'error',
        message: `release ${release} of the add-ons module never reads "${key}" of "${name}"`,
        at: keyOf(item),
        help: near === undefined ? 'leave it out' : `did you mean "${near}"?`,
      };
    }
  }
}
