/**
 * Upstream truth as an argument. The host loads the areas that are in sight;
 * rules and model never import a table, and tests pass areas of their own.
 */
export interface Facts {
  readonly addons?: typeof import('./addons.js');
  readonly karpenter?: typeof import('./karpenter.js');
  readonly nth?: typeof import('./nth.js');
  readonly reactions?: typeof import('./reactions.js');
}
