/** What roles are allowed, as far as their statements are in sight. */
import type { System } from '../model/system.js';
import { knownPolicies } from '../rules/policies.js';
import { isUnknown } from '../value/value.js';

/** Actions by address of the role, as they are written, in the order of the alphabet. */
export function grantsOf(system: System): ReadonlyMap<string, readonly string[]> {
  const granted = new Map<string, Set<string>>();
  for (const { of, address, statements } of knownPolicies(system, 'role')) {
    const actions = granted.get(of ?? address) ?? new Set<string>();
    granted.set(of ?? address, actions);
    for (const statement of statements)
      if (statement.effect !== 'Deny')
        for (const action of statement.actions)
          actions.add(isUnknown(action) ? action.term : String(action.value));
  }
  return new Map([...granted].map(([role, actions]) => [role, [...actions].sort()]));
}
