/** Every event pattern that compiled policies carry, those that the add-ons module makes for them included, as JSON text. */
import { TARGETS } from '../../src/compile/plan.js';
import type { System } from '../../src/model/system.js';
import { provePolicy } from '../../src/pipeline/policy.js';
import type { JudgeFacts } from '../../src/pipeline/read-back.js';
import { decodeText } from '../../src/value/decode.js';
import { entry, plain } from '../../src/value/read.js';
import { policyTexts } from './plans.js';

export interface EmittedRule {
  /** Policy, target and address of the first rule that has it. */
  readonly rule: string;
  readonly pattern: string;
}

/** Different patterns only. */
export function emittedRules(facts: JudgeFacts): readonly EmittedRule[] {
  const files = (path: string) => {
    const text = policyTexts.get(path);
    return text === undefined ? { problem: 'it does not exist' } : { text };
  };
  const found = new Map<string, string>();
  for (const [file, text] of policyTexts)
    for (const target of TARGETS) {
      const { judged } = provePolicy({ file, text, files, facts, target });
      for (const [address, pattern] of judged === undefined ? [] : patternsOf(judged.system))
        if (!found.has(pattern)) found.set(pattern, `${file} for ${target}: ${address}`);
    }
  return [...found].map(([pattern, rule]) => ({ rule, pattern }));
}

function patternsOf({
  rules,
  as,
}: System): readonly (readonly [address: string, pattern: string])[] {
  return rules.flatMap(({ id }) => {
    const written = entry(as?.blockAt(id)?.body, 'event_pattern');
    if (written === undefined) return [];
    const whole = plain(decodeText(written) ?? written, ({ term }) => {
      throw new Error(`${id} hangs on ${term}`);
    });
    return [[id, typeof whole === 'string' ? whole : JSON.stringify(whole)] as const];
  });
}
