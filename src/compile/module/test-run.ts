/** A run of the module's tests that must fail, as a block. */
import * as make from '../../terraform/syntax/build.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { type Attributes, block } from '../plan.js';

export interface Run {
  readonly variables?: Attributes;
  /** Addresses of the conditions that must fail. */
  readonly expects: readonly string[];
  readonly overrides?: readonly SourceBlock[];
}

/** A run that plans and must fail at the given addresses. */
export function run(
  { at }: CompileContext,
  name: string,
  { variables, expects, overrides = [] }: Run,
): SourceBlock {
  const made = block(
    'run',
    [name.replace(/[^A-Za-z0-9_-]/g, '_')],
    {
      command: make.reference('plan', at),
      expect_failures: make.list(
        expects.map((address) => make.reference(address, at)),
        at,
      ),
    },
    at,
  );
  const given = variables === undefined ? [] : [block('variables', [], variables, at)];
  return { ...made, body: { ...made.body, blocks: [...given, ...overrides] } };
}
