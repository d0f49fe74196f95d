/** SARIF: valid by its schema whatever is in it, with both ends, fixes, help and fingerprints that stay. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { Log, Result } from 'sarif';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/commands/program.js';
import { sarifText } from '../../src/report/sarif.js';
import { uriOf } from '../../src/report/uri.js';
import { RULES } from '../../src/rules/registry.js';
import { memoryHost } from '../support/memory-host.js';
import { hostileReport } from '../support/reports.js';

const FOLDER = 'node_modules/@microsoft/jest-sarif/lib/schemas';
const {
  $schema: _draft,
  id: _id,
  ...schema
} = JSON.parse(readFileSync(`${FOLDER}/sarif-2.1.0-rtm.5.json`, 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

function valid(text: string): Log {
  const log = JSON.parse(text) as Log;
  expect(validate(log) || validate.errors).toBe(true);
  return log;
}

const resultsOf = (log: Log): readonly Result[] => log.runs[0]?.results ?? [];

const POLICY = readFileSync('test/rules/duplicate-handler/fails.yaml', 'utf8');

async function lint(text: string, ...more: readonly string[]): Promise<Log> {
  const host = memoryHost({ 'policies/web.yaml': text });
  await run(host, ['lint', 'policies/web.yaml', '--format', 'sarif', ...more]);
  return valid(host.stdout());
}

describe('SARIF', () => {
  it('is valid whatever users write, and nothing of theirs is a link', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        for (const { message, relatedLocations = [] } of resultsOf(valid(sarifText(report))))
          for (const text of [message, ...relatedLocations.map((other) => other.message)])
            expect(text?.text).not.toMatch(/(?<!\\)\[[^\]]*\]\(|(?!\t)\p{Cc}|\u202e/u);
      }),
      { numRuns: 150, seed: 9 },
    );
  });

  it('says the place of both owners, the rule and how to mend it', async () => {
    const log = await lint(POLICY);
    const conflict = resultsOf(log).find(({ ruleId }) => ruleId === 'duplicate-handler');
    expect(conflict).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'policies/web.yaml', uriBaseId: '%SRCROOT%' },
            region: { startLine: 3, startColumn: 19 },
          },
        },
      ],
      relatedLocations: [
        { id: 1, message: { text: expect.stringContaining('"karpenter" acts because') } },
        { id: 2, message: { text: '"web" is here' } },
      ],
    });
    expect(conflict?.message.text).toMatch(/^"nth" and "karpenter" both act .*\. Help: .*\.$/);
    const rules = log.runs[0]?.tool.driver.rules ?? [];
    expect(rules.map(({ id }) => id)).toEqual(RULES.map(({ id }) => id));
    const rule = rules[conflict?.ruleIndex ?? -1];
    expect(rule?.id).toBe('duplicate-handler');
    expect(rule?.help?.markdown).toContain('**How to fix.**');
  });

  it('carries fixes as replacements', async () => {
    const log = await lint(POLICY.replace('kind: ManagedNodeGroup', 'kind: ManagedNodeGruop'));
    const [fixed] = resultsOf(log).filter(({ fixes }) => fixes !== undefined);
    const [change] = fixed?.fixes?.[0]?.artifactChanges ?? [];
    expect(change?.artifactLocation.uri).toBe('policies/web.yaml');
    expect(change?.replacements[0]).toMatchObject({
      insertedContent: { text: 'ManagedNodeGroup' },
      deletedRegion: fixed?.locations?.[0]?.physicalLocation?.region,
    });
  });

  it('keeps fingerprints when lines move, and tells findings that say the same apart', async () => {
    const prints = (log: Log): readonly string[] =>
      resultsOf(log).map(({ partialFingerprints }) => partialFingerprints?.['interlock/v1'] ?? '');
    const before = prints(await lint(POLICY));
    expect(prints(await lint(`# a line more\n\n${POLICY}`))).toEqual(before);
    expect(new Set(before).size).toBe(before.length);
    const [same = fc.sample(hostileReport, 1)[0]] = fc.sample(hostileReport, {
      numRuns: 1,
      seed: 1,
    });
    if (same === undefined) throw new Error('no report');
    const [one] = same.findings;
    const twice = { ...same, findings: one === undefined ? [] : [one, { ...one }] };
    const [first, second] = prints(valid(sarifText(twice)));
    expect(first).not.toBe(second);
  });

  it('says when something could not be read', async () => {
    const host = memoryHost({ 'a.yaml': POLICY });
    await run(host, ['lint', 'a.yaml', 'missing.tf', '--format', 'sarif']);
    const log = valid(host.stdout());
    expect(log.runs[0]?.invocations?.[0]?.executionSuccessful).toBe(false);
  });

  it.each([
    ['infra/main.tf', 'infra/main.tf'],
    ['./main.tf', 'main.tf'],
    ['/srv/main.tf', 'file:///srv/main.tf'],
    ['a b#c?.tf', 'a%20b%23c%3F.tf'],
    ['c:main.tf', 'c%3Amain.tf'],
    ['운영/main.tf', '%EC%9A%B4%EC%98%81/main.tf'],
  ])('writes the path %s as %s', (file, uri) => {
    expect(uriOf(file)).toBe(uri);
  });
});
