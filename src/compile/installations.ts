/** The handlers that a policy asks for, made of plain resources: what each is called, and what its queue gets. */
import type { EventKind } from '../facts/reactions.js';
import { nthSets } from '../policy/nth-sets.js';
import type { CompileContext } from './context.js';
import { hasKarpenter, needsQueue, ownedByKarpenter } from './karpenter.js';
import { releaseName, setName } from './parts/nth-queue.js';
import { PATTERNS } from './parts/patterns.js';

export interface InstallationParts {
  readonly handler: 'karpenter' | 'nth';
  /** Name of its resources: `karpenter`, `nth`, `nth_spot`. */
  readonly name: string;
  /** Name of its Helm release. */
  readonly release: string;
  readonly namespace: string;
  readonly serviceAccount: string;
  /** It has a queue, and a role to read it with. */
  readonly queued: boolean;
  /** It has a role. */
  readonly identified: boolean;
  /** The events that rules send to its queue. */
  readonly events: readonly EventKind[];
  readonly managedTag?: string;
}

export function installationParts(context: CompileContext): readonly InstallationParts[] {
  const { intent, facts } = context;
  const queued = intent.nth.mode.value === 'queue';
  const sets = nthSets(intent, facts.reactions).map(
    (set): InstallationParts => ({
      handler: 'nth',
      name: setName(set),
      release: releaseName(set),
      namespace: intent.nth.namespace.value,
      serviceAccount: releaseName(set),
      queued,
      identified: queued,
      events: queued ? withRules(set.events) : [],
      ...(queued ? { managedTag: set.managedTag } : {}),
    }),
  );
  return hasKarpenter(context) ? [karpenterParts(context), ...sets] : sets;
}

function karpenterParts(context: CompileContext): InstallationParts {
  const queued = needsQueue(context);
  return {
    handler: 'karpenter',
    name: 'karpenter',
    release: 'karpenter',
    namespace: context.intent.karpenter.namespace.value,
    serviceAccount: 'karpenter',
    queued,
    identified: true,
    events: queued ? withRules(ownedByKarpenter(context)) : [],
  };
}

const withRules = (events: readonly EventKind[]): readonly EventKind[] =>
  events.filter((event) => PATTERNS[event] !== undefined);
