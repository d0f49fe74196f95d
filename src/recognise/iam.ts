/** IAM policy documents, written as JSON or by `data.aws_iam_policy_document`, as statements. */
import { dnsSuffixOf } from '../facts/partitions.js';
import { isUndecided, or, type Tri } from '../value/logic.js';
import { elements, entry, isAbsent, text } from '../value/read.js';
import { isMap, isUnknown, type Unknown, type Value } from '../value/value.js';
import { readYaml } from '../value/yaml.js';
import type { RecogniseContext } from './context.js';

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly Value[];
  /** Principal identifiers by type (`Service`, `AWS`, `*`); undefined in an identity policy. */
  readonly principals: ReadonlyMap<string, readonly Value[]>;
  readonly resources: readonly Value[];
  readonly conditions: readonly Value[];
}

/** The statements of a policy value; unknown where the document is. */
export function policyStatements(
  context: RecogniseContext,
  policy: Value,
): readonly Statement[] | Unknown {
  const document = documentOf(policy);
  if (document !== undefined) return jsonStatements(document);
  if (!isUnknown(policy)) return [];
  const address = /^(.*data\.aws_iam_policy_document\..*)\.(json|minified_json)$/.exec(
    policy.term,
  )?.[1];
  const block = address === undefined ? undefined : context.blockAt(address);
  return block === undefined ? policy : dataStatements(block.body);
}

function documentOf(policy: Value): Value | undefined {
  if (policy.encodes !== undefined) return policy.encodes;
  if (isUnknown(policy)) return undefined;
  if (isMap(policy.value)) return policy;
  if (typeof policy.value !== 'string') return undefined;
  return readYaml(policy.from.at.file, policy.value).documents[0]?.value;
}

const list = (value: Value | undefined): readonly Value[] => {
  if (value === undefined || isAbsent(value)) return [];
  const items = elements(value);
  return isUnknown(items as Value) ? [items as Unknown] : (items as readonly Value[]);
};

function jsonStatements(document: Value): readonly Statement[] | Unknown {
  if (isUnknown(document)) return document;
  return list(entry(document, 'Statement')).map((body) => {
    const principal = entry(body, 'Principal');
    const condition = entry(body, 'Condition');
    return {
      effect: effectOf(entry(body, 'Effect')),
      actions: list(entry(body, 'Action')),
      principals: principalsOf(principal),
      resources: list(entry(body, 'Resource')),
      conditions: condition === undefined ? [] : [condition],
    };
  });
}

function principalsOf(principal: Value | undefined): ReadonlyMap<string, readonly Value[]> {
  if (principal === undefined) return new Map();
  if (isUnknown(principal)) return new Map([['*', [principal]]]);
  if (isMap(principal.value))
    return new Map([...principal.value].map(([type, ids]) => [type, list(ids)] as const));
  return new Map([['*', list(principal)]]);
}

function dataStatements(body: Value): readonly Statement[] {
  return list(entry(body, 'statement')).map((statement) => {
    const principals = new Map<string, readonly Value[]>();
    for (const principal of list(entry(statement, 'principals'))) {
      const type = text(entry(principal, 'type'));
      const name = type === undefined || isUnknown(type) ? '*' : type.value;
      principals.set(name, [
        ...(principals.get(name) ?? []),
        ...list(entry(principal, 'identifiers')),
      ]);
    }
    return {
      effect: effectOf(entry(statement, 'effect')),
      actions: list(entry(statement, 'actions')),
      principals,
      resources: list(entry(statement, 'resources')),
      conditions: list(entry(statement, 'condition')),
    };
  });
}

function effectOf(value: Value | undefined): 'Allow' | 'Deny' {
  const effect = text(value);
  return effect !== undefined && !isUnknown(effect) && effect.value === 'Deny' ? 'Deny' : 'Allow';
}

/** Whether a statement lets EventBridge send to the queue that its policy is attached to. */
export function allowsSending(statement: Statement, region: string | undefined): Tri {
  if (statement.effect !== 'Allow') return false;
  const action = some(statement.actions, (name) =>
    ['sqs:*', '*', 'sqs:sendmessage', 'sqs:send*'].includes(name.toLowerCase()),
  );
  const services = [
    ...(statement.principals.get('Service') ?? []),
    ...(statement.principals.get('*') ?? []),
    ...(statement.principals.get('AWS') ?? []).filter((id) => isUnknown(id) || id.value === '*'),
  ];
  const principal = some(
    services,
    (name) => name === 'events.amazonaws.com' || name === '*',
    region,
  );
  if (action === false || principal === false) return false;
  return isUndecided(action) ? action : principal;
}

/** Whether some element of a list of texts passes; an unknown element leaves it open. */
export function some(
  items: readonly Value[],
  passes: (text: string) => boolean,
  region?: string,
): Tri {
  return or(
    items.map((item): Tri => {
      const text = isUnknown(item) ? withSuffix(item, region) : item.value;
      if (text === undefined && isUnknown(item)) return item;
      return typeof text === 'string' && passes(text);
    }),
  );
}

/** `events.${data.aws_partition.current.dns_suffix}`: the suffix follows from the region. */
function withSuffix(item: Unknown, region: string | undefined): string | undefined {
  const [service, suffix] = item.parts ?? [];
  if (region === undefined || service === undefined || suffix === undefined) return undefined;
  if (isUnknown(service) || !isUnknown(suffix) || !suffix.term.endsWith('.dns_suffix'))
    return undefined;
  return `${String(service.value)}${dnsSuffixOf(region)}`;
}
