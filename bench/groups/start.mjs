// Cold start: a process that judges one policy, against one that does nothing.
import { interlock, NOTHING, ratio } from '../measure.mjs';

export function* start() {
  const runs = 15;
  const policy = 'policies/orders.yaml';
  yield ratio('cold lint of one policy / node -e 0', interlock('lint', policy), NOTHING, {
    runs,
    target: 1.6,
    memory: true,
  });
  yield ratio('cold prove of one policy / node -e 0', interlock('prove', policy), NOTHING, {
    runs,
    memory: true,
  });
  yield ratio('cold --version / node -e 0', interlock('--version'), NOTHING, { runs });
}
