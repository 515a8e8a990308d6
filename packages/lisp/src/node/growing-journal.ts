// The growing journal of one run. Records from a process are stored as bytes and read when the run
// has ended, so a task that is recorded many times is read once.

import { tags } from "@ptc/core/encoding";
import { recordOf } from "@ptc/core/internal/values";
import { readJson } from "./reading/read-json.ts";
import { readingBudget } from "./reading/reading-budget.ts";
import type { Turns } from "./reading/turns.ts";

/** An entry from the host, or JSON bytes from a process. */
type Entry = { readonly given: unknown } | { readonly bytes: Buffer };

export class GrowingJournal {
  private readonly entries: Map<string, Entry>;
  private readonly turns: Turns;

  constructor(given: Readonly<Record<string, unknown>>, turns: Turns) {
    this.entries = new Map(Object.entries(given).map(([id, json]) => [id, { given: json }]));
    this.turns = turns;
  }

  /** Records the result of a task, or removes it if `bytes` is undefined. */
  change(id: string, bytes: Buffer | undefined): void {
    if (bytes === undefined) this.entries.delete(id);
    else this.entries.set(id, { bytes });
  }

  async read(): Promise<Readonly<Record<string, unknown>>> {
    const read: [string, unknown][] = [];
    for (const [id, entry] of this.entries)
      read.push([id, "given" in entry ? entry.given : await this.json(entry.bytes)]);
    return recordOf(read);
  }

  /**
   * Reads the JSON of a result. Unreadable JSON means that the task has run but its result is
   * unknown.
   */
  private async json(bytes: Buffer): Promise<unknown> {
    try {
      return bytes.byteLength <= longestAtOnce
        ? (JSON.parse(bytes.toString("utf8")) as unknown)
        : await this.turns.work((slice) => readJson(bytes, readingBudget(), slice));
    } catch (error) {
      return { [tags.unkept]: error instanceof Error ? error.message : "it cannot be read" };
    }
  }
}

const longestAtOnce = 16_384;
