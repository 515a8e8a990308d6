// The options with which a session continues a program that waits.

import type { Value } from "@ptc/core/values";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { LispRunOptions } from "../options/run-options.ts";
import { without } from "../options/without.ts";
import type { Memory } from "../persistence/memory.ts";
import type { RunCheckpointOptions } from "../step/run-checkpoint-options.ts";
import { checkpointedOptionNames } from "./checkpointed-option-names.ts";
import type { ResumeOptions } from "./waiting-options.ts";

/** A session at the time of the call. */
export interface ResumingSession {
  /** Its options for all programs. */
  readonly shared: Omit<LispRunOptions & RunCheckpointOptions, "returns">;
  /** The names of the options that a program in it can have. */
  readonly programNames: readonly string[];
  readonly memory: Memory;
  readonly history: readonly Value[];
}

/** @throws OptionError for an option that the session or the checkpoint determines */
export function resumeOptionsOf<Return>(
  options: Omit<ResumeOptions<Return>, "memory" | "history">,
  { shared, programNames, memory, history }: ResumingSession,
): ResumeOptions<Return> {
  const determined: readonly string[] = checkpointedOptionNames;
  const names = programNames.filter((name) => !determined.includes(name));
  assertKnownOptions(options, ["decisions", ...names]);
  return { ...without(shared, checkpointedOptionNames), ...options, memory, history };
}
