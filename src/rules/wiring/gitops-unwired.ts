/** The module leaves the chart to GitOps, and no Application in sight wires the queue. */
import { flag } from '../../value/read.js';
import { argumentsOf, tabledCalls } from '../calls.js';
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'gitops-unwired',
  family: 'wiring',
  severities: ['warning', 'note'],
  summary: 'The module leaves the chart to GitOps and no Application in sight wires the queue.',
  rationale:
    'With create_kubernetes_resources = false the module makes queue, rules and roles, and installs nothing. A chart without the name of the queue is deaf.',
  remedy:
    'Hand the output gitops_metadata to the Application, and let it set the queue and the role.',
  since: '0.1.0',
  sources: ['aws-ia/terraform-aws-eks-blueprints-addons@v1.16.2 outputs.tf'],

  *check({ system, facts }) {
    for (const call of tabledCalls(system, facts)) {
      const given = argumentsOf(system.as, call);
      const says = (name: string) => flag(given.find((one) => one.name === name)?.value);
      if (says('create_kubernetes_resources') !== false) continue;
      for (const { input, handler, title } of HANDLERS) {
        if (says(input) !== true) continue;
        const own = system.installations.filter(
          (one) => one.handler === handler && one.exists !== false,
        );
        if (own.some(({ id }) => system.polls.some((poll) => poll.installation === id))) continue;
        const argument = given.find((one) => one.name === 'create_kubernetes_resources');
        yield {
          at: argument?.key ?? call.from.at,
          severity: own.length > 0 ? 'warning' : 'note',
          message:
            own.length > 0
              ? `the module makes a queue for ${title} and installs nothing, and "${own[0]?.id ?? ''}" is not told of the queue`
              : `the module makes a queue for ${title} and installs nothing, and nothing in sight installs it`,
          help: 'hand the output gitops_metadata to the Application, and set the queue and the role in its values',
        };
      }
    }
  },
});

const HANDLERS = [
  { input: 'enable_karpenter', handler: 'karpenter', title: 'Karpenter' },
  { input: 'enable_aws_node_termination_handler', handler: 'nth', title: 'NTH' },
] as const;
