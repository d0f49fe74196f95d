/** References as a plan lists them: `module.eks["a"].node_role_arn`, in steps. */

export interface ReferenceStep {
  readonly name: string;
  /** Keys in brackets after the name, as they are written: `"a"`, `0`. */
  readonly keys: readonly string[];
}

const STEP = /(?:^|\.)([^.[\]"]+)|\[("(?:[^"\\]|\\.)*"|[^\]"]*)\]/y;

/** The steps of a reference or an address; empty where it is neither. */
export function stepsOf(reference: string): readonly ReferenceStep[] {
  const steps: { name: string; keys: string[] }[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < reference.length) {
    const match = STEP.exec(reference);
    if (match === null) return [];
    const [, name, key] = match;
    if (name !== undefined) steps.push({ name, keys: [] });
    else steps.at(-1)?.keys.push(key ?? '');
  }
  return steps;
}

/** A reference stands with each of its beginnings; only the longest say something. */
export const longest = (references: readonly string[]): readonly string[] => [
  ...new Set(
    references.filter(
      (one) =>
        !references.some((other) => other.startsWith(`${one}.`) || other.startsWith(`${one}[`)),
    ),
  ),
];

export const suffixOf = ({ keys }: ReferenceStep): string => keys.map((key) => `[${key}]`).join('');

/** An address without the keys of instances. */
export const keyless = (address: string): string =>
  stepsOf(address)
    .map(({ name }) => name)
    .join('.');
