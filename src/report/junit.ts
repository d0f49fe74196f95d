/**
 * JUnit XML, which every CI system shows. A lint is a suite a file and a case a
 * finding; a proof is a suite a configuration and a case for each event of each
 * pool, so that a green report says what holds.
 */
import type { Finding } from '../diagnostics/finding.js';
import { atLeast } from '../diagnostics/order.js';
import { type JudgedVerdict, ownerOf, refutes } from '../model/expect.js';
import type { Titles } from '../model/titles.js';
import { eventName } from '../model/verdict.js';
import { positionAt } from '../source/text.js';
import type { ProvedConfiguration } from './proof.js';
import type { Report } from './report.js';
import { visible } from './terminal.js';

interface Case {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly failure?: { readonly type: string; readonly message: string; readonly text: string };
  readonly says?: string;
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

export function junitText(report: Report): string {
  const suites = [
    ...(report.command === 'prove' ? proofSuites(report) : []),
    ...findingSuites(report),
  ];
  const cases = suites.flatMap((suite) => suite.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="interlock ${report.command}" ${counts(cases)}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
}

/** A run without findings is one that passed, not one that ran nothing. */
function findingSuites(report: Report): readonly Suite[] {
  const { findings, command, judged } = report;
  const files = [...new Set(findings.map(({ at }) => at.file))];
  if (files.length === 0 && command === 'lint' && judged !== undefined)
    return [{ name: 'interlock', cases: [{ name: `nothing found in ${judged}` }] }];
  return files.map((file) => ({
    name: file,
    cases: findings
      .filter(({ at }) => at.file === file)
      .map((finding) => findingCase(finding, report)),
  }));
}

function findingCase(finding: Finding, { sources, failOn }: Report): Case {
  const { at, rule, severity, message, related = [], help } = finding;
  const { line, column } = positionAt(sources(at.file), at.start);
  const others = related.map((other) => {
    const place = positionAt(sources(other.at.file), other.at.start);
    return `${other.at.file}:${place.line}: ${other.message}`;
  });
  const text = [
    `${at.file}:${line}:${column}: ${severity}: ${message} [${rule}]`,
    ...others,
    ...(help === undefined ? [] : [`help: ${help}`]),
  ]
    .map(visible)
    .join('\n');
  return {
    name: `${rule} at ${line}:${column}`,
    file: at.file,
    line,
    ...(atLeast(finding, failOn) ? { failure: { type: severity, message, text } } : { says: text }),
  };
}

/** Nothing to judge proves nothing, and must not look as if it passed. */
const proofSuites = ({ configurations }: Report): readonly Suite[] =>
  configurations.length === 0
    ? [{ name: 'interlock', cases: [open('nothing to judge was found')] }]
    : configurations.map(proofSuite);

const open = (name: string): Case => ({
  name,
  failure: { type: 'undetermined', message: name, text: name },
});

const proofSuite = (configuration: ProvedConfiguration): Suite => {
  const { root, cluster, pools } = configuration;
  return {
    name: cluster === '' ? root : `${root} (cluster ${cluster})`,
    cases: pools.length === 0 ? [open('no pool is in sight')] : poolCases(configuration),
  };
};

const poolCases = ({ pools, title }: ProvedConfiguration): readonly Case[] =>
  pools.flatMap(({ pool, verdicts }) =>
    verdicts
      .filter(({ state }) => state !== 'not-applicable')
      .map((verdict) => verdictCase(pool.id, verdict, title)),
  );

function verdictCase(pool: string, verdict: JudgedVerdict, title: Titles): Case {
  const owner = ownerOf(verdict);
  const says = stateOf(verdict);
  return {
    name: `${pool}: ${eventName(verdict.event)}`,
    ...(refutes(verdict) || verdict.state === 'undetermined'
      ? { failure: { type: verdict.state, message: says, text: says } }
      : { says: owner === undefined ? says : `${says} by ${title(owner.installation)}` }),
  };
}

const stateOf = ({ state, wrong, expected }: JudgedVerdict): string =>
  wrong === true ? `the policy says "${expected?.owner}"` : state;

const counts = (cases: readonly Case[]): string =>
  `tests="${cases.length}" failures="${cases.filter(({ failure }) => failure !== undefined).length}" errors="0"`;

const suiteLines = ({ name, cases }: Suite): readonly string[] => [
  `  <testsuite name="${xml(name)}" ${counts(cases)}>`,
  ...cases.flatMap((one) => caseLines(one, name)),
  '  </testsuite>',
];

function caseLines({ name, file, line, failure, says }: Case, suite: string): readonly string[] {
  const place = file === undefined ? '' : ` file="${xml(file)}" line="${line}"`;
  const head = `    <testcase classname="${xml(suite)}" name="${xml(name)}"${place}`;
  if (failure !== undefined)
    return [
      `${head}>`,
      `      <failure type="${xml(failure.type)}" message="${xml(failure.message)}">${xml(failure.text)}</failure>`,
      '    </testcase>',
    ];
  if (says === undefined) return [`${head}/>`];
  return [`${head}>`, `      <system-out>${xml(says)}</system-out>`, '    </testcase>'];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for an element or attribute; what XML 1.0 cannot hold at all is made visible, line by line. */
const xml = (text: string): string =>
  text
    .split('\n')
    .map(visible)
    .join('\n')
    .replace(/[\ufffe\uffff]|\p{Surrogate}/gu, (c) => `\\u${c.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
