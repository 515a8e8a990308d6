// Runs whose process is killed: only the first entries of a pass are stored. Another pass continues
// from them, and may be killed too.

import { nextTask } from "@ptc/core/internal/task";
import {
  approve,
  checkpointOf,
  resume,
  run,
  type Checkpoint,
  type CheckpointEntry,
  type CheckpointStore,
  type LispStep,
} from "../../src/index.ts";
import { inputs, optionsOf, partsOf, type Case, type Report } from "./resumed-runs.ts";

/** When the processes of a run are killed. */
export interface Crashes {
  /** The share of the entries of each killed pass that is stored. */
  readonly shares: readonly number[];
  /** True if storing an entry takes a task. */
  readonly isSlow: boolean;
  readonly checkpointKey?: string;
}

export interface CrashedReport extends Report {
  /** The calls that were made although their answers were stored. */
  readonly repeated: readonly string[];
}

/** Runs a case, some of whose passes are killed, until it ends. */
export async function crashedReport(
  given: Case,
  waits: boolean,
  { shares, isSlow, checkpointKey }: Crashes,
): Promise<CrashedReport> {
  const keys = checkpointKey === undefined ? {} : { checkpointKey };
  const answered = new Set<string>();
  const repeated: string[] = [];
  const attempts = new Set<string>();
  let checkpoint: Checkpoint | undefined;
  for (let number = 0; number < 500; number++) {
    const made: string[] = [];
    const entries: CheckpointEntry[] = [];
    const options = {
      ...optionsOf(given, made, waits),
      ...keys,
      onCheckpoint: storeIn(entries, isSlow),
    };
    const step: LispStep =
      checkpoint === undefined
        ? await run(given.source, { ...options, ...inputs })
        : await resume(given.source, checkpoint, {
            ...options,
            decisions: Object.fromEntries(checkpoint.pending.map(({ id }) => [id, approve()])),
          });
    for (const call of made) if (answered.has(call)) repeated.push(call);
    const share = shares[number];
    const stored =
      share === undefined
        ? entries
        : entries.slice(0, 1 + Math.floor(share * Math.max(0, entries.length - 1)));
    for (const entry of stored) {
      if (entry.type === "begins") attempts.add(entry.call.id);
      if (entry.type === "effect" && entry.effect.type === "tool")
        answered.add(`r/${entry.effect.at}`);
    }
    const isKilled = share !== undefined && stored.at(-1)?.type !== "end" && stored.length > 0;
    if (step.status !== "waiting" && !isKilled)
      return { ...partsOf(step), made: [...attempts].sort(), repeated };
    checkpoint = await checkpointOf(
      JSON.parse(JSON.stringify(stored)) as CheckpointEntry[],
      checkpoint === undefined ? keys : { ...keys, after: checkpoint },
    );
  }
  throw new Error("the run never ends");
}

function storeIn(entries: CheckpointEntry[], isSlow: boolean): CheckpointStore {
  if (!isSlow) return (entry) => entries.push(entry);
  return async (entry) => {
    await nextTask();
    entries.push(entry);
  };
}
