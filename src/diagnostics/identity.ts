/** What makes two findings the same finding when other lines have moved: what is said, by which rule, of which file. */
import type { Finding } from './finding.js';

export const identityOf = (
  { rule, message }: Pick<Finding, 'rule' | 'message'>,
  file: string,
): string => [rule, file, message].join('\n');
