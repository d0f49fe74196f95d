/** A policy as text: data in the order in which it is given, small things on one line, comments above what they are about. */
import { Document, isCollection, isMap, isPair, isScalar, type Node, visit } from 'yaml';

export interface PolicyComment {
  /** Keys and indices from the top: `['interruption', 'exceptions', 0]`. */
  readonly path: readonly (string | number)[];
  /** Lines, without the number sign. */
  readonly text: string;
}

export interface PolicyText {
  readonly head: string;
  readonly policy: object;
  readonly comments: readonly PolicyComment[];
}

/** The text of the policy; `undefined` entries are left out. Whatever a comment or a text holds stays in it. */
export function writePolicy({ head, policy, comments }: PolicyText): string {
  const document = new Document(present(policy));
  document.commentBefore = commentOf(head);
  visit(document, {
    Collection(_, node) {
      if (isSmall(node)) node.flow = true;
      return node.flow === true ? visit.SKIP : undefined;
    },
  });
  for (const { path, text } of comments) comment(document, path, text);
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** Longer lists and objects than this are laid out over several lines. */
const WIDTH = 90;

function isSmall(node: Node): boolean {
  if (!isCollection(node) || node.items.length === 0 || node.items.length > 6) return false;
  const text = JSON.stringify(node);
  return text.length < WIDTH && !text.includes('\\n');
}

/** Above the key of an object's entry, or the item of a list; around them nothing stays on one line. */
function comment(document: Document, path: readonly (string | number)[], text: string): void {
  for (let depth = 0; depth < path.length; depth++) {
    const above = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
    if (isCollection(above)) above.flow = false;
  }
  const last = path.at(-1);
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && key.value === last);
    if (isPair(pair) && isScalar(pair.key)) pair.key.commentBefore = commentOf(text);
    return;
  }
  const item = document.getIn(path, true) as Node | undefined;
  if (item !== undefined) item.commentBefore = commentOf(text);
}

const commentOf = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
    .map((line) => ` ${line}`)
    .join('\n');

/** Data without what is undefined, at any depth. */
function present(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(present);
  if (data === null || typeof data !== 'object') return data;
  const entries = data instanceof Map ? [...data] : Object.entries(data);
  return new Map(
    entries.filter(([, value]) => value !== undefined).map(([key, value]) => [key, present(value)]),
  );
}
