// What is left of debts at the end: the plain computation that the mission is compared with.

export interface Debt {
  readonly debtor: string;
  readonly creditor: string;
  /** Below 0 where a debt became smaller. */
  readonly crowns: number;
}

/** Each pair once, what they owe each other set off, the largest first. */
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
