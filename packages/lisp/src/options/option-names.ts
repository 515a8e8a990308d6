// The names of the options of a run, for the checks that refuse any other. They stand apart from
// the checks of the values, because a session needs them before the evaluator is loaded;
// `resolve-options.ts` holds them to the types.

import type { OptionAliases } from "@ptc/core/errors";

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
] as const;

/** Names of other libraries, and the option to use instead. */
export const runOptionAliases: OptionAliases = /* @__PURE__ */ new Map([["input", "context"]]);
