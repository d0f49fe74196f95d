/** What can be told from the term of an unknown about where it comes from. */
import type { Unknown } from '../../value/value.js';

const NAME = '[A-Za-z_][\\w-]*';
const KEY = '(?:\\[(?:\\d+|"(?:[^"\\\\]|\\\\.)*")\\])?';
const RESOURCE_TYPE = '[a-z][a-z0-9]*_[\\w-]*';
const ATTRIBUTE = new RegExp(
  `^(?:module\\.${NAME}${KEY}\\.)*(?:data\\.)?${RESOURCE_TYPE}\\.${NAME}${KEY}\\.${NAME}$`,
);

/**
 * Whether the unknown is an attribute of a resource that exists: reading it
 * cannot fail, as the provider's schema declares it.
 */
export const isDefiniteReference = ({ unknown, term, hinges, failed }: Unknown): boolean =>
  unknown !== 'limit' && hinges === undefined && failed === undefined && ATTRIBUTE.test(term);
