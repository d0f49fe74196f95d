/** What people call an installation: its handler, with its address only where one handler is installed twice. */
import type { HandlerKind } from '../facts/reactions.js';
import type { System } from './system.js';

const NAMES: Readonly<Record<HandlerKind, string>> = {
  karpenter: 'karpenter',
  nth: 'nth',
  eks: 'eks',
  asg: 'asg',
};

export type Titles = (installation: string) => string;

export function titlesOf(system: System): Titles {
  const handlers = new Map(system.installations.map(({ id, handler }) => [id, handler]));
  const count = (handler: HandlerKind): number =>
    [...handlers.values()].filter((other) => other === handler).length;
  return (id) => {
    const handler = handlers.get(id);
    if (handler === undefined) return id;
    return count(handler) > 1 ? `${NAMES[handler]} (${id})` : NAMES[handler];
  };
}
