/** A version constraint of a module that floats over a breaking change. */
import { isUnknown } from '../../value/value.js';
import { newestOf, type TabledCall, tabledCalls } from '../calls.js';
import { defineRule, type RuleFinding } from '../rule.js';

export default defineRule({
  id: 'unpinned-module',
  family: 'settings',
  severities: ['warning'],
  summary: 'A version constraint that floats over a breaking change.',
  rationale:
    'The next init on a machine without the module takes the newest release, whose inputs, providers and behaviour are other ones.',
  remedy: 'Write the release that was tested, or a constraint that stays within it: "~> 20.37".',
  since: '0.1.0',
  sources: [
    'terraform-aws-modules/terraform-aws-eks@v21.0.0 docs/UPGRADE-21.0.md',
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.24.2 versions.tf',
  ],

  *check({ system, facts }) {
    for (const call of tabledCalls(system, facts)) {
      const finding = judge(call);
      if (finding !== undefined) yield { ...finding, at: call.from.at };
    }
  },
});

function judge(call: TabledCall): Omit<RuleFinding, 'at'> | undefined {
  const { releases, table } = call;
  const { title } = table;
  const source = call.writtenSource;
  // Local copies and Git references hold what they hold.
  const address = source === undefined || isUnknown(source) ? '' : source.value;
  const newestKnown = newestOf(call);
  const { written } = releases;
  if (written === undefined && isAddress(address))
    return {
      message: `the call of ${title} names no version, so "terraform init" takes the newest`,
      help: `write version = "${newestKnown}", or the release that was tested`,
    };
  if (written === undefined && isUnpinnedGit(address))
    return {
      message: `the source of ${title} names no release, so "terraform init" takes what the branch holds`,
      help: `end the source with ?ref=v${newestKnown}, or the release that was tested`,
    };
  if (written === undefined || isUnknown(written)) return undefined;
  const [oldest, newest] = [releases.allowed[0], releases.allowed.at(-1)];
  if (oldest === undefined || newest === undefined || majorOf(oldest) === majorOf(newest))
    return undefined;
  return {
    message: `the version "${written.value}" of ${title} allows ${oldest} to ${newest}, over a major version that breaks calls`,
    help: `write "~> ${newest.split('.').slice(0, 2).join('.')}", or the release that was tested`,
  };
}

const isAddress = (source: string): boolean => /^[\w-]+\/[\w-]+\/[\w-]+(\/\/.*)?$/.test(source);
const isUnpinnedGit = (source: string): boolean =>
  /^(git::|github\.com\/)/.test(source) && !source.includes('ref=');
const majorOf = (release: string): string => release.split('.')[0] ?? '';
