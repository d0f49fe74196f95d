/** How many instance types a NodePool's requirements leave to choose from, as far as they list them. */
import type { LabelCondition } from './workload.js';

const TYPE = 'node.kubernetes.io/instance-type';
const FAMILY = 'karpenter.k8s.aws/instance-family';
const SIZE = 'karpenter.k8s.aws/instance-size';

/** The most types that can remain; undefined where no list bounds them. */
export function typesAtMost(requirements: readonly LabelCondition[]): number | undefined {
  const types = listed(requirements, TYPE);
  if (types !== undefined) return types;
  const families = listed(requirements, FAMILY);
  const sizes = listed(requirements, SIZE);
  return families === undefined || sizes === undefined ? undefined : families * sizes;
}

/** The shortest list that a label has to be in. */
function listed(requirements: readonly LabelCondition[], key: string): number | undefined {
  const lengths = requirements
    .filter((one) => one.key === key && one.operator === 'In')
    .map(({ values }) => values.length);
  return lengths.length === 0 ? undefined : Math.min(...lengths);
}

/** Where the list stands that bounds the types. */
export const boundOf = (requirements: readonly LabelCondition[]): LabelCondition | undefined =>
  [TYPE, FAMILY, SIZE]
    .map((key) => requirements.find((one) => one.key === key && one.operator === 'In'))
    .find((one) => one !== undefined);
