// The steps of workflows, in the table of DBOS, so that its tools show them. `DBOS.runStep` needs
// seven statements for a step; this is one statement, which commits a step only while the execution
// owns its workflow:
//
//   owner's row locked ──▶ step inserted ──▶ committed        no owner: nothing is inserted
//
// A new owner waits for the lock, and then sees the step.

import { DBOSWorkflowConflictError } from "@dbos-inc/dbos-sdk/datasource";
import type { Connection, Database } from "./database.ts";
import { stepPlace, type RunTexts } from "./run-texts.ts";

/** An execution of the workflow of a pass. */
export interface Execution {
  readonly run: string;
  readonly pass: number;
  readonly workflowId: string;
  /** The token with which DBOS knows the owner of a workflow. */
  readonly owner: string;
}

/** A step to be stored. */
export interface NewStep {
  readonly number: number;
  readonly name: string;
  /** JSON that no other execution writes. */
  readonly output: string;
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Returns a row while the execution $2 owns the workflow $1, and locks it until the commit. */
export const owned =
  "SELECT 1 FROM dbos.workflow_status WHERE workflow_uuid = $1 AND owner_xid = $2 AND status = 'PENDING' FOR NO KEY UPDATE";

const insertStep = {
  // Planned once for each connection.
  name: "ptc_step",
  text: `WITH owner AS (${owned})
    INSERT INTO dbos.operation_outputs (workflow_uuid, function_id, function_name, output,
      started_at_epoch_ms, completed_at_epoch_ms, serialization, application_name,
      retention_timestamp)
    SELECT $1, $3::int, $4, $5, $6::bigint, $7::bigint, 'portable_json', $8, $7::bigint FROM owner
    ON CONFLICT DO NOTHING RETURNING function_id`,
};

export class StepTable {
  private readonly database: Database;
  private readonly texts: RunTexts;
  private readonly application: string;

  constructor(database: Database, texts: RunTexts, application: string) {
    this.database = database;
    this.texts = texts;
    this.application = application;
  }

  /** Returns the token of the present owner. */
  async ownerOf(workflowId: string): Promise<string> {
    const text =
      "SELECT owner_xid::text AS owner FROM dbos.workflow_status WHERE workflow_uuid = $1";
    const rows = await this.database.query<{ owner: string | null }>(text, [workflowId]);
    const owner = rows[0]?.owner ?? undefined;
    if (owner === undefined) throw new DBOSWorkflowConflictError(workflowId);
    return owner;
  }

  /** Returns the outputs of the steps so far, in their order. @throws StoreError `key` */
  async outputs({ run, pass, workflowId }: Omit<Execution, "owner">): Promise<string[]> {
    const rows = await this.database.query<{ number: number; output: string }>(
      `SELECT function_id AS number, output FROM dbos.operation_outputs WHERE workflow_uuid = $1
      ORDER BY function_id`,
      [workflowId],
    );
    return await Promise.all(
      rows.map(({ number, output }) => this.texts.opened(stepPlace(run, pass, number), output)),
    );
  }

  /** Returns the output as it is stored, for `add`. */
  async stored({ run, pass }: Execution, { number, output }: NewStep): Promise<string> {
    return await this.texts.stored(stepPlace(run, pass, number), output);
  }

  /**
   * Adds a step, or does nothing if this execution has added it.
   * @throws DBOSWorkflowConflictError if another execution owns the workflow, or it was cancelled
   */
  async add(
    execution: Execution,
    step: NewStep,
    stored: string,
    connection?: Connection,
  ): Promise<void> {
    const { workflowId, owner } = execution;
    const { number, name, startedAt } = step;
    const now = Date.now();
    const values = [workflowId, owner, number, name, stored, startedAt, now, this.application];
    const query = { ...insertStep, values };
    const rows =
      connection === undefined
        ? await this.database.prepared<object>(query)
        : (await connection.query<object>(query)).rows;
    if (rows.length > 0) return;
    // The answer of the database to the first try was lost.
    const written = await this.database.query<{ output: string }>(
      "SELECT output FROM dbos.operation_outputs WHERE workflow_uuid = $1 AND function_id = $2",
      [workflowId, number],
    );
    if (written[0]?.output !== stored) throw new DBOSWorkflowConflictError(workflowId);
  }

  /** @throws DBOSWorkflowConflictError unless this execution owns the workflow until the commit */
  async assertOwner({ workflowId, owner }: Execution, connection: Connection): Promise<void> {
    const { rowCount } = await connection.query(owned, [workflowId, owner]);
    if (rowCount !== 1) throw new DBOSWorkflowConflictError(workflowId);
  }
}
