// The keys of checkpoints. They come from the environment, because other users of the machine can
// read the arguments of a process.

import { OptionError } from "@ptc/core/errors";
import { CheckpointError, type MissionOptions } from "@ptc/subagent";
import { UsageError } from "../terminal/usage-error.ts";
import type { Host } from "../terminal/host.ts";

export type CheckpointKeys = Pick<MissionOptions, "checkpointKey" | "encryptionKey">;

/** The variable with each key, for help texts and errors. */
const variables = {
  checkpointKey: "PTC_CHECKPOINT_KEY",
  encryptionKey: "PTC_ENCRYPTION_KEY",
} as const;

/** Returns the keys in the environment. Empty variables are ignored. */
export function checkpointKeys({ environment }: Pick<Host, "environment">): CheckpointKeys {
  const {
    [variables.checkpointKey]: checkpointKey = "",
    [variables.encryptionKey]: encryptionKey = "",
  } = environment;
  return {
    ...(checkpointKey === "" ? {} : { checkpointKey }),
    ...(encryptionKey === "" ? {} : { encryptionKey }),
  };
}

/**
 * Returns the error of a run as one for users of `ptc`: for a checkpoint or decisions that don't
 * fit, an option of the agent, a key that is too short, and a recording of a fork.
 */
export function usageError(error: unknown): unknown {
  if (error instanceof CheckpointError) return new UsageError(withVariables(error.message));
  if (!(error instanceof OptionError)) return error;
  return new UsageError(withVariables(error.message));
}

/** Adds the variables of the keys that the message names. */
function withVariables(message: string): string {
  const names = Object.entries(variables)
    .filter(([option]) => message.includes(`\`${option}\``))
    .map(([, variable]) => variable);
  return names.length === 0 ? message : `${message} (ptc reads it from ${names.join(" and ")})`;
}
