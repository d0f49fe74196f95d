/** Releases of Terraform providers, enough to tell which a constraint leads to. */
import data from './data/providers.json' with { type: 'json' };

const RELEASES: Readonly<Record<string, readonly string[]>> = data.releases;

/**
 * Releases of a provider by its source, oldest first: every one of
 * hashicorp/helm from 2.0, the first and the last of the majors of others.
 */
export const providerReleases = (source: string): readonly string[] => RELEASES[source] ?? [];
