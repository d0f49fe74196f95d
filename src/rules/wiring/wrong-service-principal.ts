/** A queue policy that names a service principal of another partition, or none that there is. */

import { dnsSuffixOf } from '../../facts/partitions.js';
import type { System } from '../../model/system.js';
import type { Span } from '../../source/span.js';
import { isUnknown, type Value } from '../../value/value.js';
import type { KnownPolicy } from '../policies.js';
import { knownPolicies, namesAction } from '../policies.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'wrong-service-principal',
  family: 'wiring',
  severities: ['error'],
  summary: 'Service principal of another partition or none.',
  rationale:
    'EventBridge is events.amazonaws.com in every partition. A policy that names it otherwise lets nobody send.',
  remedy: 'Write events.amazonaws.com.',
  since: '0.1.0',
  sources: [
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.16.1 main.tf',
    'terraform-aws-modules/terraform-aws-eks@v20.2.2 modules/karpenter/main.tf',
  ],

  *check({ system }) {
    for (const policy of knownPolicies(system, 'queue')) {
      const wrong = wrongPrincipal(system, policy);
      if (wrong !== undefined)
        yield {
          at: wrong.at,
          message: `${policy.address} names the principal "${wrong.name}", and EventBridge is "events.amazonaws.com" in every partition`,
          help: 'write events.amazonaws.com, or use a release of the module that does',
        };
    }
  },
});

interface Wrong {
  readonly name: string;
  readonly at: Span;
}

/** The one that is named for EventBridge, where the right one is not named beside it. */
function wrongPrincipal(
  system: System,
  { address, statements, from }: KnownPolicy,
): Wrong | undefined {
  const named = statements
    .filter(({ effect, actions }) => effect === 'Allow' && namesAction(actions, 'sqs:SendMessage'))
    .flatMap(({ principals }) => principals.get('Service') ?? [])
    .map((principal) => ({ name: nameOf(system, address, principal), at: principal.from.at }));
  if (named.some(({ name }) => name === undefined || name === 'events.amazonaws.com'))
    return undefined;
  const wrong = named.find(({ name }) => name?.startsWith('events.'));
  return wrong?.name === undefined
    ? undefined
    : { name: wrong.name, at: wrong.at.file === from.at.file ? wrong.at : from.at };
}

/** `events.${data.aws_partition.current.dns_suffix}` by the region; undefined where the text does not tell. */
function nameOf({ as, clusters }: System, address: string, principal: Value): string | undefined {
  if (!isUnknown(principal)) return String(principal.value);
  const [service, suffix] = principal.parts ?? [];
  const block = as.blockAt(address);
  const region = (block && as.regionOf(block)) ?? clusters[0]?.region;
  if (service === undefined || isUnknown(service) || suffix === undefined || !isUnknown(suffix))
    return undefined;
  if (!suffix.term.endsWith('.dns_suffix') || region === undefined || isUnknown(region))
    return undefined;
  return `${String(service.value)}${dnsSuffixOf(region.value)}`;
}
