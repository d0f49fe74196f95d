/** The provider configuration that a block uses: its own choice, what its module was given, or the default. */
import type { Block } from '../configuration/configuration.js';
import { entry, text } from '../value/read.js';
import { isUnknown } from '../value/value.js';
import { moduleOf } from './addresses.js';

type BlockAt = (address: string) => Block | undefined;

/** The provider block of a type for a block; undefined where none is written. */
export function providerOf(blockAt: BlockAt, block: Block, type: string): Block | undefined {
  const own = word(block, 'provider');
  let name = own !== undefined && own.split('.')[0] === type ? own : type;
  for (let scope = moduleOf(block.address); ; scope = moduleOf(scope)) {
    const found = blockAt(`${scope === '' ? '' : `${scope}.`}provider.${name}`);
    if (found !== undefined || scope === '') return found;
    const call = blockAt(scope);
    // Only default configurations are handed down without being named.
    const passed = call && word(call, 'providers', name);
    if (passed === undefined && name !== type) return undefined;
    name = passed ?? name;
  }
}

function word(block: Block, ...path: readonly string[]): string | undefined {
  const value = text(entry(block.body, ...path));
  return value === undefined || isUnknown(value) ? undefined : value.value;
}
