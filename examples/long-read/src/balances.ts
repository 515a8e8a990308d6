// Computes the balances of debts at the end, to compare them with the mission's answer.

export interface Debt {
  readonly debtor: string;
  readonly creditor: string;
  /** Below 0 if a debt became smaller. */
  readonly crowns: number;
}

/** Returns each pair once with their mutual debts offset, the largest first. */
export function balances(debts: readonly Debt[]): readonly Debt[] {
  const sums = new Map<string, Debt>();
  for (const { debtor, creditor, crowns } of debts) {
    const isOrdered = debtor < creditor;
    const [first, second] = isOrdered ? [debtor, creditor] : [creditor, debtor];
    const key = `${first} ${second}`;
    const sum = (sums.get(key)?.crowns ?? 0) + (isOrdered ? crowns : -crowns);
    sums.set(key, { debtor: first, creditor: second, crowns: sum });
  }
  return [...sums.values()]
    .filter(({ crowns }) => crowns !== 0)
    .map(({ debtor, creditor, crowns }) =>
      crowns > 0
        ? { debtor, creditor, crowns }
        : { debtor: creditor, creditor: debtor, crowns: -crowns },
    )
    .sort(
      (left, right) =>
        right.crowns - left.crowns ||
        compare(left.debtor, right.debtor) ||
        compare(left.creditor, right.creditor),
    );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
