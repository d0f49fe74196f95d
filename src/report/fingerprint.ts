/** Fingerprints by which code scanning tells a finding it knows from a new one, stable when other lines move. */
import type { Finding } from '../diagnostics/finding.js';
import { identityOf } from '../diagnostics/identity.js';

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

const PRIME = 0x100000001b3n;
const BASIS = 0xcbf29ce484222325n;

/** FNV-1a over UTF-16 units, 64 bits in hexadecimal: nothing here depends on it being hard to reverse. */
function hash(text: string): string {
  let state = BASIS;
  for (let i = 0; i < text.length; i++)
    state = BigInt.asUintN(64, (state ^ BigInt(text.charCodeAt(i))) * PRIME);
  return state.toString(16).padStart(16, '0');
}
