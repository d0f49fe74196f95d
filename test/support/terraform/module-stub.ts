/**
 * A stand-in for a release of the add-ons module, from the tables of facts:
 * every input with its type and default, every output, the providers it asks
 * for, and nothing that would create anything; what it is given is an output too. Terraform then refuses a call
 * that passes an input the release does not have, or one of another type.
 */
import {
  addonsInputs,
  outputs,
  requiredProviders,
  requiredTerraform,
} from '../../../src/facts/addons.js';
import type { ModuleInput } from '../../../src/facts/module.js';

/** Text of the stub's `main.tf.json`. */
export function stubAddonsModule(release: string): string {
  const providers = requiredProviders(release).map(({ name, source, constraint }) => [
    name,
    { source, version: constraint },
  ]);
  return JSON.stringify({
    terraform: {
      required_version: requiredTerraform(release),
      required_providers: Object.fromEntries(providers),
    },
    variable: Object.fromEntries(
      addonsInputs(release).map((input) => [input.name, variable(input)]),
    ),
    output: {
      ...Object.fromEntries(outputs(release).map((name) => [name, { value: UNKNOWN }])),
      given: {
        value: Object.fromEntries(
          addonsInputs(release).map(({ name }) => [name, `\${var.${name}}`]),
        ),
      },
    },
  });
}

/** Of any type as long as nothing is applied: what an output holds depends on what the module creates. */
const UNKNOWN = '${jsondecode(timestamp())}';

const variable = (input: ModuleInput): unknown => ({
  type: input.type,
  ...(input.required ? {} : { default: input.default }),
});
