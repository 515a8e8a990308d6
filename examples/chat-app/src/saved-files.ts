// The tables that the agent saved with the user's approval, as CSV files to download.

import { randomUUID } from "node:crypto";

const mostFiles = 100;

export interface SavedFile {
  readonly name: string;
  readonly text: string;
}

export class SavedFiles {
  private readonly files = new Map<string, SavedFile>();

  /** Returns the path for its download. */
  add(name: string, rows: readonly Readonly<Record<string, unknown>>[]): string {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
    const id = randomUUID();
    this.files.set(id, {
      name: `${
        name
          .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
          .slice(0, 60)
          .trim() || "table"
      }.csv`,
      text: lines.map((line) => `${line.map(field).join(",")}\n`).join(""),
    });
    const [oldest] = this.files.keys();
    if (this.files.size > mostFiles && oldest !== undefined) this.files.delete(oldest);
    return `/saved/${id}`;
  }

  find(id: string): SavedFile | undefined {
    return this.files.get(id);
  }
}

function field(value: unknown): string {
  const text = typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
  // A spreadsheet would run a text that begins like a formula.
  const inert = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
