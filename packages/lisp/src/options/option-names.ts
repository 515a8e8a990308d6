// The names of the options of a run, for the checks that reject all others. They are separate from
// the checks of the values, because a session needs them before the evaluator is loaded.

import type { OptionAliases } from "@ptc/core/internal/errors";

export const prepareOptionNames = [
  "tools",
  "limits",
  "memoryNames",
  "context",
  "clock",
  "generate",
] as const;
export const runOptionNames = [
  "context",
  "tools",
  "memory",
  "returns",
  "signal",
  "chargeToolTime",
  "history",
  "collections",
  "lastValue",
  "freeze",
  "strictData",
  "yieldMs",
  "clock",
  "random",
  "trace",
  "runId",
  "turn",
  "journal",
  "onJournal",
  "budget",
  "hideFirewalled",
  "firewall",
  "activity",
] as const;

/** The options of `run` for its checkpoint. */
export const checkpointOptionNames = ["checkpointKey", "encryptionKey", "keepContext"] as const;

/** The options of a resumed run that its checkpoint determines. */
export const checkpointedOptionNames = ["journal", "runId", "turn", "random"] as const;

/** Names of other libraries, and the option to use instead. */
export const runOptionAliases: OptionAliases = /* @__PURE__ */ new Map([["input", "context"]]);
