/** The providers of plain resources, with the versions that work. */
import type { RequiredProvider } from '../root.js';

/**
 * Both majors of the Helm provider read what is written here: its JSON gives
 * `kubernetes` as one object, and values alone, no `set`. Access entries need
 * aws 5.33 (hashicorp/terraform-provider-aws@v5.33.0 CHANGELOG.md).
 */
export const RESOURCE_PROVIDERS: readonly RequiredProvider[] = [
  { name: 'aws', source: 'hashicorp/aws', constraint: '>= 5.33, < 7.0' },
  { name: 'helm', source: 'hashicorp/helm', constraint: '>= 2.9, < 4.0' },
];

/** A module that others call says only what it needs at least: the root decides the rest. */
export const relaxed = (provider: RequiredProvider): RequiredProvider => ({
  ...provider,
  constraint: provider.constraint.split(',')[0] ?? provider.constraint,
});
