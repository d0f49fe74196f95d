/**
 * A repo held against the policy that was compiled for it: whether its call of
 * the add-ons module takes every value, whether the second module is called, and
 * whether each event then has the owner that the policy gives it.
 */
import { CALL as ADDONS_CALL } from '../compile/addons/index.js';
import { BESIDE, BESIDE_CALL } from '../compile/inputs/calls.js';
import { CALL, FOLDER } from '../compile/module/call.js';
import type { Plan } from '../compile/plan.js';
import type { Finding } from '../diagnostics/finding.js';
import { compare } from '../model/expect.js';
import type { WrittenCall } from '../model/written.js';
import type { Intent } from '../policy/intent.js';
import wrongOwner from '../rules/ownership/wrong-owner.js';
import { evaluateModule } from '../terraform/evaluate/evaluate.js';
import { entry } from '../value/read.js';
import { fromData, isList, isMap, isUnknown, known, type Value } from '../value/value.js';
import { expectationsOf } from './expectations.js';
import { moduleResolver, planResolver, type SummaryFacts } from './modules.js';
import type { ProvedRoot } from './root.js';
import { missingPools } from './whole.js';

export interface IntoInput {
  readonly intent: Intent;
  readonly plan: Plan;
  readonly facts: SummaryFacts;
  /** The repo with the modules in it, judged as it is. */
  readonly repo: ProvedRoot;
}

/** What is still to change; empty where the repo does what the policy says. */
export function heldAgainst({ intent, plan, facts, repo }: IntoInput): readonly Finding[] {
  const calls = callsIn(repo).filter(({ source }) => source === facts.addons.ADDONS_SOURCE);
  const verdicts = compare(repo.verdicts, expectationsOf(intent));
  const wrong = wrongOwner.check?.({ ...repo, verdicts }) ?? [];
  return [
    ...calls.flatMap((call) => [
      ...releaseOf(intent, call),
      ...untaken(call, expectedInputs(plan, facts), defaultsOf(intent, facts)),
    ]),
    ...besideCall(plan, repo, calls),
    ...wrong,
    ...repo.findings.filter(({ severity }) => severity === 'error'),
    ...missingPools(intent, repo.system).map(
      (finding): Finding => ({
        ...finding,
        severity: 'warning',
      }),
    ),
  ];
}

export const callsIn = ({ system }: ProvedRoot): readonly WrittenCall[] => system.as.calls;

/** The call must be at the release that the inputs were made for: others read other keys. */
function releaseOf({ addons }: Intent, { version, from }: WrittenCall): readonly Finding[] {
  if (version !== undefined && (isUnknown(version) || version.value.trim() === addons.value))
    return [];
  const written = version === undefined ? 'names no release' : `is at release "${version.value}"`;
  return [
    {
      rule: 'untaken-output',
      severity: 'warning',
      message: `the call ${written}, and the policy is compiled for ${addons.value}`,
      at: (version ?? { from }).from.at,
      related: [{ at: addons.from.at, message: 'the policy says it here' }],
      help: `write version = "${addons.value}", or say the call's release in the policy`,
    },
  ];
}

/** The arguments of the call as the plan makes them. */
function expectedInputs(plan: Plan, facts: SummaryFacts): ReadonlyMap<string, Value> {
  const { blocks } = evaluateModule({
    root: plan.root,
    modules: planResolver(plan.modules, moduleResolver(facts)),
  });
  const call = blocks.find(({ address }) => address === `module.${ADDONS_CALL}`);
  const body = call?.body;
  const names = plan.root.blocks
    .filter(({ type, labels }) => type === 'module' && labels[0] === ADDONS_CALL)
    .flatMap((block) => block.body.attributes)
    .filter(({ value }) => value.kind === 'attribute' && isOutput(value.object))
    .map(({ name }) => name);
  return new Map(
    names.flatMap((name) => {
      const value = entry(body, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** `module.interlock`. */
const isOutput = (
  e: Plan['root']['blocks'][number]['body']['attributes'][number]['value'],
): boolean =>
  e.kind === 'attribute' &&
  e.name === CALL &&
  e.object.kind === 'variable' &&
  e.object.name === 'module';

function untaken(
  call: WrittenCall,
  expected: ReadonlyMap<string, Value>,
  defaultOf: (name: string) => Value | undefined,
): readonly Finding[] {
  return [...expected].flatMap(([name, wanted]): readonly Finding[] => {
    const given = call.arguments.get(name);
    const help = `write ${name} = module.${CALL}.${name}`;
    if (given === undefined) {
      const otherwise = defaultOf(name);
      const same = otherwise !== undefined && !differs(wanted, otherwise);
      return same ? [] : [problem(`the call does not take "${name}"`, call.from.at, help)];
    }
    if (!differs(wanted, withoutOwn(wanted, given))) return [];
    const at = ('key' in given && given.key) || given.from.at;
    return [problem(`the call gives another "${name}" than the policy`, at, help)];
  });
}

/** Keys of an input that change how a chart is fetched or labelled, and not what runs: a repo may add them. */
const OWN_KEYS: ReadonlySet<string> = new Set([
  'cleanup_on_fail',
  'description',
  'max_history',
  'repository_ca_file',
  'repository_cert_file',
  'repository_key_file',
  'repository_password',
  'repository_username',
  'tags',
  'timeout',
]);

function withoutOwn(wanted: Value, given: Value): Value {
  if (isUnknown(given) || !isMap(given.value) || isUnknown(wanted) || !isMap(wanted.value))
    return given;
  const said = wanted.value;
  const rest = [...given.value].filter(([key]) => said.has(key) || !OWN_KEYS.has(key));
  return known(new Map(rest), given.from);
}

const problem = (message: string, at: Finding['at'], help: string): Finding => ({
  rule: 'untaken-output',
  severity: 'error',
  message,
  at,
  help,
});

/** What the module takes where a call does not say it. */
const defaultsOf =
  ({ addons }: Intent, facts: SummaryFacts) =>
  (name: string): Value | undefined => {
    const input = facts.addons.addonsInput(addons.value, name);
    return input === undefined || input.required ? undefined : fromData(input.default, addons.from);
  };

/** Whether two values are known to differ; what only Terraform knows may be what is wanted. */
function differs(wanted: Value, given: Value): boolean {
  const [a, b] = [wanted.encodes ?? wanted, given.encodes ?? given];
  if (isUnknown(a) || isUnknown(b)) return false;
  if (isList(a.value) && isList(b.value)) {
    const others = b.value;
    return (
      a.value.length !== others.length ||
      a.value.some((item, i) => differs(item, others[i] as Value))
    );
  }
  if (isMap(a.value) && isMap(b.value)) {
    const others = b.value;
    return (
      a.value.size !== others.size ||
      [...a.value].some(([key, item]) => {
        const other = others.get(key);
        return other === undefined || differs(item, other);
      })
    );
  }
  return a.value !== b.value;
}

/** The second module makes what the call cannot, so without it something is missing. */
function besideCall(
  plan: Plan,
  repo: ProvedRoot,
  calls: readonly WrittenCall[],
): readonly Finding[] {
  if (!plan.modules.has(BESIDE)) return [];
  const called = callsIn(repo).some(
    ({ read, source }) => read === 'folder' && source?.endsWith(`/${BESIDE}`) === true,
  );
  const at = calls[0]?.from.at ?? repo.system.clusters[0]?.from.at;
  if (called || at === undefined) return [];
  return [
    problem(
      `nothing calls the second module, which makes what the release lacks`,
      at,
      `call it as module "${BESIDE_CALL}" with source = "${FOLDER}/${BESIDE}", as the README shows`,
    ),
  ];
}
