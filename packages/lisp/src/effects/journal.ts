// The results of tasks by id, as the application keeps them. They are encoded when they are
// recorded, so that the next run reads the same value that the first run went on with. A change is
// seen at once by every branch.
//
//   "fetch": [1 2 3]                 what the task answered
//   "pay": {"$unkept": "…"}          the task has run, but its result could not be kept

import { tags } from "@ptc/core/encoding";
import type { Value, WorkMeter } from "@ptc/core/values";
import { EvaluationError } from "../evaluation/errors.ts";
import type { TaskResults } from "../evaluation/evaluation-options.ts";
import { ownText } from "../evaluation/is-object.ts";
import { shownId } from "./task-id.ts";

/** Writes and reads values of the journal as JSON; the run supplies it. */
export interface JournalCodec {
  /** @throws EvaluationError for what cannot be kept; what `meter` throws */
  encode(id: string, value: Value, meter: WorkMeter): unknown;
  /**
   * @throws EvaluationError for JSON that is no encoded value, as a journal comes from outside;
   * what `meter` throws
   */
  decode(id: string, json: unknown, meter: WorkMeter): Value;
}

/**
 * Told of each change at once, before the program goes on: `json` is the recorded result,
 * `undefined` when it was taken back.
 */
export type JournalListener = (id: string, json: unknown) => void;

export class Journal implements TaskResults {
  private readonly entries: Map<string, unknown>;
  private readonly codec: JournalCodec;
  private readonly listener: JournalListener | undefined;

  constructor(
    entries: Iterable<readonly [string, unknown]>,
    codec: JournalCodec,
    listener?: JournalListener,
  ) {
    this.entries = new Map(entries);
    this.codec = codec;
    this.listener = listener;
  }

  /**
   * The recorded value, `undefined` when there is none.
   * @throws EvaluationError for an entry that cannot be read, and for a task that has run although
   * nothing could be kept of it; what `meter` throws
   */
  find(id: string, meter: WorkMeter): Value | undefined {
    const entry = this.entries.get(id);
    if (entry === undefined) return undefined;
    const why = ownText(entry, tags.unkept);
    if (why === undefined) return this.codec.decode(id, entry, meter);
    throw new EvaluationError(
      "unkept_task",
      `task: ${shownId(id)} has run before, but its result could not be kept: ${why}`,
      {
        op: "task",
        hint: "what it did is done and is not done again; (task-reset id) makes the next task run",
      },
    );
  }

  /**
   * Records `value`, or that the task has run where its value cannot be kept.
   * @throws EvaluationError for a value that cannot be kept; what `meter` throws
   */
  record(id: string, value: Value, meter: WorkMeter): void {
    let encoded: unknown;
    try {
      encoded = this.codec.encode(id, value, meter);
    } catch (error) {
      this.recordUnkept(id, error);
      throw error;
    }
    this.set(id, encoded);
  }

  recordUnkept(id: string, error: unknown): void {
    this.set(id, {
      [tags.unkept]: error instanceof Error ? shortened(error.message) : "it failed",
    });
  }

  forget(id: string): void {
    this.entries.delete(id);
    this.listener?.(id, undefined);
  }

  /** All entries, for the application to keep. */
  all(): Iterable<readonly [string, unknown]> {
    return this.entries;
  }

  private set(id: string, json: unknown): void {
    this.entries.set(id, json);
    this.listener?.(id, json);
  }
}

const longestReason = 300;

function shortened(text: string): string {
  return text.length > longestReason ? `${text.slice(0, longestReason)}…` : text;
}
