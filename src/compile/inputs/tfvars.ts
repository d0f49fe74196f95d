/**
 * `interlock.auto.tfvars.json`: the inputs that are known without Terraform, for
 * repos whose own variables have the names of the module's inputs. Texts in it
 * are no templates.
 */
import type { Expression } from '../../terraform/syntax/expression.js';
import type { Json } from '../../terraform/syntax/json.js';
import type { AddonsParts } from '../addons/parts.js';

/** Known inputs by name. */
export function knownInputs({ inputs, locals }: AddonsParts): Readonly<Record<string, Json>> {
  const known = Object.entries(inputs).flatMap(([name, value]) => {
    const json = value && constant(value, locals.inputs);
    return json === undefined ? [] : [[name, json] as const];
  });
  return Object.fromEntries(known);
}

/** The text of the file. */
export const tfvars = (values: Readonly<Record<string, Json>>): string =>
  `${JSON.stringify(values, null, 2)}\n`;

/** The value of an expression that stands on nothing but literals; undefined for any other. */
function constant(e: Expression, locals: AddonsParts['locals']['inputs']): Json | undefined {
  switch (e.kind) {
    case 'literal':
      return e.value;
    case 'tuple': {
      const items = e.items.map((item) => constant(item, locals));
      return items.some((item) => item === undefined) ? undefined : (items as Json[]);
    }
    case 'object': {
      const entries = e.entries.map(
        ({ key, value }) => [constant(key, locals), constant(value, locals)] as const,
      );
      if (entries.some(([key, value]) => typeof key !== 'string' || value === undefined))
        return undefined;
      return Object.fromEntries(entries as [string, Json][]);
    }
    case 'template': {
      const parts = e.parts.map((part) => constant(part, locals));
      return parts.some((part) => part === undefined) ? undefined : parts.map(String).join('');
    }
    case 'attribute': {
      const local =
        e.object.kind === 'variable' && e.object.name === 'local' ? locals[e.name] : undefined;
      return local && constant(local, locals);
    }
    case 'call': {
      const [argument] = e.args;
      const inner = e.name === 'jsonencode' && argument ? constant(argument, locals) : undefined;
      return inner === undefined ? undefined : JSON.stringify(inner);
    }
    default:
      return undefined;
  }
}
