/**
 * What must hold of every valid policy: it compiles, what it compiles to reads
 * back as the policy says, and the model and the trace say the same of it.
 */
import type { Finding } from '../../src/diagnostics/finding.js';
import { atLeast } from '../../src/diagnostics/order.js';
import type { JudgedVerdict } from '../../src/model/expect.js';
import { eventName } from '../../src/model/verdict.js';
import { type ProvedPolicy, provePolicy } from '../../src/pipeline/policy.js';
import { type JudgeFacts, readBack } from '../../src/pipeline/read-back.js';
import { synthesise } from '../../src/stacks/synthesise.js';
import type { HclParser } from '../../src/terraform/hcl/parser.js';
import { readJsonModule } from '../../src/terraform/json/module.js';
import { compareSystem, differencesIn } from './agreement.js';
import { type PolicySpec, policyText } from './random-policy.js';

export const FILE = 'fleet.yaml';

export interface Hit {
  readonly pool: string;
  readonly kind: string;
  readonly event: string;
  readonly owner: string;
  readonly because?: string;
}

export type Outcome =
  /** The policy cannot be: the language, or a release that it names, has no way to say it. */
  | { readonly refused: Finding }
  | { readonly wrong: readonly string[] }
  | { readonly hits: readonly Hit[] };

const proved = (spec: PolicySpec, facts: JudgeFacts): ProvedPolicy =>
  provePolicy({
    file: FILE,
    text: policyText(spec),
    files: () => ({ problem: 'it does not exist' }),
    facts,
    target: spec.target,
  });

export function checkPolicy(spec: PolicySpec, facts: JudgeFacts): Outcome {
  const { intent, plan, judged, findings } = proved(spec, facts);
  if (intent === undefined || plan === undefined || judged === undefined) {
    const refused = findings.find((finding) => atLeast(finding, 'error'));
    return refused === undefined ? { wrong: ['no plan and no reason'] } : { refused };
  }
  const early = findings.find(isRefusal);
  if (early !== undefined) return { refused: early };
  const wrong = [
    ...judged.verdicts.flatMap((verdict) => differenceIn(verdict)),
    ...judged.findings.filter((one) => atLeast(one, 'error')).map(({ message }) => message),
    ...judged.worlds.flatMap(({ system }) => differencesIn(compareSystem(system))),
  ];
  if (wrong.length > 0) return { wrong };
  return {
    hits: judged.verdicts
      .filter(({ state }) => state !== 'not-applicable')
      .map(({ pool, event, expected }) => ({
        pool: pool.id,
        kind: pool.kind,
        event: event.kind,
        owner: expected?.owner ?? 'nobody said',
        ...(expected?.because === undefined ? {} : { because: expected.because }),
      })),
  };
}

/** What the language refuses, and what no target or release can keep: not what a rule dislikes. */
const isRefusal = (finding: Finding): boolean =>
  atLeast(finding, 'error') &&
  [
    'invalid-policy',
    'unexpressible-owner',
    'unexpressible-setting',
    'unexplained-gap',
    'unavailable-chart',
    'unsupported-kubernetes',
    'removed-api',
  ].includes(finding.rule);

/** An owner other than the policy's, two, or one that cannot be told; a gap that nobody accepted. */
function differenceIn({
  pool,
  event,
  state,
  gap,
  wrong,
  expected,
}: JudgedVerdict): readonly string[] {
  const is = wrong === true || state === 'conflict' || state === 'undetermined';
  if (!is && !(state === 'gap' && gap === 'error')) return [];
  return [`${eventName(event)} of ${pool.id} is not ${expected?.owner}'s: ${state}`];
}

/** What cdktf writes of the policy, read again: its verdicts must be those of the plan. */
export function checkWritten(
  spec: PolicySpec,
  facts: JudgeFacts,
  parser: HclParser,
): readonly string[] {
  const { intent, plan, judged } = proved({ ...spec, target: cdktfTarget(spec) }, facts);
  // What the target of the policy can say, another may not.
  if (intent === undefined || plan === undefined || judged === undefined) return [];
  const written = readJsonModule('cdk.tf.json', synthesise(plan), parser.parseTemplate);
  const again = readBack({ intent, plan, facts, root: written.module });
  const problems = written.findings.map(({ message }) => message);
  const [before, after] = [judged, again].map(({ verdicts }) => verdicts.map(verdictText));
  return [
    ...problems,
    ...(before ?? []).flatMap((text, at) =>
      text === after?.[at] ? [] : [`the plan says ${text}, what cdktf wrote ${after?.[at]}`],
    ),
  ];
}

const cdktfTarget = ({ target }: PolicySpec) => (target === 'stack' ? target : 'addons');

const verdictText = ({ pool, event, state, claims }: JudgedVerdict): string =>
  JSON.stringify([
    pool.id,
    eventName(event),
    state,
    claims
      .map(({ installation, reaction, holds }) => `${installation} ${reaction} ${holds === true}`)
      .sort(),
  ]);
