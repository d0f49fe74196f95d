/** The form of a rule: what it says about itself, and a check that renders what the model decided. */
import type { Finding, Severity } from '../diagnostics/finding.js';
import type { EventFacts } from '../facts/events.js';
import type { Facts } from '../facts/facts.js';
import type { JudgedVerdict } from '../model/expect.js';
import type { System } from '../model/system.js';
import type { Timing } from '../model/timing.js';

export type Family =
  | 'ownership'
  | 'wiring'
  | 'settings'
  | 'access'
  | 'timing'
  | 'versions'
  | 'syntax'
  | 'report';

/** The areas of the facts that are in sight; those of events always are. */
export type RuleFacts = Omit<Facts, 'events'> & { readonly events: EventFacts };

/** What a rule judges: one system and the verdicts on it. */
export interface Judgement {
  readonly system: System;
  readonly verdicts: readonly JudgedVerdict[];
  readonly facts: RuleFacts;
  /** Time lines of drains, and the workloads they are about. */
  readonly timing: Timing;
}

export interface RuleMeta {
  readonly id: string;
  readonly family: Family;
  /** The severities that its findings may have; the first is the usual one. */
  readonly severities: readonly [Severity, ...Severity[]];
  readonly summary: string;
  /** Why it matters. */
  readonly rationale: string;
  /** How to fix it. */
  readonly remedy: string;
  readonly since: string;
  /** Upstream sources, `repo@tag path`. */
  readonly sources: readonly string[];
}

/** A finding as a rule makes it: the rule's id is stamped on by defineRule, the usual severity is filled in. */
export type RuleFinding = Omit<Finding, 'rule' | 'severity'> & { readonly severity?: Severity };

export interface Rule extends RuleMeta {
  /** Absent for a rule that a reader or the compiler reports by itself. */
  readonly check?: (judgement: Judgement) => readonly Finding[];
}

interface RuleDefinition extends RuleMeta {
  check?(judgement: Judgement): Iterable<RuleFinding>;
}

/** Holds a rule to its declared severities, so that it cannot misreport itself. */
export function defineRule({ check, ...meta }: RuleDefinition): Rule {
  if (check === undefined) return meta;
  return {
    ...meta,
    check: (judgement) =>
      [...check(judgement)].map((finding) => {
        const severity = finding.severity ?? meta.severities[0];
        return {
          ...finding,
          rule: meta.id,
          severity: meta.severities.includes(severity) ? severity : meta.severities[0],
        };
      }),
  };
}
