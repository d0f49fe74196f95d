/** What the playground starts with: the examples of the docs, as they stand in the repo. */

import shop from '../../examples/shop.yaml';
import question from '../../examples/together/1-flags-alone/main.tf';
import group from '../../examples/together/2-with-a-group/main.tf';
import groupWeb from '../../examples/together/2-with-a-group/web.yaml';
import tagCheckOff from '../../examples/together/3-tag-check-off/main.tf';
import tagCheckOffWeb from '../../examples/together/3-tag-check-off/web.yaml';
import noQueue from '../../examples/together/6-no-queue/main.tf';
import noQueueWeb from '../../examples/together/6-no-queue/web.yaml';
import mixed from '../../policies/mixed-fleet.yaml';

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
}

export const EXAMPLES: readonly Example[] = [
  { id: 'question', title: 'Both add-ons on: the question', files: { 'main.tf': question } },
  {
    id: 'twice',
    title: 'Both drain the same node',
    files: { 'main.tf': tagCheckOff, 'web.yaml': tagCheckOffWeb },
  },
  {
    id: 'nobody',
    title: 'Nobody drains it',
    files: { 'main.tf': noQueue, 'web.yaml': noQueueWeb },
  },
  {
    id: 'each',
    title: 'Each for its own nodes',
    files: { 'main.tf': group, 'web.yaml': groupWeb },
  },
  { id: 'policy', title: 'A policy', files: { 'policy.yaml': shop } },
  { id: 'fleet', title: 'A policy for a mixed fleet', files: { 'policy.yaml': mixed } },
];
