/**
 * The grammar's tree as plain data, read in one walk so that the tree in the
 * wasm heap can be freed at once. Comments are left out.
 */
import type { Tree } from 'web-tree-sitter';

export interface Cst {
  readonly type: string;
  /** UTF-16 units of the text that was parsed. */
  readonly start: number;
  readonly end: number;
  readonly children: readonly Cst[];
}

interface OpenNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly children: OpenNode[];
}

/** The whole tree. It is walked without recursion, as text may nest at will. */
export function readTree(tree: Tree): Cst {
  const cursor = tree.walk();
  const here = (): OpenNode => ({
    type: cursor.nodeType,
    start: cursor.startIndex,
    end: cursor.endIndex,
    children: [],
  });
  const root = here();
  const path = [root];
  let down = true;
  while (path.length > 0) {
    if (down && cursor.gotoFirstChild()) path.push(child(path, here()));
    else if (path.length > 1 && cursor.gotoNextSibling()) {
      path.pop();
      path.push(child(path, here()));
      down = true;
    } else {
      path.pop();
      down = false;
      if (path.length > 0) cursor.gotoParent();
    }
  }
  cursor.delete();
  return root;
}

function child(path: readonly OpenNode[], node: OpenNode): OpenNode {
  if (node.type !== 'comment') path.at(-1)?.children.push(node);
  return node;
}

export const childOf = (node: Cst, type: string): Cst | undefined =>
  node.children.find((one) => one.type === type);
