// The parts that all commands share.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRecordedModel, parseRecording } from "@ptc/llm";
import type { MissionStep } from "@ptc/subagent";

/** Signs the checkpoint. In an application, it comes from a store of secrets. */
export const checkpointKey = "the key that signs checkpoints";

/** Returns the model. Only the first command asks it: then its answer is in the checkpoint. */
export function recordedModel() {
  const path = join(import.meta.dirname, "../recording.json");
  const parsed = parseRecording(readFileSync(path, "utf8"));
  if (!parsed.ok) throw new Error(parsed.message);
  return createRecordedModel(parsed.recording);
}

/** Prints the pending calls or the answer, as a line of JSON. */
export function showStep(step: MissionStep): void {
  if (step.status === "waiting") {
    const pending = step.pending.map(({ tool, arguments: args }) => ({ tool, arguments: args }));
    console.log(JSON.stringify({ pending }));
    return;
  }
  console.log(JSON.stringify(step.ok ? step.return : step.fail));
  process.exitCode = step.ok ? 0 : 1;
}
