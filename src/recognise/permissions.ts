/** What policy statements allow and deny: actions, resources, and the conditions that are known to decide. */
import { matchesParts } from '../eventbridge/glob.js';
import { dnsSuffixOf } from '../facts/partitions.js';
import { and, not, or, orOf, type Tri } from '../value/logic.js';
import { isUnknown, type Unknown, type Value } from '../value/value.js';
import type { Condition, Statement } from './iam.js';

/** Whether a value names the thing in question: a queue, a rule. */
export type Names = (value: Value) => Tri;

/**
 * Whether the statements of an identity allow an action. AWS refuses a whole
 * document for one statement without an effect, an action or a resource, or
 * with a resource that is none.
 */
export function permits(statements: readonly Statement[], action: string, names: Names): Tri {
  if (!statements.every(isWhole)) return false;
  const about = ({ actions, resources, except }: Statement): Tri => {
    const covered = or([
      covers(actions, action),
      isBeside(except?.actions, (all) => covers(all, action)),
    ]);
    if (covered === false) return false;
    // A resource that is named in neither way may be the one in question.
    return and([covered, or([...resources.map(names), (except?.resources ?? []).length > 0])]);
  };
  const denied = statements.some(
    (statement) => statement.effect === 'Deny' && isPlain(statement) && about(statement) === true,
  );
  if (denied) return false;
  return orOf(statements, (statement) => statement.effect === 'Allow' && about(statement));
}

/** Whether it is not among what a statement leaves out, where it leaves out anything. */
const isBeside = (left: readonly Value[] = [], among: (left: readonly Value[]) => Tri): Tri =>
  left.length > 0 && not(among(left));

export const isWhole = ({ effect, actions, resources, negative }: Statement): boolean =>
  effect !== undefined &&
  (negative || (actions.length > 0 && resources.length > 0)) &&
  resources.every(isWritten);

/** A resource is an ARN or everything. */
const isWritten = (resource: Value): boolean =>
  isUnknown(resource) || resource.value === '*' || String(resource.value).startsWith('arn:');

const isPlain = ({ conditions, negative }: Statement): boolean =>
  conditions.length === 0 && !negative;

/** Whether one of the patterns covers an action; IAM compares them without regard to case. */
export function covers(patterns: readonly Value[], action: string): Tri {
  const asked = action.toLowerCase();
  return some(
    patterns,
    (pattern) =>
      (pattern.length === action.length || pattern.includes('*')) &&
      globs(pattern.toLowerCase(), asked),
  );
}

/** `*` stands for any text, as in names of resources and of actions. */
export const globs = (pattern: string, text: string): boolean =>
  pattern.includes('*') ? matchesParts(pattern.split('*'), text) : pattern === text;

/** Whether EventBridge may send to the queue that the statements are attached to, apart from whence. */
export function letsSend(
  statements: readonly Statement[],
  region: string | undefined,
  names: Names,
): Tri {
  if (!statements.every(isWhole)) return false;
  if (statements.some((statement) => deniesSending(statement, region, names))) return false;
  return or(statements.map((statement) => allowsSending(statement, region, names)));
}

/** Whether a statement lets EventBridge send to the queue. */
export function allowsSending(statement: Statement, region: string | undefined, names: Names): Tri {
  if (statement.effect !== 'Allow') return false;
  return isAboutSending(statement, region, names);
}

const isAboutSending = (statement: Statement, region: string | undefined, names: Names): Tri =>
  and([
    covers(statement.actions, 'sqs:SendMessage'),
    letsService(statement, region),
    or(statement.resources.map(names)),
  ]);

/** A denial counts where it is known to meet what EventBridge does: it sends by TLS only. */
function deniesSending(statement: Statement, region: string | undefined, names: Names): boolean {
  if (statement.effect !== 'Deny' || statement.negative) return false;
  if (isAboutSending(statement, region, names) !== true) return false;
  return statement.conditions.every(
    ({ key, values }) =>
      key.toLowerCase() === 'aws:securetransport' &&
      some(values, (value) => value === 'true') === true,
  );
}

/** Whether EventBridge is among the principals of a statement. */
export function letsService({ principals }: Statement, region: string | undefined): Tri {
  const ids = [
    ...(principals.get('Service') ?? []),
    ...(principals.get('*') ?? []),
    ...(principals.get('AWS') ?? []).filter((id) => isUnknown(id) || id.value === '*'),
  ];
  return some(ids, (name) => name === 'events.amazonaws.com' || name === '*', region);
}

/** The ARNs from which a statement lets messages come; undefined where it lets them come from anywhere. */
export const sourcesOf = ({ conditions }: Statement): readonly Value[] | undefined =>
  conditions.find((condition) => isSource(condition))?.values;

const isSource = ({ test, key }: Condition): boolean =>
  key.toLowerCase() === 'aws:sourcearn' && /^(Arn|String)(Equals|Like)$/.test(test);

/** Whether some element of a list of texts passes; an unknown element leaves it open. */
export function some(
  items: readonly Value[],
  passes: (text: string) => boolean,
  region?: string,
): Tri {
  return orOf(items, (item): Tri => {
    const text = isUnknown(item) ? withSuffix(item, region) : item.value;
    if (text === undefined && isUnknown(item)) return item;
    return typeof text === 'string' && passes(text);
  });
}

/** `events.${data.aws_partition.current.dns_suffix}`: the suffix follows from the region. */
function withSuffix(item: Unknown, region: string | undefined): string | undefined {
  const [service, suffix] = item.parts ?? [];
  if (region === undefined || service === undefined || suffix === undefined) return undefined;
  if (isUnknown(service) || !isUnknown(suffix) || !suffix.term.endsWith('.dns_suffix'))
    return undefined;
  return `${String(service.value)}${dnsSuffixOf(region)}`;
}
