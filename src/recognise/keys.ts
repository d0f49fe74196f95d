/** Whether EventBridge may use the key that a queue is encrypted with. */
import type { Block } from '../configuration/configuration.js';
import type { Queue } from '../model/system.js';
import { and, or, type Tri } from '../value/logic.js';
import { entry, isAbsent, text } from '../value/read.js';
import { isUnknown, type Maybe } from '../value/value.js';
import type { RecogniseContext } from './context.js';
import { policyStatements, type Statement } from './iam.js';
import { covers, letsService } from './permissions.js';

/** Undefined where the queue has no key of its own. */
export function keyAcceptance(
  context: RecogniseContext,
  queue: Block,
  region: string | undefined,
): Queue['accepts'] | undefined {
  const written = entry(queue.body, 'kms_master_key_id');
  const key = isAbsent(written) ? undefined : text(written);
  if (key === undefined || (!isUnknown(key) && key.value === '')) return undefined;
  const alias = aliasName(context, key);
  if (alias !== undefined && /(?:^|:)alias\/aws\/sqs$/.test(alias))
    return {
      open: false,
      because: 'the AWS-managed key alias/aws/sqs has a policy that keeps EventBridge out',
    };
  const block = keyBlock(context, key);
  const name = isUnknown(key) ? key.term : key.value;
  if (block === undefined)
    return {
      open: true,
      because: `the key ${name} may be used by EventBridge`,
      assuming: {
        id: `key:${name}`,
        says: `the policy of the key ${name} lets EventBridge use it`,
      },
    };
  const open = keyPolicy(context, block, region);
  return {
    open,
    because:
      open === false
        ? `the policy of ${block.address} does not let EventBridge use it`
        : `the policy of ${block.address} lets EventBridge use it`,
  };
}

/** The block that an attribute belongs to, of a type. */
function referred(
  context: RecogniseContext,
  value: Maybe<string>,
  type: string,
): Block | undefined {
  if (!isUnknown(value)) return undefined;
  const address = /^(.+)\.(?:arn|id|key_id|name|target_key_id|target_key_arn)$/s.exec(
    value.term,
  )?.[1];
  const block = address === undefined ? undefined : context.blockAt(address);
  return block?.labels[0] === type ? block : undefined;
}

/** The alias by which a key is named, written or looked up. */
function aliasName(context: RecogniseContext, key: Maybe<string>): string | undefined {
  if (!isUnknown(key)) return key.value.includes('alias/') ? key.value : undefined;
  const alias = referred(context, key, 'aws_kms_alias');
  const name = alias && text(entry(alias.body, 'name'));
  return name === undefined || isUnknown(name) ? undefined : name.value;
}

/** The key in sight, also by way of an alias that is made for it. */
function keyBlock(context: RecogniseContext, key: Maybe<string>): Block | undefined {
  const own = referred(context, key, 'aws_kms_key');
  if (own !== undefined) return own;
  const name = aliasName(context, key);
  const alias =
    referred(context, key, 'aws_kms_alias') ??
    context.resources('aws_kms_alias').find((block) => {
      const own = text(entry(block.body, 'name'));
      return name !== undefined && own !== undefined && !isUnknown(own) && own.value === name;
    });
  const target = alias && text(entry(alias.body, 'target_key_id'));
  return target && referred(context, target, 'aws_kms_key');
}

/** Actions that EventBridge needs to send to an encrypted queue (Amazon SQS developer guide, key management). */
const ACTIONS = ['kms:Decrypt', 'kms:GenerateDataKey'];

/** A key without a policy of its own lets the account's identities in, and no service. */
function keyPolicy(context: RecogniseContext, key: Block, region: string | undefined): Tri {
  const own = entry(key.body, 'policy');
  const beside = context.resources('aws_kms_key_policy').filter((block) => {
    const id = text(entry(block.body, 'key_id'));
    return id !== undefined && referred(context, id, 'aws_kms_key') === key;
  });
  const documents = [
    ...(isAbsent(own) ? [] : [{ policy: own, exists: true as Tri }]),
    ...beside.map((block) => ({ policy: entry(block.body, 'policy'), exists: block.exists })),
  ];
  return or(
    documents.map(({ policy, exists }) => {
      if (policy === undefined) return false;
      const statements = policyStatements(context, policy);
      return 'unknown' in statements
        ? statements
        : and([exists, or(statements.map((one) => allowsUse(one, region)))]);
    }),
  );
}

const allowsUse = (statement: Statement, region: string | undefined): Tri =>
  statement.effect === 'Allow' &&
  and([
    letsService(statement, region),
    ...ACTIONS.map((action) => covers(statement.actions, action)),
  ]);
