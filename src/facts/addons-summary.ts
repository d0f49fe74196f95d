/** The summary of the add-ons module, parsed from summaries/addons.tf when Interlock is built. */
import type { ModuleSource } from '../terraform/syntax/module.js';
import data from './generated/addons-summary.json' with { type: 'json' };

export const addonsSummary = data as unknown as ModuleSource;
