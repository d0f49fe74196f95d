/**
 * Objects of Karpenter's API against the CRD of the release in use: what the API
 * server refuses, what moved, and what it lets pass that Karpenter cannot use.
 */
import type { KubeObject } from '../../configuration/configuration.js';
import type { Finding } from '../../diagnostics/finding.js';
import { crdSchema } from '../../facts/crd-schema.js';
import type { CrdTable } from '../../facts/karpenter-crds.js';
import { type RuleJudge, rulesOf } from './cel.js';
import { ruleFinding, violationFinding } from './describe.js';
import { extraFindings } from './extra.js';
import { type Table, tableOf } from './fields.js';
import { reservedLabels } from './labels.js';
import type { Path } from './place.js';
import { sampleOf } from './sample.js';
import { type Validator, validatorOf } from './violations.js';

/** A kind at a release, compiled once and used for every object of it. */
export interface CompiledCrd {
  readonly table: Table;
  readonly validate: Validator;
  readonly judge: RuleJudge;
}

/** Undefined where the release does not have the kind in this API version. */
export function compileCrd(crd: CrdTable, release: string): CompiledCrd | undefined {
  const schema = crdSchema(crd, release);
  if (schema === undefined) return undefined;
  return { table: tableOf(crd, release), validate: validatorOf(schema), judge: rulesOf(schema) };
}

/** Everything that is wrong with an object in a release that serves it; nothing for one that does not. */
export function checkObject(
  object: KubeObject,
  release: string,
  crd: CrdTable,
): readonly Finding[] {
  const compiled = compileCrd(crd, release);
  return compiled === undefined ? [] : checkCompiled(object, compiled);
}

export function checkCompiled(
  object: KubeObject,
  { table, validate, judge }: CompiledCrd,
): readonly Finding[] {
  const sample = sampleOf(object.body);
  const violations = validate(sample);
  // The API server asks a rule only about what has the right shape.
  const shapely = (path: Path): boolean => !violations.some((one) => within(one.path, path));
  const found = [
    ...violations.map((violation) => violationFinding(object, violation, table)),
    ...judge(sample)
      .filter(({ field }) => shapely(field))
      .map((broken) => ruleFinding(object, broken)),
  ];
  const extra = [...extraFindings(object, table.release), ...reservedLabels(object)];
  return [...found, ...extra.filter(({ at }) => !found.some((one) => samePlace(one, at)))];
}

const within = (path: Path, whole: Path): boolean => whole.every((step, i) => step === path[i]);

const samePlace = (finding: Finding, at: Finding['at']): boolean =>
  finding.rule === 'invalid-field' && finding.at.start === at.start && finding.at.end === at.end;
