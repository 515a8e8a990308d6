// The entries of a run as steps of a workflow of DBOS. Entries that come before the same effect are
// one step, so a tool call costs one write:
//
//   step 0  start + model 1      step 1  begins tool/refund 1/0      step 2  tool/refund 1/0 + …
//
// Steps are written one after another. A worker that has lost the workflow can't write them, so it
// can't begin another call. DBOS refuses its writes, or returns the step that the new owner has
// written, without an error. So each step names the execution that wrote it.

import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { DBOS, DBOSWorkflowConflictError, type DBOSClient } from "@dbos-inc/dbos-sdk";
import { shortened } from "@ptc/core/internal/printing";
import type { CheckpointEntry } from "@ptc/subagent";
import type { PassEnd } from "../tables/run-row.ts";

type Entries = readonly CheckpointEntry[];
/** The output of a step, as JSON. */
interface StoredStep {
  /** The execution that wrote it. */
  readonly by: string;
  readonly entries: Entries;
}

type Inside = <Result>(work: () => Result) => Result;

/** The step with the end of a pass. */
const endName = "end of the pass";

/** For how long an effect waits for the next one, to be stored with it, in milliseconds. */
const gatherMs = 4;

/** The most entries in the name of a step. */
const namedEntries = 3;

export class StepLog {
  /** The entries of earlier executions of this workflow. */
  readonly entries: Entries;
  /** The end of the pass, if an earlier execution reached it. */
  readonly end: PassEnd | undefined;
  /** The first error of a write. Nothing is written after it. */
  failure: { readonly error: unknown } | undefined = undefined;
  private readonly inside: Inside;
  private buffer: CheckpointEntry[] = [];
  private tail: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined = undefined;

  private readonly workflowId: string;
  private readonly execution = randomUUID();

  private constructor(
    workflowId: string,
    inside: Inside,
    recorded: readonly string[],
    end: PassEnd | undefined,
  ) {
    this.workflowId = workflowId;
    this.inside = inside;
    this.entries = recorded.flatMap(entriesOf);
    this.end = end;
  }

  /** Reads the steps of the current workflow. Call it inside of the workflow. */
  static async open(client: DBOSClient, workflowId: string): Promise<StepLog> {
    const inside = AsyncLocalStorage.snapshot();
    const texts: string[] = [];
    let end: PassEnd | undefined;
    for (const { name } of (await client.listWorkflowSteps(workflowId)) ?? []) {
      const text = await inside(() => DBOS.runStep(notRecorded, { name }));
      if (name === endName) end = JSON.parse(text) as PassEnd;
      else texts.push(text);
    }
    return new StepLog(workflowId, inside, texts, end);
  }

  /** Stores an entry: at once, or together with the entries of the next few milliseconds. */
  readonly store = (entry: CheckpointEntry): unknown => {
    this.buffer.push(entry);
    if (mayWait.has(entry.type)) {
      this.timer ??= setTimeout(() => {
        // The next entry reports the failure.
        this.flush().catch(() => undefined);
      }, gatherMs);
      return undefined;
    }
    return this.flush();
  };

  /** Resolves when all entries so far are stored. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.tail = this.tail.then(() => this.write());
    return this.tail;
  }

  /** Stores the end of the pass, and returns the stored one. */
  async storeEnd(end: PassEnd): Promise<PassEnd> {
    await this.flush();
    const step = (): Promise<string> => Promise.resolve(JSON.stringify(end));
    // The step is what this function wrote.
    return JSON.parse(await this.inside(() => DBOS.runStep(step, { name: endName }))) as PassEnd;
  }

  private async write(): Promise<void> {
    if (this.failure !== undefined) throw this.failure.error;
    const { buffer } = this;
    if (buffer.length === 0) return;
    this.buffer = [];
    const step: StoredStep = { by: this.execution, entries: buffer };
    const text = JSON.stringify(step);
    try {
      const name = stepName(buffer);
      const stored = await this.inside(() => DBOS.runStep(() => Promise.resolve(text), { name }));
      if (stored !== text) throw new DBOSWorkflowConflictError(this.workflowId);
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}

/** Returns the entries of an earlier pass. */
export async function entriesOfPass(client: DBOSClient, workflowId: string): Promise<Entries> {
  const steps = (await client.listWorkflowSteps(workflowId)) ?? [];
  return steps.flatMap(({ name, output }) => (name === endName ? [] : entriesOf(String(output))));
}

/** Only `StepLog` writes the steps. */
function entriesOf(text: string): Entries {
  return (JSON.parse(text) as StoredStep).entries;
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

function notRecorded(): Promise<string> {
  return Promise.reject(new Error("a recorded step is missing: the tables of DBOS were changed"));
}
