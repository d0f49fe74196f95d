/** A name or a malformed ARN where IAM needs an ARN. */
import { knownPolicies, textsOf } from '../policies.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'malformed-arn',
  family: 'access',
  severities: ['error'],
  summary: 'A name or a malformed ARN where IAM needs an ARN.',
  rationale:
    'IAM refuses a name as malformed. An ARN of the wrong form is taken and matches nothing, so what it should allow is denied.',
  remedy: 'Write the whole ARN; an unknown part of it may be "*".',
  since: '0.1.0',
  sources: [
    'AWS Service Authorization Reference list_amazonec2autoscaling',
    'aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 main.tf',
  ],

  *check({ system }) {
    const said = new Set<string>();
    const policies = knownPolicies(system, 'role', 'document', 'queue');
    for (const { address, statements } of policies)
      for (const { text, at } of statements.flatMap(({ resources }) => textsOf(resources))) {
        const wrong = faultOf(text);
        const key = `${at.file}:${at.start}:${text}`;
        if (wrong === undefined || said.has(key)) continue;
        said.add(key);
        yield {
          at,
          message: `"${text}" ${wrong.because}, and it is a resource in the policy of ${address}`,
          help: wrong.help,
        };
      }
  },
});

interface Fault {
  readonly because: string;
  readonly help: string;
}

const PARTS = /^arn:[^:]*:[^:]+:[^:]*:[^:]*:.+$/s;
const GROUP = /^arn:[^:]*:autoscaling:[^:]*:[^:]*:(.*)$/s;

function faultOf(text: string): Fault | undefined {
  if (text === '*' || text.startsWith('arn:*')) return undefined;
  if (!text.startsWith('arn:'))
    return {
      because: 'is not an ARN',
      help: `write arn:aws:autoscaling:REGION:ACCOUNT:autoScalingGroup:*:autoScalingGroupName/${text} for a group, or the ARN of what is meant`,
    };
  if (!PARTS.test(text))
    return {
      because: 'lacks a part of an ARN',
      help: 'write arn:PARTITION:SERVICE:REGION:ACCOUNT:RESOURCE',
    };
  const group = GROUP.exec(text)?.[1];
  const short = group === undefined ? undefined : /^autoScalingGroupName\/(.+)$/s.exec(group)?.[1];
  if (short === undefined) return undefined;
  return {
    because: 'lacks the part "autoScalingGroup:", so it matches no group',
    help: `write autoScalingGroup:*:autoScalingGroupName/${short} in its place`,
  };
}
