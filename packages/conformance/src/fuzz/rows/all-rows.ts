// All tables of templates. Their order matters: inserting a row changes the programs of existing
// seeds.

import type { TemplateRow } from "../template.ts";
import { collectionRows } from "./collections.ts";
import { controlRows } from "./control.ts";
import { fieldRows } from "./fields.ts";
import { functionRows } from "./functions.ts";
import { keyedRows } from "./keyed.ts";
import { numberRows } from "./numbers.ts";
import { sequenceRows } from "./sequences.ts";
import { stringRows } from "./strings.ts";

const rowsByTable: ReadonlyMap<string, readonly TemplateRow[]> = new Map([
  ["control", controlRows],
  ["functions", functionRows],
  ["numbers", numberRows],
  ["sequences", sequenceRows],
  ["collections", collectionRows],
  ["strings", stringRows],
  ["keyed", keyedRows],
  ["fields", fieldRows],
]);

export const allRows: readonly TemplateRow[] = [...rowsByTable.values()].flat();

/**
 * Returns the rows of some tables, or all if `tables` is empty.
 * @throws Error for an unknown table
 */
export function rowsOf(tables: readonly string[]): readonly TemplateRow[] {
  if (tables.length === 0) return allRows;
  return tables.flatMap((table) => {
    const rows = rowsByTable.get(table);
    if (rows === undefined)
      throw new Error(`unknown table ${table}; there are ${[...rowsByTable.keys()].join(", ")}`);
    return rows;
  });
}
