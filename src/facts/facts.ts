/**
 * Upstream truth as an argument. The host loads the areas that are in sight;
 * rules and model never import a table, and tests pass areas of their own.
 */
import type { CrdTable } from './karpenter-crds.js';

export interface Facts {
  readonly addons?: typeof import('./addons.js');
  readonly blueprintsV4?: typeof import('./blueprints-v4.js');
  readonly eksKarpenter?: typeof import('./eks-karpenter.js');
  readonly eksModule?: typeof import('./eks-module.js');
  readonly eksNodeGroups?: typeof import('./eks-node-groups.js');
  readonly karpenter?: typeof import('./karpenter.js');
  readonly events?: typeof import('./events.js');
  /** The tables in sight, by `apiVersion kind`. */
  readonly karpenterCrds?: ReadonlyMap<string, CrdTable>;
  readonly moduleRenames?: typeof import('./module-renames.js');
  readonly nth?: typeof import('./nth.js');
  readonly providers?: typeof import('./providers.js');
  readonly reactions?: typeof import('./reactions.js');
}

/** The day of the newest upstream commit that the tables were derived from; `npm run facts` prints it. */
export const FACTS_DATE = '2026-08-21';
