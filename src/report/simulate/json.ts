/** The JSON of `simulate`: a contract under semver. Times are seconds after the first notice, null for never. */
import type { PoolOutcome } from '../../simulate/outcome.js';
import type { Ran } from '../../simulate/policy.js';
import { findingJson } from '../json.js';
import type { Sources } from '../sources.js';
import { verdictOf, type WaveReport } from './words.js';

export function simulateJson(reports: readonly WaveReport[], sources: Sources): string {
  const data = { version: 1, policies: reports.map((report) => reportJson(report, sources)) };
  return `${JSON.stringify(data, null, 2)}\n`;
}

/** A thousandth of a second is more than the model knows. */
const time = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : Math.round(value * 1000) / 1000;

function reportJson(report: WaveReport, sources: Sources): unknown {
  const { file, ran, spared, taken, findings } = report;
  return {
    policy: file,
    verdict: verdictOf(report).replaceAll(' ', '-'),
    ...(ran === undefined ? {} : ranJson(ran)),
    spared,
    takenForGranted: taken,
    findings: findings.map((finding) => findingJson(finding, sources)),
  };
}

function ranJson({ wave, outcome, advised, sweep }: Ran): Readonly<Record<string, unknown>> {
  const { nodes, drained, pods, inTime, cutOff, waiting, killed, needs, least, pools, samples } =
    outcome;
  return {
    seed: wave.seed,
    notice: wave.notice,
    spread: wave.spread,
    nodes,
    drained,
    pods,
    inTime,
    cutOff,
    waitingForVolumes: waiting,
    killed,
    needs: time(needs),
    leastPossible: time(least),
    pools: pools.map((pool) => poolJson(pool)),
    advice: advised.advice,
    ...(advised.mostNodes === undefined ? {} : { mostNodes: advised.mostNodes }),
    ...(sweep.length === 0
      ? {}
      : {
          sweep: sweep.map(({ settings, ...row }) => ({
            ...settings,
            nodes: row.nodes,
            drained: row.drained,
            pods: row.pods,
            inTime: row.inTime,
            needs: time(row.needs),
            leastPossible: time(row.least),
            fits: row.fits,
            best: row.best ?? false,
          })),
        }),
    samples: samples.map((sample) => ({ ...sample, time: time(sample.time) })),
  };
}

function poolJson(pool: PoolOutcome): unknown {
  const { name, drainer, nodes, drained, pods, inTime, cutOff, waiting, killed, ends, kinds } =
    pool;
  return {
    name,
    drainer,
    nodes,
    drained,
    pods,
    inTime,
    cutOff,
    waitingForVolumes: waiting,
    killed,
    ends: { p50: time(ends.p50), p95: time(ends.p95), p99: time(ends.p99), last: time(ends.last) },
    bottleneck: pool.bottleneck,
    ...(pool.busyWith === undefined ? {} : { busyWith: pool.busyWith }),
    podSecondsWaited: Object.fromEntries(
      Object.entries(pool.waits).map(([stage, value]) => [stage, Math.round(value)]),
    ),
    workloads: kinds.map(({ waiting: left, ...kind }) => ({ ...kind, waitingForVolumes: left })),
  };
}
