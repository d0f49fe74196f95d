/**
 * Decisions: what happens where a boolean chooses. An undecided one is looked
 * up in the world, or noted as free so that the caller may split worlds on it.
 */
import { not, type Tri } from '../../value/logic.js';
import { isUnknown, type Unknown, type Value } from '../../value/value.js';
import type { World } from '../../value/world.js';
import { toBoolean, typeName } from './data.js';
import { asExpression, failure } from './derive.js';
import type { Scope } from './scope.js';

const NEGATED = /^!\((.*)\)$/s;

/** What this world says of an unknown boolean. */
export function inWorld(value: Unknown, world: World): boolean | undefined {
  if (world.size === 0) return undefined;
  const direct = world.get(value.term);
  if (direct !== undefined) return direct;
  const inner = NEGATED.exec(value.term)?.[1];
  const opposite = inner === undefined ? undefined : world.get(inner);
  return opposite === undefined ? undefined : !opposite;
}

/** The boolean that decides; where it stays open, an unknown that names the free booleans it hangs on. */
export function decide(value: Value, scope: Scope): Tri {
  if (!isUnknown(value)) {
    return toBoolean(value.value) ?? notBoolean(value, typeName(value.value));
  }
  return inWorld(value, scope.run.world) ?? open(value, scope);
}

const notBoolean = (value: Value, type: string): Unknown =>
  failure(`a boolean is needed here, not ${type}`, asExpression(value), value.from);

function open(value: Unknown, scope: Scope): Unknown {
  // What hangs on other decisions is settled by them; a failure is no boolean at all.
  if (value.hinges !== undefined || value.failed !== undefined || value.unknown === 'limit')
    return value;
  const inner = NEGATED.exec(value.term)?.[1];
  const atom = inner === undefined ? value : (not(value) as Unknown);
  if (scope.quiet !== true && !scope.run.free.has(atom.term)) scope.run.free.set(atom.term, atom);
  return { ...value, hinges: [atom.term] };
}
