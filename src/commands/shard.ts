/** `--shard`: one part of what several machines judge together. */
import { InvalidArgumentError } from 'commander';

/** Part `index` of `count`, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** `2/5`. */
export function parseShard(text: string): Shard {
  const [, index = '', count = ''] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  if (count === '' || Number(index) > Number(count))
    throw new InvalidArgumentError('Write the part and how many there are: 2/5.');
  return { index: Number(index), count: Number(count) };
}
