/** Terraform's functions by name. `try`, `can` and `templatefile` evaluate their arguments themselves: see call.ts. */
import { conversionFunctions } from './conversions.js';
import { encodingFunctions } from './encoding.js';
import { fileFunctions } from './files.js';
import { formatFunctions } from './format.js';
import { structureFunctions } from './json.js';
import { listFunctions } from './lists.js';
import { mapFunctions } from './maps.js';
import { numberFunctions } from './numbers.js';
import { regexFunctions } from './regex.js';
import { setFunctions } from './sets.js';
import type { TerraformFunction } from './signature.js';
import { stringFunctions } from './strings.js';

export const FUNCTIONS: ReadonlyMap<string, TerraformFunction> = new Map(
  Object.entries({
    ...conversionFunctions,
    ...encodingFunctions,
    ...fileFunctions,
    ...formatFunctions,
    ...listFunctions,
    ...mapFunctions,
    ...numberFunctions,
    ...regexFunctions,
    ...setFunctions,
    ...stringFunctions,
    ...structureFunctions,
  }),
);
