/** IAM policy documents, written as JSON or by `data.aws_iam_policy_document`, as statements. */
import { decodeText } from '../value/decode.js';
import { elements, entries, entry, isAbsent, text } from '../value/read.js';
import { isMap, isUnknown, type Unknown, type Value } from '../value/value.js';
import type { RecogniseContext } from './context.js';

export interface Statement {
  readonly sid?: string;
  /** Undefined where it is neither: AWS refuses the whole document. */
  readonly effect: 'Allow' | 'Deny' | undefined;
  readonly actions: readonly Value[];
  /** Principal identifiers by type (`Service`, `AWS`, `*`); empty in an identity policy. */
  readonly principals: ReadonlyMap<string, readonly Value[]>;
  readonly resources: readonly Value[];
  readonly conditions: readonly Condition[];
  /** It says what it is not about, with NotAction, NotResource or NotPrincipal. */
  readonly negative: boolean;
  /** The actions and the resources that it names as those it is not about. */
  readonly except?: { readonly actions: readonly Value[]; readonly resources: readonly Value[] };
}

/** One test of a condition: `StringEquals` of `aws:SourceArn` with these values. */
export interface Condition {
  readonly test: string;
  readonly key: string;
  readonly values: readonly Value[];
}

/** The statements of a policy value; unknown where the document is. */
export const policyStatements = (
  context: RecogniseContext,
  policy: Value,
): readonly Statement[] | Unknown => statementsOf(context, policy, 0);

/** Documents are made of documents; deeper than people build them, they go in circles. */
const MAX_DEPTH = 8;

function statementsOf(
  context: RecogniseContext,
  policy: Value,
  depth: number,
): readonly Statement[] | Unknown {
  const document = documentOf(policy);
  if (document !== undefined) return jsonStatements(document);
  if (!isUnknown(policy)) return [];
  const address = /^(.*data\.aws_iam_policy_document\..*)\.(json|minified_json)$/.exec(
    policy.term,
  )?.[1];
  const block = address === undefined ? undefined : context.blockAt(address);
  return block === undefined || depth > MAX_DEPTH ? policy : merged(context, block.body, depth);
}

/** A data document: what it starts from, its own statements, and what overrides both by a statement's id. */
function merged(context: RecogniseContext, body: Value, depth: number): readonly Statement[] {
  const read = (key: string): readonly (readonly Statement[])[] =>
    list(entry(body, key)).map((document) => {
      const statements = statementsOf(context, document, depth + 1);
      return 'unknown' in statements ? [anyStatement(statements)] : statements;
    });
  const found: Statement[] = [];
  const layers = [
    ...read('source_policy_documents'),
    dataStatements(body),
    ...read('override_policy_documents'),
  ];
  for (const statement of layers.flat()) {
    const before = found.findIndex(({ sid }) => sid !== undefined && sid === statement.sid);
    if (before < 0) found.push(statement);
    else found.splice(before, 1, statement);
  }
  return found;
}

/** A document that is not in sight may allow anything beside what is. */
const anyStatement = (unread: Unknown): Statement => ({
  effect: 'Allow',
  actions: [unread],
  principals: new Map([['*', [unread]]]),
  resources: [unread],
  conditions: [],
  negative: false,
});

function documentOf(policy: Value): Value | undefined {
  if (!isUnknown(policy) && isMap(policy.value)) return policy;
  const document = decodeText(policy);
  return document !== undefined && !isUnknown(document) && isMap(document.value)
    ? document
    : undefined;
}

const list = (value: Value | undefined): readonly Value[] => {
  if (value === undefined || isAbsent(value)) return [];
  const items = elements(value);
  return isUnknown(items as Value) ? [items as Unknown] : (items as readonly Value[]);
};

function jsonStatements(document: Value): readonly Statement[] | Unknown {
  if (isUnknown(document)) return document;
  return list(entry(document, 'Statement')).map((body) => ({
    ...sidOf(entry(body, 'Sid')),
    effect: effectOf(entry(body, 'Effect')),
    actions: list(entry(body, 'Action')),
    principals: principalsOf(entry(body, 'Principal')),
    resources: list(entry(body, 'Resource')),
    conditions: jsonConditions(entry(body, 'Condition')),
    negative: ['NotAction', 'NotResource', 'NotPrincipal'].some(
      (key) => !isAbsent(entry(body, key)),
    ),
    except: {
      actions: list(entry(body, 'NotAction')),
      resources: list(entry(body, 'NotResource')),
    },
  }));
}

/** A condition that is there and not known has no key. */
const UNKNOWN_CONDITION: Condition = { test: '', key: '', values: [] };

function jsonConditions(condition: Value | undefined): readonly Condition[] {
  return entriesOf(condition).flatMap((test) =>
    test === undefined
      ? [UNKNOWN_CONDITION]
      : entriesOf(test[1]).map((tested) =>
          tested === undefined
            ? UNKNOWN_CONDITION
            : { test: test[0], key: tested[0], values: list(tested[1]) },
        ),
  );
}

/** The entries of an object; undefined for what it may have besides. */
function entriesOf(value: Value | undefined): readonly (readonly [string, Value] | undefined)[] {
  const known = entries(value);
  if (value === undefined || isUnknown(known as Value))
    return value === undefined ? [] : [undefined];
  const all = [...(known as ReadonlyMap<string, Value>)];
  return !isUnknown(value) && value.rest !== undefined ? [...all, undefined] : all;
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
      const type = textOf(entry(principal, 'type')) ?? '*';
      principals.set(type, [
        ...(principals.get(type) ?? []),
        ...list(entry(principal, 'identifiers')),
      ]);
    }
    const effect = entry(statement, 'effect');
    return {
      ...sidOf(entry(statement, 'sid')),
      effect: isAbsent(effect) ? 'Allow' : effectOf(effect),
      actions: list(entry(statement, 'actions')),
      principals,
      resources: list(entry(statement, 'resources')),
      conditions: list(entry(statement, 'condition')).map((condition) => ({
        test: textOf(entry(condition, 'test')) ?? '',
        key: textOf(entry(condition, 'variable')) ?? '',
        values: list(entry(condition, 'values')),
      })),
      negative: ['not_actions', 'not_resources', 'not_principals'].some(
        (key) => list(entry(statement, key)).length > 0,
      ),
      except: {
        actions: list(entry(statement, 'not_actions')),
        resources: list(entry(statement, 'not_resources')),
      },
    };
  });
}

const sidOf = (value: Value | undefined): Pick<Statement, 'sid'> => {
  const sid = textOf(value);
  return sid === undefined || sid === '' ? {} : { sid };
};

const textOf = (value: Value | undefined): string | undefined => {
  const read = text(value);
  return read === undefined || isUnknown(read) ? undefined : read.value;
};

/** An effect that is not known is taken to allow. */
function effectOf(value: Value | undefined): Statement['effect'] {
  if (value !== undefined && isUnknown(value)) return 'Allow';
  const effect = textOf(value);
  return effect === 'Allow' || effect === 'Deny' ? effect : undefined;
}
