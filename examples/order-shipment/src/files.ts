// The files of one order. They are all that the processes share.
//
//   checkpoint.json  the state of the mission while it waits
//   entries.jsonl    the same, written effect by effect, for the case that a process is killed
//   ledger.jsonl     the requests that the payment service and the carrier received

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckpointEntry, MissionCheckpoint } from "@ptc/subagent";

export interface OrderFiles {
  readonly writeCheckpoint: (checkpoint: MissionCheckpoint) => void;
  readonly readCheckpoint: () => MissionCheckpoint;
  readonly appendEntry: (entry: CheckpointEntry) => void;
  readonly readEntries: () => readonly CheckpointEntry[];
}

export function filesIn(folder: string): OrderFiles {
  const checkpointPath = join(folder, "checkpoint.json");
  const entriesPath = join(folder, "entries.jsonl");
  return {
    writeCheckpoint: (checkpoint) => {
      writeFileSync(checkpointPath, JSON.stringify(checkpoint));
    },
    readCheckpoint: () => JSON.parse(readFileSync(checkpointPath, "utf8")) as MissionCheckpoint,
    appendEntry: (entry) => {
      appendFileSync(entriesPath, `${JSON.stringify(entry)}\n`);
    },
    readEntries: () =>
      readFileSync(entriesPath, "utf8")
        .split("\n")
        // The last line is empty, or a part of an entry if the process was killed.
        .slice(0, -1)
        .map((line) => JSON.parse(line) as CheckpointEntry),
  };
}
