/** Configurations proved one after the other; parser, facts and summaries are loaded when a text needs them. */
import type { Host } from '../host/host.js';
import type { ProvedRoot } from '../pipeline/root.js';
import type { ConfigurationTexts } from '../pipeline/texts.js';
import type { AssumedVersions } from '../recognise/context.js';
import { visible } from '../report/terminal.js';
import { atTheirRoot } from './at-their-root.js';

export interface ConfigurationOptions {
  readonly strict: boolean;
  readonly assume: AssumedVersions;
  /** An argument that calls of the add-ons module are judged without. */
  readonly leaveOut?: string;
}

export const proveConfigurations = async (
  host: Host,
  configurations: readonly ConfigurationTexts[],
  options: ConfigurationOptions,
): Promise<readonly ProvedRoot[]> => (await configurationProver(host, configurations))(options);

/** Proves the same configurations as often as it is asked, at other versions say; what that needs is loaded once. */
export async function configurationProver(
  host: Host,
  configurations: readonly ConfigurationTexts[],
): Promise<(options: ConfigurationOptions) => readonly ProvedRoot[]> {
  if (configurations.length === 0) return () => [];
  const [{ proveRoot }, { needsParser }, { loadRootFacts }] = await Promise.all([
    import('../pipeline/root.js'),
    import('../pipeline/terraform.js'),
    import('./root-facts.js'),
  ]);
  const terraform = configurations.flatMap((texts) => texts.terraform);
  const parser = terraform.some(needsParser) ? await host.hclParser() : undefined;
  const loaded = await loadRootFacts(configurations);
  return (options) => {
    const proveOne = (texts: ConfigurationTexts): ProvedRoot => {
      host.progress?.(`judging one of ${configurations.length}: ${visible(texts.root)}`);
      return proveRoot({ texts, parser, ...options, ...loaded });
    };
    return atTheirRoot(
      configurations.map((texts) => ({ texts, proved: proveOne(texts) })),
      proveOne,
    );
  };
}
