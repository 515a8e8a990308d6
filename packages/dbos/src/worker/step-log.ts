// The entries of a run as steps of a workflow of DBOS. Entries that come before the same effect are
// one step, so a tool call costs one write:
//
//   step 0  start + model 1      step 1  begins tool/refund 1/0      step 2  tool/refund 1/0 + …
//
// Steps are written one after another. A worker that has lost the workflow can't write them, so it
// can't begin another call.

import { assertStillOwnsWorkflow } from "@dbos-inc/dbos-sdk/datasource";
import { randomUUID } from "node:crypto";
import { shortened } from "@ptc/core/internal/printing";
import type { CheckpointEntry, EntryOptions } from "@ptc/subagent";
import { damaged, parsed } from "@ptc/subagent/internal/runs";
import type { Connection } from "../tables/database.ts";
import type { Execution, NewStep, StepTable } from "../tables/step-table.ts";

type Entries = readonly CheckpointEntry[];

/** The output of a step, as JSON. */
interface StoredStep {
  /** The execution that wrote it: no other one writes the same text. */
  readonly by: string;
  readonly entries: Entries;
}

/** For how long an effect waits for the next one, to be stored with it, in milliseconds. */
const gatherMs = 4;

/** The most entries in the name of a step. */
const namedEntries = 3;

export class StepLog {
  /** The entries of earlier executions of this workflow. */
  readonly earlier: Entries;
  /** The first error of a write. Nothing is written after it. */
  failure: { readonly error: unknown } | undefined = undefined;
  readonly execution: Execution;
  private readonly table: StepTable;
  private readonly own: CheckpointEntry[] = [];
  private readonly id = randomUUID();
  private count: number;
  private buffer: CheckpointEntry[] = [];
  private tail: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined = undefined;

  private constructor(table: StepTable, execution: Execution, outputs: readonly string[]) {
    this.table = table;
    this.execution = execution;
    this.count = outputs.length;
    this.earlier = outputs.flatMap((text) => entriesOf(execution.run, text));
  }

  /** Reads the steps of the current workflow. Call it inside of the workflow. */
  static async open(table: StepTable, pass: Omit<Execution, "owner">): Promise<StepLog> {
    const owner = await table.ownerOf(pass.workflowId);
    // Tokens are never used twice. So if it is the owner now, it was the owner before, too.
    await assertStillOwnsWorkflow(pass.workflowId);
    const outputs = await table.outputs(pass);
    return new StepLog(table, { ...pass, owner }, outputs);
  }

  /** Returns all entries of the pass, once they are stored or can't be. */
  async entries(): Promise<Entries> {
    await this.flush().catch(() => undefined);
    return [...this.earlier, ...this.own];
  }

  /** Stores an entry: at once, or together with the entries of the next few milliseconds. */
  readonly store = (entry: CheckpointEntry, { hasMore }: EntryOptions): unknown => {
    // If the run had ended, it ends once more: its step is made of the recorded effects.
    if (entry.type === "end") return undefined;
    this.buffer.push(entry);
    // The next entry is stored with this one, and the run waits for it.
    if (hasMore) return undefined;
    if (!mayWait.has(entry.type)) return this.flush();
    this.timer ??= setTimeout(() => {
      // The next entry reports the failure.
      this.flush().catch(() => undefined);
    }, gatherMs);
    return undefined;
  };

  /** Resolves when all entries so far are stored. */
  flush(): Promise<void> {
    this.stopTimer();
    this.tail = this.tail.then(() => this.write());
    return this.tail;
  }

  /** Returns a function that stores the last entries, in a transaction that may be repeated. */
  async last(): Promise<(connection: Connection) => Promise<void>> {
    this.stopTimer();
    await this.tail;
    if (this.failure !== undefined) throw this.failure.error;
    const { table, execution } = this;
    const step = this.nextStep();
    if (step === undefined) return (connection) => table.assertOwner(execution, connection);
    const stored = await table.stored(execution, step);
    return (connection) => table.add(execution, step, stored, connection);
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async write(): Promise<void> {
    if (this.failure !== undefined) throw this.failure.error;
    const step = this.nextStep();
    if (step === undefined) return;
    const { table, execution } = this;
    try {
      await table.add(execution, step, await table.stored(execution, step));
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }

  /** Takes the entries that aren't stored. */
  private nextStep(): NewStep | undefined {
    const { buffer } = this;
    if (buffer.length === 0) return undefined;
    this.buffer = [];
    this.own.push(...buffer);
    const output: StoredStep = { by: this.id, entries: buffer };
    const number = this.count;
    this.count += 1;
    return {
      number,
      name: stepName(buffer),
      output: JSON.stringify(output),
      startedAt: Date.now(),
    };
  }
}

/** `checkpointOf` checks the entries. @throws RunsError */
function entriesOf(run: string, text: string): Entries {
  const { entries } = parsed(run, text, "a step");
  if (!Array.isArray(entries)) throw damaged(run, "a step has no entries");
  return entries as Entries;
}

/** Entries after which the run makes no call before another entry. */
const mayWait: ReadonlySet<string> = new Set(["start", "effect"]);

function stepName(entries: Entries): string {
  const names = entries.slice(0, namedEntries).map(entryName).join(" + ");
  return entries.length > namedEntries ? `${names} + …` : names;
}

function entryName(entry: CheckpointEntry): string {
  switch (entry.type) {
    case "effect": {
      const { type, at, tool } = entry.effect;
      return shortened(type === "tool" ? `tool/${String(tool)} ${at}` : `${type} ${at}`, 100);
    }
    case "begins":
    case "waits": {
      const { id, tool } = entry.call;
      return shortened(`${entry.type} tool/${tool} ${id.slice(id.indexOf("/") + 1)}`, 100);
    }
    default:
      return entry.type;
  }
}
