/** Fingerprints by which code scanning tells a finding it knows from a new one, stable when other lines move. */
import type { Finding } from '../diagnostics/finding.js';
import { identityOf } from '../diagnostics/identity.js';
import { hash } from '../source/hash.js';

/** A fingerprint for each finding; findings that say the same of one file are counted in their order. */
export function fingerprintsOf(findings: readonly Finding[]): ReadonlyMap<Finding, string> {
  const seen = new Map<string, number>();
  return new Map(
    findings.map((finding) => {
      const identity = identityOf(finding, finding.at.file);
      const count = seen.get(identity) ?? 0;
      seen.set(identity, count + 1);
      return [finding, hash(`${identity}\n${count}`)];
    }),
  );
}
