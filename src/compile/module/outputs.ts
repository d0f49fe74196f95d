/** Outputs of the drop-in module: where queues and roles are, and who owns what. */
import { ownerRows } from '../../policy/owner-rows.js';
import type { Span } from '../../source/span.js';
import * as make from '../../terraform/syntax/build.js';
import type { Expression } from '../../terraform/syntax/expression.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { installationParts } from '../installations.js';
import { hasKarpenter } from '../karpenter.js';
import { block } from '../plan.js';

export function moduleOutputs(context: CompileContext): readonly SourceBlock[] {
  const { at } = context;
  const parts = installationParts(context);
  const queues = parts.filter(({ queued }) => queued);
  const roles = [
    ...parts.filter(({ identified }) => identified).map(({ name }) => name),
    ...(hasKarpenter(context) ? ['karpenter_node'] : []),
  ];
  const addresses = (type: string, names: readonly string[], attributes: readonly string[]) =>
    make.object(
      names.map((name) => [name, attributesOf(`${type}.${name}`, attributes, at)]),
      at,
    );
  return [
    output(
      'queues',
      'Queue of each handler that reads one: name, ARN and URL.',
      addresses(
        'aws_sqs_queue',
        queues.map(({ name }) => name),
        ['name', 'arn', 'url'],
      ),
      at,
    ),
    output(
      'roles',
      'IAM role of each handler, and of the nodes that Karpenter launches: name and ARN.',
      addresses('aws_iam_role', roles, ['name', 'arn']),
      at,
    ),
    output('owners', 'Who owns each event of each pool, as the policy says.', owners(context), at),
  ];
}

const output = (name: string, description: string, value: Expression, at: Span): SourceBlock =>
  block('output', [name], { description: make.literal(description, at), value }, at);

const attributesOf = (address: string, attributes: readonly string[], at: Span): Expression =>
  make.object(
    attributes.map((attribute) => [attribute, make.reference(`${address}.${attribute}`, at)]),
    at,
  );

function owners({ intent, facts, at }: CompileContext): Expression {
  return make.object(
    ownerRows(intent, facts.reactions).map(({ pool, events }) => [
      pool.name.value,
      make.object(
        events.map(({ event, assignment }) => [event, make.literal(assignment.owner, at)]),
        at,
      ),
    ]),
    at,
  );
}
