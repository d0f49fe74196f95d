/** What disruption budgets of a NodePool can and cannot do. */
import type { NodeBudget } from './drain.js';

/** Reasons that budgets are about (kubernetes-sigs/karpenter@v1.9.1 pkg/apis/v1/nodepool.go). */
const REASONS = ['Underutilized', 'Empty', 'Drifted'];

export interface IdleBudget {
  readonly budget: NodeBudget;
  readonly because: string;
  /** The budget that makes it idle. */
  readonly by?: NodeBudget;
}

/** Budgets that limit nothing, and why. */
export function idleBudgets(budgets: readonly NodeBudget[]): readonly IdleBudget[] {
  return budgets.flatMap((budget): readonly IdleBudget[] => {
    const foreign = budget.reasons?.find((reason) => !REASONS.includes(reason));
    if (foreign !== undefined)
      return [
        {
          budget,
          because: `"${foreign}" is no reason that budgets know: expiry and interruption pass them by`,
        },
      ];
    if (!budget.opens)
      return [{ budget, because: `its schedule "${budget.schedule}" never opens` }];
    const tighter = budgets.find((other) => other !== budget && shadows(other, budget));
    return tighter === undefined
      ? []
      : [
          {
            budget,
            by: tighter,
            because: `a budget of ${tighter.nodes} always holds beside it, and the least of them counts`,
          },
        ];
  });
}

/** Whether one budget always allows less than another, whenever that one holds. */
function shadows(one: NodeBudget, other: NodeBudget): boolean {
  if (one.schedule !== undefined || !one.opens) return false;
  if (one.reasons !== undefined && !covers(one.reasons, other.reasons)) return false;
  const [a, b] = [amount(one), amount(other)];
  return a !== undefined && b !== undefined && a.unit === b.unit && a.count < b.count;
}

const covers = (reasons: readonly string[], others: readonly string[] | undefined): boolean =>
  (others ?? REASONS).every((reason) => reasons.includes(reason));

function amount({
  nodes,
}: NodeBudget): { readonly unit: string; readonly count: number } | undefined {
  const match = /^(\d+)(%?)$/.exec(nodes);
  return match === null ? undefined : { unit: match[2] ?? '', count: Number(match[1]) };
}
