// Source text with every mutant in it, each behind a switch: `__mutant(7) ? mutated : original`.
import ts from 'typescript';

const SWAPPED = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
};
const CALLS = {
  some: 'every',
  every: 'some',
  find: 'findLast',
  flatMap: undefined,
  filter: undefined,
};

/** Adds a mutant for each operator, constant and condition; `found` gets `{ id, file, line, says }` of each. */
export function instrumented(file, text, found) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
  return printed(source);

  function printed(node) {
    const inner = childrenOf(node);
    const mutated = mutantsOf(node);
    if (mutated.length === 0) return inner;
    return mutated.reduce((original, [says, changed]) => {
      const id = found.length;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ id, file, line: line + 1, says });
      return `(globalThis.__mutant(${id}) ? (${changed}) : (${original}))`;
    }, inner.trim());
  }

  function childrenOf(node) {
    let [out, at] = ['', node.getFullStart() === 0 && node === source ? 0 : node.getStart()];
    node.forEachChild((child) => {
      out +=
        text.slice(at, child.getStart()) + (isValue(child) ? printed(child) : childrenOf(child));
      at = child.getEnd();
    });
    return out + text.slice(at, node.getEnd());
  }

  function mutantsOf(node) {
    if (!isValue(node)) return [];
    const own = (part) => text.slice(part.getStart(), part.getEnd());
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText();
      const [left, right] = [own(node.left), own(node.right)];
      if (operator === '??') return [[`${operator} to its left`, left]];
      const other = SWAPPED[operator];
      return other === undefined
        ? []
        : [[`${operator} to ${other}`, `(${left}) ${other} (${right})`]];
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      return [['! gone', own(node.operand)]];
    if (node.kind === ts.SyntaxKind.TrueKeyword) return [['true to false', 'false']];
    if (node.kind === ts.SyntaxKind.FalseKeyword) return [['false to true', 'true']];
    if (ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent))
      return [['number plus one', `${own(node)} + 1`]];
    if (ts.isConditionalExpression(node))
      return [
        [
          'branches swapped',
          `(${own(node.condition)}) ? (${own(node.whenFalse)}) : (${own(node.whenTrue)})`,
        ],
      ];
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.questionDotToken === undefined
    ) {
      const { name, expression } = node.expression;
      if (name.text === 'filter' && node.arguments.length === 1)
        return [['filter gone', own(expression)]];
      const other = CALLS[name.text];
      const args = node.arguments.map(own).join(', ');
      return other === undefined
        ? []
        : [[`${name.text} to ${other}`, `${own(expression)}.${other}(${args})`]];
    }
    return [];
  }
}

/** Whether a node is evaluated, and may stand in brackets: types, names and places to assign to are not. */
function isValue(node) {
  if (!ts.isExpression(node) || ts.isTypeNode(node)) return false;
  for (let at = node; at !== undefined; at = at.parent) {
    if (ts.isTypeNode(at) || ts.isImportDeclaration(at) || ts.isExportDeclaration(at)) return false;
    if (ts.isStatement(at)) break;
  }
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  if (ts.isCallExpression(parent) && parent.expression === node) return false;
  if (ts.isAsExpression(parent) && parent.type.getText() === 'const') return false;
  return true;
}
