// The names of the options of a run, for the checks that reject all others. They are separate from
// the checks of the values, because a session needs them before the evaluator is loaded.

/** The options of a run that are the same for all programs of a session. */
export const sharedOptionNames = [
  "context",
  "tools",
  "signal",
  "chargeToolTime",
  "collections",
  "lastValue",
  "freeze",
  "strictData",
  "yieldMs",
  "clock",
  "random",
  "trace",
  "runId",
  "journal",
  "onJournal",
  "budget",
  "hideFirewalled",
  "firewall",
  "activity",
  "policy",
] as const;
export const runOptionNames = [
  ...sharedOptionNames,
  "memory",
  "history",
  "turn",
  "returns",
] as const;

/** The options of `run` for its checkpoint, and others whose code loads with that for waits. */
export const checkpointOptionNames = [
  "checkpointKey",
  "encryptionKey",
  "provenance",
  "keepContext",
  "onCheckpoint",
] as const;
