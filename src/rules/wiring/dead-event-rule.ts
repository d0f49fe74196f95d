/** An event rule's pattern can match no event that AWS emits. */
import { nearest } from '../../diagnostics/suggest.js';
import type { Pattern } from '../../eventbridge/pattern.js';
import { type EventShape, explainDead, matchShape } from '../../eventbridge/shape.js';
import { defineRule, type RuleFacts } from '../rule.js';

export default defineRule({
  id: 'dead-event-rule',
  family: 'wiring',
  severities: ['error'],
  summary: "An event rule's pattern can match no event that AWS emits.",
  rationale: 'The rule looks like wiring and sends nothing, ever.',
  remedy: 'Filter on fields that the event has, and on its exact detail-type.',
  since: '0.1.0',
  sources: [
    'Amazon EC2 User Guide spot-instance-termination-notices',
    'AWS Health User Guide aws-health-events-eventbridge-schema',
  ],

  *check({ system, facts }) {
    for (const rule of system.rules) {
      if (rule.exists === false || rule.pattern === undefined) continue;
      const dead = deadBecause(rule.pattern, facts);
      if (dead !== undefined)
        yield {
          at: rule.from.at,
          message: `the pattern of "${rule.id}" can match no event: ${dead.because}`,
          help: dead.help,
        };
    }
  },
});

interface Dead {
  readonly because: string;
  readonly help: string;
}

/** Edits by which a detail-type may differ from a known one and still be meant for it. */
const SLIPS = 3;

function deadBecause(pattern: Pattern, { events }: RuleFacts): Dead | undefined {
  const atoms = events.atoms.flatMap(({ shape, detailType }) =>
    shape === undefined ? [] : [{ shape, detailType }],
  );
  const dead = (shape: EventShape): boolean => matchShape(pattern, shape) === 'none';
  if (!atoms.every(({ shape }) => dead(shape))) return undefined;
  const wanted = detailTypesOf(pattern);
  const known = new Set(atoms.map(({ detailType }) => detailType));
  const slip = wanted.find((type) => !known.has(type) && nearest(type, known, SLIPS) !== undefined);
  if (slip !== undefined)
    return {
      because: `nothing sends the detail-type "${slip}"`,
      help: `did you mean "${nearest(slip, known, SLIPS) ?? ''}"?`,
    };
  // Any of the events that it asks for by name tells which of its fields is the one that cannot be.
  const asked = atoms.filter(({ detailType }) => wanted.includes(detailType));
  const [first] = asked;
  if (first === undefined || !wanted.every((type) => known.has(type))) return undefined;
  if (!events.otherShapes.every(({ shape }) => dead(shape))) return undefined;
  const [field] = asked
    .flatMap(({ shape }) => explainDead(pattern, shape))
    .filter(({ path }) => path !== 'detail-type');
  return {
    because:
      field === undefined
        ? `nothing sends "${first.detailType}" from that source`
        : `"${first.detailType}" has ${field.has} at "${field.path}", and the pattern wants ${field.wanted}`,
    help: 'filter on fields that the event has, or leave the filter out',
  };
}

/** The detail-types that a pattern asks for by name; none where it asks otherwise. */
function detailTypesOf({ rules }: Pattern): readonly string[] {
  const types = rules.map((rule) => {
    const matchers = rule.get('detail-type')?.matchers ?? [];
    return matchers.flatMap((matcher) =>
      matcher.kind === 'equals' && typeof matcher.value === 'string' ? [matcher.value] : [],
    );
  });
  return types.some((named) => named.length === 0) ? [] : types.flat();
}
