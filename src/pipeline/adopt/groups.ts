/** How a root refers to an Auto Scaling group that it makes. */
import type { Block } from '../../configuration/configuration.js';
import type { Pool } from '../../model/system.js';
import { entry, isAbsent, text } from '../../value/read.js';
import { isUnknown } from '../../value/value.js';
import type { AdoptSource } from './source.js';

/** The block of a pool's group, by the name that it is called by. */
export const groupBlock = ({ written }: AdoptSource, pool: Pool): Block | undefined =>
  written.blocks.find(
    (block) => block.labels[0] === 'aws_autoscaling_group' && titles(block).includes(titleOf(pool)),
  );

const titleOf = ({ name }: Pool): string => (isUnknown(name) ? name.term : name.value);

function titles({ body, address }: Block): readonly string[] {
  const of = (key: string): string | undefined => {
    const value = isAbsent(entry(body, key)) ? undefined : text(entry(body, key));
    return value === undefined || isUnknown(value) ? undefined : value.value;
  };
  const [name, prefix] = [of('name'), of('name_prefix')];
  return [name, prefix?.replace(/[-_]$/, ''), address].filter((title) => title !== undefined);
}

/** Where terraform-aws-modules/eks/aws makes its groups (@v20.37.2 node_groups.tf). */
const OF_EKS =
  /^(module\.[\w-]+(?:\[[^\]]*\])?)\.module\.self_managed_node_group\[("(?:[^"\\]|\\.)*")\]\./;

/** The ARN as a text or a reference; undefined where the root has no name for it. */
export function groupReference(source: AdoptSource, pool: Pool): unknown {
  const block = groupBlock(source, pool);
  if (block === undefined) return undefined;
  const [, eks, key] = OF_EKS.exec(block.address) ?? [];
  if (eks !== undefined)
    return { terraform: `${eks}.self_managed_node_groups[${key}].autoscaling_group_arn` };
  return block.address.startsWith('module.') ? undefined : { terraform: `${block.address}.arn` };
}
