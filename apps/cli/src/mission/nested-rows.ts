// Spreads rows of a table that hold rows themselves.

import { defineField } from "@ptc/core/internal/values";

export type Row = Readonly<Record<string, unknown>>;

export interface ShownRows {
  readonly rows: readonly Row[];
  /** How many rows there are beyond these. */
  readonly omittedRows: number;
}

/**
 * The first rows, at most `maximum`. When one column holds lists of maps, each of those maps gets a
 * row of its own, and the other columns are filled in the first of these rows only.
 */
export function unnested(
  all: readonly Row[],
  maximum: number,
  isTable: (value: unknown) => boolean,
): ShownRows {
  const rows = all.slice(0, maximum);
  const asTheyAre = { rows, omittedRows: all.length - rows.length };
  const nested = new Set<string>();
  const names = new Set<string>();
  for (const row of rows)
    for (const name of Object.keys(row)) {
      names.add(name);
      if (isTable(row[name])) nested.add(name);
    }
  const [column] = nested;
  if (column === undefined || nested.size > 1 || !rows.every((row) => Array.isArray(row[column])))
    return asTheyAre;
  names.delete(column);
  const spread: Row[] = [];
  let count = 0;
  for (const row of rows) {
    const items = row[column] as readonly Row[];
    count += Math.max(1, items.length);
    if (spread.length < maximum)
      spread.push(...spreadRow(row, column, items.slice(0, maximum - spread.length), names));
  }
  return { rows: spread, omittedRows: count - spread.length + asTheyAre.omittedRows };
}

function spreadRow(
  row: Row,
  column: string,
  items: readonly Row[],
  outerNames: ReadonlySet<string>,
): Row[] {
  const outer = Object.entries(row).filter(([name]) => name !== column);
  const [first = [], ...others] = items.map((item) =>
    Object.entries(item).map(([name, value]): [string, unknown] => [
      outerNames.has(name) ? `${column}.${name}` : name,
      value,
    ]),
  );
  return [[...outer, ...first], ...others].map((fields) => rowOf(fields));
}

function rowOf(fields: readonly (readonly [string, unknown])[]): Row {
  const row = {};
  for (const [name, value] of fields) defineField(row, name, value);
  return row;
}
