/** A chart value that decides whether a handler goes on. */
import type { Installation } from '../model/system.js';
import { not, type Tri } from '../value/logic.js';
import { flag } from '../value/read.js';
import type { Hop, Message } from './hop.js';

interface SettingHop {
  /** What the handler takes where nothing is set. */
  readonly otherwise: boolean;
  /** What the value must be; true where absent. */
  readonly wants?: boolean;
  readonly fact?: string;
  readonly message?: Message;
}

/** Whether a flag of the chart is as the handler's next step wants it. */
export function settingHop(
  installation: Installation,
  key: string,
  { otherwise, wants = true, fact, message }: SettingHop,
): Hop {
  const value = installation.setting(key);
  const said = flag(value) ?? otherwise;
  const passes: Tri = wants ? said : not(said);
  const state = said === true ? 'on' : said === false ? 'off' : 'not known';
  return {
    step: 'setting',
    node: installation.id,
    passes,
    says: `"${key}" is ${state}`,
    from: value?.from ?? installation.from,
    ...(fact === undefined ? {} : { fact }),
    ...(message === undefined ? {} : { otherwise: message }),
  };
}
