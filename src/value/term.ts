/**
 * Terms: unknowns are named by expressions that are text already. Where one
 * becomes a part of a larger term, its text is weighed, so that parentheses
 * stand where they are needed and nowhere else.
 */

/** How tightly expressions bind. */
export const CONDITIONAL = 0;
export const UNARY = 7;
export const POSTFIX = 8;

export const OPERATORS = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
} as const;

const OPERATOR = / (\?|\|\||&&|==|!=|<=?|>=?|[+\-*/%]) /y;

/** The precedence of canonical text: that of its loosest operator outside of brackets and quotes. */
export function textPrecedence(text: string): number {
  let loosest = text.startsWith('!') || text.startsWith('-') ? UNARY : POSTFIX;
  // Operators stand between spaces.
  if (!text.includes(' ')) return loosest;
  for (let i = 0; i < text.length; i++) {
    const unit = text[i];
    if (unit === '"' || unit === '(' || unit === '[' || unit === '{') i = endOfGroup(text, i);
    else if (unit === ' ') {
      OPERATOR.lastIndex = i;
      const operator = OPERATOR.exec(text)?.[1];
      if (operator === '?') return CONDITIONAL;
      if (operator !== undefined)
        loosest = Math.min(loosest, OPERATORS[operator as keyof typeof OPERATORS]);
    }
  }
  return loosest;
}

/** The offset of what closes the bracket or quote at `start`; quotes hold interpolations, which hold quotes. */
function endOfGroup(text: string, start: number): number {
  const open: string[] = [];
  for (let i = start; i < text.length; i++) {
    const unit = text[i] ?? '';
    const quoted = open.at(-1) === '"';
    if (quoted && unit === '\\') i++;
    else if (quoted && /^(?:\$\$|%%)\{/.test(text.slice(i, i + 3))) i += 2;
    else if (quoted && (unit === '$' || unit === '%') && text[i + 1] === '{') {
      open.push('{');
      i++;
    } else if (unit === '"') {
      if (quoted) open.pop();
      else open.push(unit);
    } else if (!quoted && '([{'.includes(unit)) open.push(unit);
    else if (!quoted && ')]}'.includes(unit)) open.pop();
    if (open.length === 0) return i;
  }
  return text.length;
}

/** The term as it stands before `.name`, `[0]` or `[*]`. */
export const beforeStep = (term: string): string =>
  textPrecedence(term) < POSTFIX ? `(${term})` : term;
