/** `interlock simulate`: an interruption wave against the drain rules of policies. */
import type { Target } from '../compile/plan.js';
import type { KubeObject } from '../configuration/configuration.js';
import type { Finding } from '../diagnostics/finding.js';
import { atLeast, ordered } from '../diagnostics/order.js';
import * as simulation from '../facts/simulation.js';
import * as timing from '../facts/timing.js';
import type { Host } from '../host/host.js';
import { declaredWave } from '../manifests/declared.js';
import { simulateJson } from '../report/simulate/json.js';
import { simulateText } from '../report/simulate/text.js';
import { verdictOf, type WaveReport } from '../report/simulate/words.js';
import { sourcesOf } from '../report/sources.js';
import { style } from '../report/terminal.js';
import { findingsText } from '../report/text.js';
import type { Wanted } from '../simulate/compose.js';
import { readObjects } from '../simulate/objects.js';
import { simulatePolicy } from '../simulate/policy.js';
import { isScenario, readScenario, type Scenario } from '../simulate/scenario.js';
import type { Dimensions } from '../simulate/sweep.js';
import { span } from '../source/span.js';
import { loadFacts } from './facts.js';
import { unreadable } from './files.js';
import { gatherPolicies, type Inputs } from './inputs.js';
import { type JudgedPolicy, provePolicies } from './policies.js';
import { CLEAN, type ExitStatus, FOUND } from './status.js';

export interface SimulateOptions {
  readonly format: 'text' | 'json' | 'html';
  readonly target: Target;
  readonly scenario?: readonly string[];
  readonly pool?: readonly string[];
  readonly nodes?: number;
  readonly pods?: number;
  readonly grace?: number;
  readonly spread?: number;
  readonly rebalance?: boolean;
  readonly workers?: number;
  readonly replicas?: number;
  readonly qps?: number;
  readonly seed?: number;
  readonly sweep?: Dimensions;
}

export async function simulate(
  host: Host,
  paths: readonly string[],
  options: SimulateOptions,
): Promise<ExitStatus> {
  const inputs = gatherPolicies(host, paths);
  const given = readScenarios(host, options.scenario ?? [], inputs);
  const policies = await provePolicies(host, inputs, { strict: false, target: options.target });
  const { karpenter, nth } = await loadFacts();
  const facts = { timing, karpenter, nth, simulation };
  const reports = policies.map((policy) => waveOf(policy, given, options, facts));
  const problems = ordered([
    ...inputs.findings,
    ...given.findings,
    ...reports.flatMap(({ findings }) => findings),
  ]);
  const sources = sourcesOf(inputs.texts);
  const paint = style(host.colour);
  if (problems.length > 0) host.err(`${findingsText(problems, sources, paint)}\n`);
  if (options.format === 'json') host.out(simulateJson(reports, sources));
  else if (options.format === 'html') {
    const { simulatePage } = await import('../report/html/simulate.js');
    host.out(simulatePage(reports, sources));
  } else host.out(reports.map((report) => simulateText(report, paint)).join('\n'));
  const good = reports.every((report) =>
    ['fits', 'nothing to reclaim'].includes(verdictOf(report)),
  );
  return good && problems.length === 0 && reports.length > 0 ? CLEAN : FOUND;
}

interface Given {
  readonly scenario?: Scenario;
  readonly objects: readonly KubeObject[];
  readonly findings: readonly Finding[];
}

/** Of several scenarios the last says what it says; lists of objects are taken together. */
function readScenarios(host: Host, files: readonly string[], { texts }: Inputs): Given {
  const findings: Finding[] = [];
  const objects: KubeObject[] = [];
  let scenario: Scenario | undefined;
  for (const file of files) {
    const found = host.read(file);
    if ('problem' in found) {
      findings.push(unreadable(file, found.problem));
      continue;
    }
    texts.set(file, found.text);
    if (isScenario(found.text)) {
      const read = readScenario(file, found.text);
      findings.push(...read.findings);
      scenario = read.value ?? scenario;
    } else {
      const read = readObjects(file, found.text);
      findings.push(...read.findings);
      objects.push(...read.objects);
    }
  }
  return { ...(scenario && { scenario }), objects, findings };
}

type Facts = Parameters<typeof simulatePolicy>[0]['facts'];

function waveOf(
  { file, intent, judged, findings }: JudgedPolicy,
  given: Given,
  options: SimulateOptions,
  facts: Facts,
): WaveReport {
  const broken = findings.filter((finding) => atLeast(finding, 'error'));
  if (judged === undefined || given.findings.length > 0)
    return {
      file,
      spared: [],
      taken: [],
      findings: judged === undefined ? broken : given.findings,
    };
  const expected = intent === undefined ? undefined : declaredWave(intent.drain);
  const simulated = simulatePolicy({
    judged,
    from: span(file, 0, 0),
    ...(expected && { expected: expected.value }),
    ...(given.scenario && { scenario: given.scenario }),
    objects: given.objects,
    wanted: wantedOf(options),
    ...(options.sweep && { dimensions: options.sweep }),
    facts,
  });
  return { file, ...simulated, taken: [...simulated.taken, ...selfDraining(findings)] };
}

/** A handler that goes with the wave is simulated as if it did not, which is said. */
const selfDraining = (findings: readonly Finding[]): readonly string[] =>
  findings
    .filter(({ rule }) => rule === 'self-draining-handler')
    .map(({ message }) => `${message}: it is taken to go on until then`);

function wantedOf({ pool, ...options }: SimulateOptions): Wanted {
  const { nodes, pods, grace, spread, seed, rebalance, ...nth } = options;
  const { workers, replicas, qps } = nth;
  return {
    ...(pool && { pools: pool }),
    ...(nodes !== undefined && { nodes }),
    ...(pods !== undefined && { pods }),
    ...(grace !== undefined && { grace }),
    ...(spread !== undefined && { spread }),
    ...(seed !== undefined && { seed }),
    ...(rebalance !== undefined && { rebalance }),
    nth: {
      ...(workers !== undefined && { workers }),
      ...(replicas !== undefined && { replicas }),
      ...(qps !== undefined && { qps }),
    },
    karpenter: {},
  };
}
