/** Launch templates and configurations: how a group refers to one, and the tags that it puts on instances. */
import type { Block } from '../configuration/configuration.js';
import type { InstanceTag } from '../model/system.js';
import { elements, entries, entry, isAbsent, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';
import type { RecogniseContext } from './context.js';

/** The launch template of a `launch_template` block, where it is in sight. */
export function templateOf(context: RecogniseContext, value: Value | undefined): Block | undefined {
  const blocks = elements(value);
  const reference = 'unknown' in blocks ? undefined : blocks[0];
  if (reference === undefined) return undefined;
  for (const key of ['id', 'name', 'launch_template_id', 'launch_template_name']) {
    const named = isAbsent(entry(reference, key)) ? undefined : text(entry(reference, key));
    if (named === undefined) continue;
    const found = launchBlock(context, 'aws_launch_template', named);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The block that an attribute refers to, or that has the name. */
export function launchBlock(
  context: RecogniseContext,
  type: string,
  named: Maybe<string>,
): Block | undefined {
  if (isUnknown(named)) {
    const address = /^(.+)\.(?:id|name|arn)$/s.exec(named.term)?.[1];
    const block = address === undefined ? undefined : context.blockAt(address);
    return block?.labels[0] === type ? block : undefined;
  }
  return context.resources(type).find((block) => {
    // An id is written in a plan only.
    const own = ['name', 'id'].map((key) => text(entry(block.body, key)));
    return own.some((one) => one !== undefined && !isUnknown(one) && one.value === named.value);
  });
}

/** Tags that a template puts on the instances it launches, from their launch on. */
export function instanceTags(template: Block): readonly InstanceTag[] {
  const specifications = elements(entry(template.body, 'tag_specifications'));
  if ('unknown' in specifications)
    return [{ key: specifications, from: template.from, only: 'instances' }];
  return specifications.flatMap((item): readonly InstanceTag[] => {
    if (isUnknown(item)) return [{ key: item, from: item.from, only: 'instances' }];
    const type = text(entry(item, 'resource_type'));
    if (type === undefined || (!isUnknown(type) && type.value !== 'instance')) return [];
    return tagsOf(entry(item, 'tags'), template);
  });
}

function tagsOf(value: Value | undefined, template: Block): readonly InstanceTag[] {
  const tags = entries(isAbsent(value) ? undefined : value);
  if ('unknown' in tags) return [{ key: tags, from: template.from, only: 'instances' }];
  const written = [...tags].map(
    ([key, item]): InstanceTag => ({
      key: { value: key, from: item.from },
      from: item.from,
      only: 'instances',
    }),
  );
  const rest = value !== undefined && !isUnknown(value) ? value.rest : undefined;
  return rest === undefined
    ? written
    : [...written, { key: rest, from: rest.from, only: 'instances' }];
}
