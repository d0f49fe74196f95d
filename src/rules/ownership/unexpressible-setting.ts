/** A setting that the chosen target or the version in use cannot keep; names the nearest that it can. Reported by the compiler. */
import { defineRule } from '../rule.js';

export default defineRule({
  id: 'unexpressible-setting',
  family: 'ownership',
  severities: ['error'],
  summary:
    'A setting that the chosen target or the version in use cannot keep; names the nearest that it can.',
  rationale: 'A drain rule that nothing keeps is a promise that fails on the day it is needed.',
  remedy: 'Use the version or the setting that the message names.',
  since: '0.1.0',
  sources: [],
});
