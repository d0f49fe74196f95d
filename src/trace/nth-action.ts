/** What NTH does to a node that it takes for its own, in either mode. */
import type { Reaction } from '../facts/reactions.js';
import { isUndecided } from '../value/logic.js';
import { flag } from '../value/read.js';
import type { Hop } from './hop.js';
import type { Reading } from './reader.js';
import { settingHop } from './setting.js';

const DRAIN =
  'aws/aws-node-termination-handler@v1.25.6 pkg/interruptionevent/draincordon/handler.go';

export interface Action {
  readonly hops: readonly Hop[];
  readonly reaction: Reaction;
  readonly does: string;
}

/** From the wish to drain or cordon to what its settings make of it. */
export function nodeAction(reading: Reading, wish: 'drain' | 'cordon'): Action {
  const { installation, event } = reading;
  const hops: Hop[] = [];
  if (flag(installation.setting('dryRun')) !== undefined)
    hops.push(settingHop(installation, 'dryRun', { otherwise: false, wants: false, fact: DRAIN }));
  const only = flag(installation.setting('cordonOnly')) ?? false;
  if (isUndecided(only) && wish === 'drain')
    hops.push(
      settingHop(installation, 'cordonOnly', { otherwise: false, wants: false, fact: DRAIN }),
    );
  const reaction = only === true ? 'cordon' : wish;
  const taint = TAINTS[event.kind ?? ''];
  const taints =
    taint !== undefined && flag(installation.setting('taintNode')) === true
      ? `taints the node aws-node-termination-handler/${taint}, `
      : '';
  const does =
    reaction === 'cordon'
      ? `${taints}cordons the node and leaves its pods there`
      : `${taints}cordons the node and evicts its pods`;
  return { hops: hops.filter(({ passes }) => passes !== true), reaction, does };
}

const TAINTS: Readonly<Record<string, string>> = {
  'spot-interruption': 'spot-itn',
  'scheduled-change': 'scheduled-maintenance',
  'asg-termination': 'asg-lifecycle-termination',
  'rebalance-recommendation': 'rebalance-recommendation',
};
