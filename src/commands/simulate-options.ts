/** Numbers and lists of numbers on the command line of `simulate`. */
import { InvalidArgumentError } from 'commander';
import { DIMENSIONS, type Dimension, type Dimensions } from '../simulate/sweep.js';

/** Larger numbers are no wave that anybody has, and would take all memory. */
const MOST = 1_000_000;

const isWhole = (text: string, least: number): boolean =>
  /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= MOST;

export const wholeNumber =
  (least: number) =>
  (text: string): number => {
    if (isWhole(text, least)) return Number(text);
    throw new InvalidArgumentError(`write a whole number from ${least} to ${MOST}.`);
  };

/** Adds `workers=10,20` to what was asked for before. */
export function parseSweep(text: string, before: Dimensions = {}): Dimensions {
  const [name = '', list = ''] = text.split('=');
  const dimension = DIMENSIONS.find((one): one is Dimension => one === name);
  if (dimension === undefined)
    throw new InvalidArgumentError(
      `write ${DIMENSIONS.join('=..., ')}=..., for example workers=10,20,50.`,
    );
  const least = dimension === 'grace' ? 0 : 1;
  const values = list.split(',');
  if (!values.every((value) => isWhole(value, least)))
    throw new InvalidArgumentError(
      `write whole numbers with commas between them: ${name}=10,20,50.`,
    );
  const numbers = [...new Set(values.map(Number))].toSorted((a, b) => a - b);
  return { ...before, [dimension]: numbers };
}
