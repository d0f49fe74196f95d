/** What of a plan may be shown: names and plain values, never what is sensitive. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedPlan } from '../../../src/terraform/plan/masked.js';
import { fixture, RAW } from './support.js';

const SECRET = 'not-to-be-shown';
const text = fixture('modules/plan.json');
const masked = maskedPlan('plan.json', text);

describe('the text of a plan as it is shown', () => {
  it('keeps its length and its lines', () => {
    expect(masked.length).toBe(text.length);
    expect([...masked.matchAll(/\n/g)].map(({ index }) => index)).toEqual(
      [...text.matchAll(/\n/g)].map(({ index }) => index),
    );
  });

  it('hides credentials, sensitive variables and sensitive values', () => {
    expect(text).toContain(SECRET);
    expect(masked).not.toContain(SECRET);
  });

  it('shows what findings point to', () => {
    expect(masked).toContain('"address": "module.queue.aws_sqs_queue.this"');
    expect(masked).toContain('"name": "shop-nth"');
  });

  it('hides everything of a text that is no plan', () => {
    expect(maskedPlan('plan.json', '{ "password": "x" ')).toBe('* *********** *** ');
  });

  it('keeps its length whatever stands in it', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 40 }), (at, count) => {
        const from = at % text.length;
        const cut = text.slice(0, from) + text.slice(from + count);
        expect(maskedPlan('plan.json', cut).length).toBe(cut.length);
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  it('masks nothing of a plan without secrets but what no finding points into', () => {
    const plain = fixture(RAW.plan);
    const shown = maskedPlan('plan.json', plain);
    const planned = plain.slice(0, plain.indexOf('"resource_changes"'));
    expect(shown.startsWith(planned)).toBe(true);
  });
});
