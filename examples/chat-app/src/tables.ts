// Reads CSV files that users drop, with a program in the sandbox, and keeps some of them in memory.

import { randomUUID } from "node:crypto";
import { run } from "@ptc/lisp";

export interface Table {
  readonly id: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export const longestFile = 2_000_000;
const mostTables = 50;
const mostColumns = 200;

/** Texts that are numbers become numbers. */
const reader = `
  (let [value (fn [text] (if (re-matches #"-?[0-9]{1,15}([.][0-9]{1,10})?" text) (parse-double text) text))]
    {:columns (first (csv/read-csv data/text))
     :rows (mapv (fn [row] (update-vals row value)) (csv/read-rows data/text))})`;

export class Tables {
  private readonly tables = new Map<string, Table>();

  /** Returns the table, or what is wrong with the text. */
  async add(name: string, text: string): Promise<Table | { readonly problem: string }> {
    const step = await run<{ columns: string[] | null; rows: Table["rows"] }>(reader, {
      context: { text },
      limits: { timeoutMs: 3_000 },
    });
    if (step.status === "waiting" || !step.ok)
      return { problem: `This file can't be read as CSV: ${step.fail.message}` };
    const { columns, rows } = step.return;
    if (columns === null || rows.length === 0)
      return { problem: "This file has no rows below its line of column names." };
    if (columns.length > mostColumns)
      return { problem: `This file has more than ${String(mostColumns)} columns.` };
    const table = { id: randomUUID(), name, columns, rows };
    this.tables.set(table.id, table);
    const [oldest] = this.tables.keys();
    if (this.tables.size > mostTables && oldest !== undefined) this.tables.delete(oldest);
    return table;
  }

  find(id: unknown): Table | undefined {
    return typeof id === "string" ? this.tables.get(id) : undefined;
  }
}
