/** What rules on blocks of Terraform share. */
import type { Block } from '../configuration/configuration.js';

/** The type of a resource; empty for a block of another kind. */
export const resourceType = ({ type, labels }: Pick<Block, 'type' | 'labels'>): string =>
  type === 'resource' ? (labels[0] ?? '') : '';
