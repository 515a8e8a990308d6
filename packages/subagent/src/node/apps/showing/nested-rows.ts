// Expands table rows that contain rows.

import { defineField } from "@ptc/core/internal/values";

/** A row of a table: cells by column. */
export type Row = Readonly<Record<string, unknown>>;

export interface ShownRows {
  readonly rows: readonly Row[];
  /** The number of rows that are not shown. */
  readonly omittedRows: number;
}

/**
 * Returns the first rows, at most `maximum`. If one column contains lists of maps, each of those
 * maps gets its own row, and only the first of these rows has the other columns.
 */
export function unnested(
  all: readonly Row[],
  maximum: number,
  isTable: (value: unknown) => boolean,
): ShownRows {
  const rows = all.slice(0, maximum);
  const unchanged = { rows, omittedRows: all.length - rows.length };
  const nested = new Set<string>();
  const names = new Set<string>();
  for (const row of rows)
    for (const name of Object.keys(row)) {
      names.add(name);
      if (isTable(row[name])) nested.add(name);
    }
  const [column] = nested;
  if (column === undefined || nested.size > 1 || !rows.every((row) => Array.isArray(row[column])))
    return unchanged;
  names.delete(column);
  const expanded: Row[] = [];
  let count = 0;
  for (const row of rows) {
    const items = row[column] as readonly Row[];
    count += Math.max(1, items.length);
    if (expanded.length < maximum)
      expanded.push(...expandedRow(row, column, items.slice(0, maximum - expanded.length), names));
  }
  return { rows: expanded, omittedRows: count - expanded.length + unchanged.omittedRows };
}

function expandedRow(
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
