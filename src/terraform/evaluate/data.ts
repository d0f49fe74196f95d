/** Terraform's automatic conversions of texts to numbers and booleans. */
import type { Data } from '../../value/value.js';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

export function toNumber(data: Data): number | undefined {
  if (typeof data === 'number') return data;
  if (typeof data !== 'string' || !NUMBER.test(data)) return undefined;
  const number = Number(data);
  return Number.isFinite(number) ? number : undefined;
}

export function toBoolean(data: Data): boolean | undefined {
  if (data === true || data === 'true') return true;
  if (data === false || data === 'false') return false;
  return undefined;
}

export const typeName = (data: Data): string => {
  if (data === null) return 'null';
  if (Array.isArray(data)) return 'list';
  return data instanceof Map ? 'object' : typeof data;
};
