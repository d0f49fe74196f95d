/**
 * `tests/interlock.tftest.hcl`: the invariant as Terraform's own tests, with mock
 * providers. One run asserts the wiring, from the pattern of each rule to the
 * values that the handlers get; the others give what breaks the invariant and
 * expect the condition that refuses it.
 */
import { writeBlocks } from '../../terraform/hcl/write.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { Bound } from '../bind.js';
import type { CompileContext } from '../context.js';
import { block } from '../plan.js';
import { refusedValues, sampleValue } from './samples.js';
import { breaches } from './test-breaches.js';
import { mocks } from './test-mocks.js';
import { run } from './test-run.js';
import { wiring } from './test-wiring.js';

const HEAD = `# Tests of the invariant: every event of every pool reaches the queue of its owner, and no other.
# They need Terraform 1.7 and neither an AWS account nor a cluster: terraform init && terraform test

`;

export function moduleTests(context: CompileContext, blocks: readonly SourceBlock[]): string {
  const { at } = context;
  const bound = context.bind.bound();
  const values = Object.fromEntries(
    bound.map((one) => [one.name, sampleValue(context, one)] as const),
  );
  return `${HEAD}${writeBlocks([
    ...mocks(context, blocks),
    ...(bound.length === 0 ? [] : [block('variables', [], values, at)]),
    wiring(context),
    ...bound.flatMap((one) => refusals(context, one)),
    ...breaches(context, blocks),
  ])}`;
}

/** A run for each value that a variable must refuse. */
const refusals = (context: CompileContext, bound: Bound): readonly SourceBlock[] =>
  refusedValues(context, bound).map(({ because, value }) =>
    run(context, `refuses_${because}`, {
      variables: { [bound.name]: value },
      expects: [`var.${bound.name}`],
    }),
  );
