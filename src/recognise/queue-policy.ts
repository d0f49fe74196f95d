/** Whether EventBridge may write to a queue: its key, its policy, and whence that policy lets messages come. */
import type { Block } from '../configuration/configuration.js';
import type { Queue } from '../model/system.js';
import { and, isUndecided, or, type Tri } from '../value/logic.js';
import { entry, isAbsent, text } from '../value/read.js';
import { isUnknown, type Maybe, type Unknown, type Value } from '../value/value.js';
import { type RecogniseContext, regionOf } from './context.js';
import { policyStatements, type Statement } from './iam.js';
import { keyAcceptance } from './keys.js';
import { allowsSending, globs, letsSend, type Names, sourcesOf } from './permissions.js';

/** What the policies of a queue say; `names` tells whether a resource is the queue. */
export function queuePolicy(context: RecogniseContext, block: Block, names: Names) {
  const policies = policiesOf(context, block);
  return {
    accepts: acceptance(context, block, policies, names),
    takesFrom: (rule: Block): Tri => takesFrom(context, rule, policies, names),
  };
}

function acceptance(
  context: RecogniseContext,
  block: Block,
  policies: readonly QueuePolicy[],
  names: Names,
): Queue['accepts'] {
  const region = regionText(context, block);
  const key = keyAcceptance(context, block, region);
  if (key?.open === false) return key;
  if (policies.length === 0)
    return { open: false, because: 'no queue policy lets EventBridge send to the queue' };
  const within = (place: string | undefined): Tri =>
    or(
      policies.map(({ statements, exists }) =>
        and([exists, 'unknown' in statements ? statements : letsSend(statements, place, names)]),
      ),
    );
  const open = within(region);
  if (region === undefined && isUndecided(open) && within(STANDARD) === true)
    return { open: true, because: LETS, assuming: STANDARD_PARTITION };
  return {
    open: and([open, key?.open ?? true]),
    because:
      open === false
        ? 'the queue policy does not let events.amazonaws.com send to the queue'
        : (key?.because ?? LETS),
    ...(key?.assuming === undefined ? {} : { assuming: key.assuming }),
  };
}

const LETS = 'the queue policy lets EventBridge send to the queue';

/** Any region of the partition that is meant where none is named. */
const STANDARD = 'us-east-1';
const STANDARD_PARTITION = {
  id: 'partition',
  says: 'the region, which is not written, is one of the partition "aws"',
};

function regionText(context: RecogniseContext, block: Block): string | undefined {
  const region = regionOf(context, block);
  return region === undefined || isUnknown(region) ? undefined : region.value;
}

/** Sources are asked of what may send at all; where nothing may, the policy as a whole says so. */
function takesFrom(
  { region }: RecogniseContext,
  rule: Block,
  policies: readonly QueuePolicy[],
  names: Names,
): Tri {
  const sending = policies.flatMap(({ statements }) =>
    'unknown' in statements
      ? []
      : statements.filter((one) => allowsSending(one, region, names) !== false),
  );
  if (sending.length === 0) return true;
  return or(
    sending.map((statement) => {
      const sources = sourcesOf(statement);
      return sources === undefined || or(sources.map((source) => namesRule(rule, source)));
    }),
  );
}

function namesRule(rule: Block, source: Value): Tri {
  const arn = text(source);
  if (arn === undefined) return false;
  if (isUnknown(arn)) {
    if (arn.term === `${rule.address}.arn`) return true;
    const isOther = arn.unknown === 'apply' && arn.term.endsWith('.arn');
    return isOther || arn.term.startsWith(`${rule.address}.`) ? false : arn;
  }
  const name = text(entry(rule.body, 'name'));
  const wanted = arn.value.split('/').at(-1) ?? '';
  if (name === undefined || isAbsent(entry(rule.body, 'name')))
    return wanted.endsWith('*') && prefixed(rule, wanted.slice(0, -1));
  return isUnknown(name) ? name : globs(wanted, name.value);
}

/** A name that AWS makes begins with the prefix that is written. */
function prefixed(rule: Block, head: string): Tri {
  const prefix = text(entry(rule.body, 'name_prefix'));
  if (prefix === undefined) return head === '';
  return isUnknown(prefix) ? prefix : prefix.value.startsWith(head);
}

/** By reference; or, once it is known, by the URL that the queue got. */
function isUrlOf({ address, body }: Block, url: Maybe<string>): boolean {
  if (isUnknown(url)) return ['url', 'id'].some((name) => url.term === `${address}.${name}`);
  const [own, name] = ['url', 'name'].map((key) => text(entry(body, key)));
  if (own !== undefined && !isUnknown(own)) return own.value === url.value;
  return name !== undefined && !isUnknown(name) && url.value.endsWith(`/${name.value}`);
}

interface QueuePolicy {
  readonly statements: readonly Statement[] | Unknown;
  readonly exists: Tri;
}

function policiesOf(context: RecogniseContext, block: Block): readonly QueuePolicy[] {
  const inline = entry(block.body, 'policy');
  const attached = context.resources('aws_sqs_queue_policy').flatMap((candidate) => {
    const url = text(entry(candidate.body, 'queue_url'));
    const policy = entry(candidate.body, 'policy');
    if (url === undefined || policy === undefined) return [];
    return isUrlOf(block, url) ? [{ policy, exists: candidate.exists }] : [];
  });
  const own = inline === undefined || isAbsent(inline) ? [] : [{ policy: inline, exists: true }];
  return [...own, ...attached].map(({ policy, exists }) => ({
    statements: policyStatements(context, policy),
    exists,
  }));
}
