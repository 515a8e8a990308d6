// The journals of runs: results of tasks, which later runs with the same journal reuse.

import { DBOSWorkflowConflictError } from "@dbos-inc/dbos-sdk/datasource";
import type { JournalChange } from "@ptc/subagent";
import { journalOf } from "@ptc/subagent/internal/runs";
import type { Database } from "./database.ts";
import { journalPlace, type RunTexts } from "./run-texts.ts";
import { owned, type Execution } from "./step-table.ts";

export class JournalTable {
  private readonly database: Database;
  private readonly texts: RunTexts;

  constructor(database: Database, texts: RunTexts) {
    this.database = database;
    this.texts = texts;
  }

  /** @throws RunsError for damaged data, StoreError `key` */
  async load(journal: string): Promise<Readonly<Record<string, unknown>>> {
    const rows = await this.database.query<{ change: string }>(
      "SELECT change FROM ptc_journal WHERE journal = $1 ORDER BY number",
      [journal],
    );
    const place = journalPlace(journal);
    const changes = await Promise.all(rows.map(({ change }) => this.texts.opened(place, change)));
    return journalOf(journal, changes);
  }

  /**
   * Stores a change. If the answer of the database is lost, it is stored twice, which is the same.
   * @throws DBOSWorkflowConflictError if another execution owns the run
   */
  async add(
    { workflowId, owner }: Execution,
    journal: string,
    change: JournalChange,
  ): Promise<void> {
    const stored = await this.texts.stored(journalPlace(journal), JSON.stringify(change));
    const rows = await this.database.query(
      `WITH owner AS (${owned})
      INSERT INTO ptc_journal (journal, change) SELECT $3, $4 FROM owner RETURNING number`,
      [workflowId, owner, journal, stored],
    );
    if (rows.length === 0) throw new DBOSWorkflowConflictError(workflowId);
  }
}
