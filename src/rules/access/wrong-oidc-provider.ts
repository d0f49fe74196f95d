/** An issuer host where the ARN of the provider is needed. */
import { isUnknown, type Value } from '../../value/value.js';
import { argumentsOf, tabledCalls } from '../calls.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'wrong-oidc-provider',
  family: 'access',
  severities: ['error'],
  summary: "An issuer host where the provider's ARN is needed.",
  rationale:
    'The trust policies name a federated principal that is none: IAM refuses them, or no pod may take its role.',
  remedy: 'Give the ARN of aws_iam_openid_connect_provider.',
  since: '0.1.0',
  sources: [
    'terraform-aws-modules/terraform-aws-eks@v20.37.2 outputs.tf',
    'aws-ia/terraform-aws-eks-blueprints-addon@v1.1.1 main.tf',
  ],

  *check({ system, facts }) {
    for (const call of tabledCalls(system, facts))
      for (const { name, key, value } of argumentsOf(system.as, call)) {
        if (!/oidc_provider_arn$/.test(name) || value === undefined || !isHost(value)) continue;
        yield {
          at: key,
          message: `"${name}" takes the ARN of the OIDC provider, and is given its issuer`,
          help: 'give module.eks.oidc_provider_arn, or the arn of aws_iam_openid_connect_provider',
        };
      }
  },
});

/** An address without an ARN, or the issuer of a cluster with or without its scheme. */
function isHost(value: Value): boolean {
  if (!isUnknown(value))
    return typeof value.value === 'string' && /^(?:https:\/\/)?oidc\.eks\./.test(value.value);
  if (value.prefix?.startsWith('arn:') === true || /oidc-provider\//.test(value.term)) return false;
  return /\.issuer\b|oidc_issuer_url\b|\.oidc_provider$/.test(value.term);
}
