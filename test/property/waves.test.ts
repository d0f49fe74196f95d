/** What is claimed of random waves, of as many as `RUNS` says (2,000 by default) from the seed `SEED`; decision 0005 quotes it. */
import { describe, expect, it } from 'vitest';
import { CLAIMS, excess } from '../support/wave-claims.js';

const RUNS = Number(process.env.RUNS ?? 2000);
const SEED = Number(process.env.SEED ?? 20_261_130);

describe(`${RUNS} random waves`, () => {
  it.each(CLAIMS)('$name', (claim) => {
    const losses = claim.losses(RUNS, SEED);
    const over = excess(claim, losses);
    process.stdout.write(
      `${claim.name}: ${over.length} of ${RUNS} lose more, the most ${Math.max(...losses)} nodes' worth of pods\n`,
    );
    expect(over.length).toBeLessThanOrEqual((claim.few * RUNS) / 1000);
  });
});
