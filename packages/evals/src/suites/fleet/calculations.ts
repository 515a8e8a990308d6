// Calculations in plain TypeScript, for the right answers of the tasks.

/** Returns the sum of a number of each row. */
export function sumOf<Row>(rows: readonly Row[], read: (row: Row) => number): number {
  return rows.reduce((total, row) => total + read(row), 0);
}

/** Returns the mean, 0 without rows. */
export function meanOf<Row>(rows: readonly Row[], read: (row: Row) => number): number {
  return rows.length === 0 ? 0 : sumOf(rows, read) / rows.length;
}

/** Returns the number in the middle, or the mean of the two in the middle. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  const upper = sorted[sorted.length >> 1] ?? 0;
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0;
  return (lower + upper) / 2;
}

/** Returns the rows by the text of a key, in the order of the keys' first rows. */
export function grouped<Row>(
  rows: readonly Row[],
  key: (row: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const known = groups.get(key(row));
    if (known === undefined) groups.set(key(row), [row]);
    else known.push(row);
  }
  return groups;
}

/** Returns the rows with the largest number first. Rows with equal numbers are ordered by text. */
export function ranked<Row>(
  rows: readonly Row[],
  number: (row: Row) => number,
  text: (row: Row) => string,
): readonly Row[] {
  return rows.toSorted(
    (left, right) => number(right) - number(left) || (text(left) < text(right) ? -1 : 1),
  );
}

/** Returns one text for each group: that of the largest number. */
export function largestGroup<Row>(
  groups: ReadonlyMap<string, readonly Row[]>,
  number: (rows: readonly Row[]) => number,
): string {
  const [first] = ranked(
    Array.from(groups, ([name, rows]) => ({ name, number: number(rows) })),
    (group) => group.number,
    ({ name }) => name,
  );
  return first?.name ?? "";
}

/** Returns a number with two decimal places. */
export function cents(number: number): number {
  return Math.round(number * 100) / 100;
}
