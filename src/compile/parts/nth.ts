/** NTH of plain resources, one installation for each set of events: whatever the target, they are the same. */
import type { NthSet } from '../../policy/nth-sets.js';
import * as make from '../../terraform/syntax/build.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import type { CompileContext } from '../context.js';
import { encoded } from '../karpenter.js';
import { type Attributes, block } from '../plan.js';
import { mergeExpressions } from '../values.js';
import { groupTags } from './group-tags.js';
import { nthImdsValues } from './nth-imds.js';
import { hooks, nthQueueParts, releaseName, setName } from './nth-queue.js';
import { nthValues } from './nth-values.js';

export interface Installed {
  /** Values of charts, by the name of the local that holds them. */
  readonly locals: Attributes;
  readonly blocks: readonly SourceBlock[];
}

/** Name of the local that holds the values of a set. */
export const valuesName = (set: NthSet): string => `${setName(set)}_values`;

export function nthInstallations(context: CompileContext, sets: readonly NthSet[]): Installed {
  const made = sets.map((set) => installation(context, set));
  return {
    locals: Object.assign({}, ...made.map(({ locals }) => locals)),
    blocks: [...made.flatMap(({ blocks }) => blocks), ...groupTags(context, sets)],
  };
}

function installation(context: CompileContext, set: NthSet): Installed {
  const { intent, at } = context;
  const common = nthValues(context, set);
  if (intent.nth.mode.value === 'imds') {
    const values = make.fromData(nthImdsValues(context, set), at);
    return {
      locals: { [valuesName(set)]: mergeExpressions(common, values, at) },
      // Nothing completes these hooks in IMDS mode: they only give a drain its time.
      blocks: [...hooks(context, set), release(context, set, [])],
    };
  }
  const parts = nthQueueParts(context, set);
  return {
    locals: { [valuesName(set)]: mergeExpressions(common, parts.values, at) },
    blocks: [...parts.blocks, release(context, set, parts.before)],
  };
}

function release(
  { intent, facts, at }: CompileContext,
  set: NthSet,
  after: readonly string[],
): SourceBlock {
  const { nth } = intent;
  return block(
    'resource',
    ['helm_release', setName(set)],
    {
      name: make.literal(releaseName(set), at),
      repository: make.literal(facts.nth.chartRepository(nth.chart.value), nth.chart.from.at),
      chart: make.literal('aws-node-termination-handler', at),
      version: make.literal(nth.chart.value, nth.chart.from.at),
      namespace: make.literal(nth.namespace.value, nth.namespace.from.at),
      create_namespace: make.literal(true, at),
      wait: make.literal(true, at),
      values: make.list([encoded(valuesName(set), at)], at),
      depends_on:
        after.length === 0
          ? undefined
          : make.list(
              after.map((address) => make.reference(address, at)),
              at,
            ),
    },
    at,
  );
}
