/** SARIF 2.1.0 for code scanning: rules with their help, both ends of a contradiction, fixes, fingerprints. */
import type {
  ArtifactLocation,
  Location,
  Log,
  PhysicalLocation,
  Region,
  ReportingDescriptor,
  Result,
  Fix as SarifFix,
} from 'sarif';
import type { Finding, Fix, Related } from '../diagnostics/finding.js';
import type { RuleMeta } from '../rules/rule.js';
import type { Span } from '../source/span.js';
import { positionAt } from '../source/text.js';
import { fingerprintsOf } from './fingerprint.js';
import type { Report } from './report.js';
import type { Sources } from './sources.js';
import { visible } from './terminal.js';
import { uriOf } from './uri.js';

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

export function sarifText(report: Report): string {
  const { findings, rules, sources, version, command, complete } = report;
  const indices = new Map(rules.map(({ id }, index) => [id, index]));
  const fingerprints = fingerprintsOf(findings);
  const log: Log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Interlock',
            version,
            semanticVersion: version,
            rules: rules.map(descriptor),
          },
        },
        automationDetails: { id: `interlock/${command}/` },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: complete }],
        results: findings.map((finding) => ({
          ...result(finding, sources),
          ...indexOf(indices, finding.rule),
          partialFingerprints: { 'interlock/v1': fingerprints.get(finding) ?? '' },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const indexOf = (indices: ReadonlyMap<string, number>, rule: string): { ruleIndex?: number } => {
  const ruleIndex = indices.get(rule);
  return ruleIndex === undefined ? {} : { ruleIndex };
};

const descriptor = (rule: RuleMeta): ReportingDescriptor => ({
  id: rule.id,
  shortDescription: { text: rule.summary },
  fullDescription: { text: `${rule.summary} ${rule.rationale}` },
  help: {
    text: `${rule.rationale}\n\n${rule.remedy}`,
    markdown: [
      `**Why.** ${rule.rationale}`,
      `**How to fix.** ${rule.remedy}`,
      ...(rule.sources.length === 0
        ? []
        : [`**Sources**\n\n${rule.sources.map((source) => `- \`${source}\``).join('\n')}`]),
    ].join('\n\n'),
  },
  defaultConfiguration: { level: rule.severities[0] },
  properties: { tags: [rule.family] },
});

/** Viewers with little room show the first sentence only: what is wrong; what to write instead follows. */
function result(finding: Finding, sources: Sources): Result {
  const { rule, severity, message, help, at, related = [], fix } = finding;
  return {
    ruleId: rule,
    level: severity,
    message: {
      text: plain(
        [message, ...(help === undefined ? [] : [`Help: ${help}`])].map(sentence).join(' '),
      ),
    },
    locations: [{ physicalLocation: physical(at, sources) }],
    ...(related.length === 0
      ? {}
      : { relatedLocations: related.map((other, id) => relatedLocation(other, id + 1, sources)) }),
    ...(fix === undefined || fix.edits.length === 0 ? {} : { fixes: [fixOf(fix, sources)] }),
    properties: properties(finding),
  };
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

const properties = ({ cluster, pool, event, fix }: Finding): Readonly<Record<string, string>> => ({
  ...(cluster === undefined ? {} : { cluster }),
  ...(pool === undefined ? {} : { pool }),
  ...(event === undefined || event === '' ? {} : { event }),
  ...(fix === undefined ? {} : { fixSafety: fix.safety }),
});

/** A place in a text that nobody has (a registry module's, a fact's) is told in words only. */
const relatedLocation = ({ at, message }: Related, id: number, sources: Sources): Location => ({
  id,
  message: { text: plain(message) },
  ...(sources(at.file).text === '' ? {} : { physicalLocation: physical(at, sources) }),
});

const physical = (at: Span, sources: Sources): PhysicalLocation => ({
  artifactLocation: artifact(at.file),
  region: regionOf(at, sources),
});

const artifact = (file: string): ArtifactLocation =>
  file.startsWith('/') ? { uri: uriOf(file) } : { uri: uriOf(file), uriBaseId: '%SRCROOT%' };

function regionOf(at: Span, sources: Sources): Region {
  const source = sources(at.file);
  const start = positionAt(source, at.start);
  const end = positionAt(source, at.end);
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

function fixOf({ title, edits }: Fix, sources: Sources): SarifFix {
  const files = [...new Set(edits.map(({ at }) => at.file))];
  return {
    description: { text: plain(title) },
    artifactChanges: files.map((file) => ({
      artifactLocation: artifact(file),
      replacements: edits
        .filter(({ at }) => at.file === file)
        .map(({ at, text }) => ({
          deletedRegion: regionOf(at, sources),
          ...(text === '' ? {} : { insertedContent: { text } }),
        })),
    })),
  };
}

/** Text in which nothing of a user's reads as a link of SARIF (2.1.0, section 3.11.6). */
const plain = (text: string): string => visible(text).replace(/\[(?=[^\]]*\]\()/g, '\\[');
