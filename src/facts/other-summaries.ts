/** The summaries of smaller modules, parsed from summaries/*.tf when Interlock is built. */
import type { ModuleSource } from '../terraform/syntax/module.js';
import addon from './generated/addon-summary.json' with { type: 'json' };
import blueprintsV4 from './generated/blueprints-v4-summary.json' with { type: 'json' };
import sqs from './generated/sqs-summary.json' with { type: 'json' };

export const addonSummary = addon as unknown as ModuleSource;
export const blueprintsV4Summary = blueprintsV4 as unknown as ModuleSource;
export const sqsSummary = sqs as unknown as ModuleSource;
