// Stores the state of a mission that waits, and shows how to continue it.

import { relative } from "node:path";
import { oneLine } from "@ptc/core/internal/errors";
import { countText } from "@ptc/core/internal/json";
import type { WaitingMission } from "@ptc/subagent";
import type { RunReport } from "./run-report.ts";
import type { Host } from "../terminal/host.ts";
import { writeCheckpointFile } from "../waiting/checkpoint-file.ts";
import { pendingLines } from "../waiting/pending-lines.ts";

const mostShown = 50;

export interface WaitingPlace {
  /** Remembers how to load the mission of a run again. */
  readonly remember: (runId: string) => void;
  /** The file for the checkpoint. */
  readonly path: string;
}

/** @throws LoadError if the file can't be written */
export function showWaiting(
  host: Host,
  { pending, checkpoint }: WaitingMission,
  { remember, path }: WaitingPlace,
  { style, notice }: Pick<RunReport, "style" | "notice">,
): void {
  writeCheckpointFile(path, checkpoint);
  // Only this person's own list selects a folder outside of the current one.
  remember(checkpoint.runId);
  notice("");
  notice(
    style("bold", `The mission waits for decisions about ${countText(pending.length, "call")}.`),
  );
  for (const call of pending.slice(0, mostShown))
    for (const line of pendingLines(call)) notice(line);
  if (pending.length > mostShown)
    notice(style("dim", `… ${countText(pending.length - mostShown, "more call")}`));
  const shown = relative(host.folder, path);
  const stored = oneLine(shown.startsWith("..") ? path : shown);
  const [first] = pending;
  notice("");
  notice(`Checkpoint: ${stored}`);
  notice(
    `Continue:   ptc resume ${argument(stored)} --approve ${argument(oneLine(first?.id ?? "all", 500))}`,
  );
  notice(
    style("dim", "Others:     --approve all, --deny ID=message, --edit ID=JSON, --answer ID=JSON"),
  );
}

/** Returns a word for a shell. */
function argument(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
