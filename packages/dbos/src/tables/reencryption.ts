// Encrypts stored texts with the current key of the host.

import { OptionError } from "@ptc/core/errors";
import type { PoolClient } from "pg";
import type { Database } from "./database.ts";
import type { RunRow } from "./run-row.ts";
import { workflowId } from "./run-table.ts";
import {
  columnPlace,
  decisionPlace,
  journalPlace,
  stepPlace,
  textColumns,
  type RunTexts,
  type TextPlace,
} from "./run-texts.ts";

/** The result of `reencrypt`. */
export interface DurableReencryption {
  /** The number of texts that were encrypted again. */
  readonly changed: number;
  /** The number of runs that were queued or running. */
  readonly left: number;
}

/** The most rows that are read at once. */
const rowsAtOnce = 100;

/** @throws OptionError without keys; StoreError `key` for a text of another key */
export async function reencrypted(
  database: Database,
  texts: RunTexts,
): Promise<DurableReencryption> {
  if (!texts.isEncrypted) throw new OptionError("encryption", "`reencrypt` needs keys");
  const work = new Reencryption(database, texts);
  await work.runs();
  await work.rows("ptc_decisions", "id", "decision", ({ of }) => decisionPlace(of), "call_id");
  await work.rows("ptc_journal", "number", "change", ({ of }) => journalPlace(of), "journal");
  return { changed: work.changed, left: work.left };
}

interface TextRow {
  /** An integer as text. */
  readonly number: string;
  readonly of: string;
  readonly text: string;
}

class Reencryption {
  changed = 0;
  left = 0;
  private readonly database: Database;
  private readonly texts: RunTexts;

  constructor(database: Database, texts: RunTexts) {
    this.database = database;
    this.texts = texts;
  }

  async runs(): Promise<void> {
    for (let after = ""; ;) {
      const rows = await this.database.query<{ id: string }>(
        "SELECT id FROM ptc_runs WHERE id > $1 ORDER BY id LIMIT $2",
        [after, rowsAtOnce],
      );
      for (const { id } of rows) {
        const changed = await this.database.transaction((client) => this.run(client, id));
        if (changed === undefined) this.left += 1;
        else this.changed += changed;
        after = id;
      }
      if (rows.length < rowsAtOnce) return;
    }
  }

  /** Returns the number of changed texts, or undefined for a run under way. */
  private async run(client: PoolClient, id: string): Promise<number | undefined> {
    const text = "SELECT * FROM ptc_runs WHERE id = $1 FOR UPDATE";
    const [row] = (await client.query<RunRow>(text, [id])).rows;
    if (row === undefined) return 0;
    if (row.status === "queued" || row.status === "running") return undefined;
    let changed = 0;
    for (const column of textColumns)
      changed += await this.renew(row[column], columnPlace(id, column), async (renewed) => {
        await client.query(`UPDATE ptc_runs SET ${column} = $2 WHERE id = $1`, [id, renewed]);
      });
    for (let pass = 1; pass <= row.pass; pass += 1) {
      const workflow = workflowId(id, pass);
      const { rows } = await client.query<{ number: number; output: string }>(
        "SELECT function_id AS number, output FROM dbos.operation_outputs WHERE workflow_uuid = $1",
        [workflow],
      );
      for (const { number, output } of rows)
        changed += await this.renew(output, stepPlace(id, pass, number), async (renewed) => {
          await client.query(
            "UPDATE dbos.operation_outputs SET output = $3 WHERE workflow_uuid = $1 AND function_id = $2",
            [workflow, number, renewed],
          );
        });
    }
    return changed;
  }

  /** Encrypts a column of a table without runs. The names are those of this package. */
  async rows(
    table: string,
    key: string,
    column: string,
    placeOf: (row: TextRow) => TextPlace,
    owner: string,
  ): Promise<void> {
    for (let after = "0"; ;) {
      const rows = await this.database.query<TextRow>(
        `SELECT ${key} AS number, ${owner} AS of, ${column} AS text FROM ${table}
        WHERE ${key} > $1 ORDER BY ${key} LIMIT $2`,
        [after, rowsAtOnce],
      );
      for (const row of rows) {
        this.changed += await this.renew(row.text, placeOf(row), async (renewed) => {
          await this.database.query(
            `UPDATE ${table} SET ${column} = $2 WHERE ${key} = $1 AND ${column} = $3`,
            [row.number, renewed, row.text],
          );
        });
        after = row.number;
      }
      if (rows.length < rowsAtOnce) return;
    }
  }

  private async renew(
    stored: string | null,
    place: TextPlace,
    write: (renewed: string) => Promise<void>,
  ): Promise<number> {
    const renewed = stored === null ? undefined : await this.texts.renewed(place, stored);
    if (renewed === undefined) return 0;
    await write(renewed);
    return 1;
  }
}
