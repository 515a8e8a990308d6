// The error for a damaged field of a checkpoint.

import { CheckpointError } from "./checkpoint-error.ts";

/** Returns the error for a checkpoint whose field at `path` isn't as expected. */
export function unreadable(path: string, found: string): CheckpointError {
  return new CheckpointError("unreadable", `the checkpoint is damaged: ${path} has ${found}`);
}
