// The names of the options that only the evaluator checks.

import type { OptionAliases } from "@ptc/core/internal/errors";

export const prepareOptionNames = [
  "tools",
  "limits",
  "memoryNames",
  "context",
  "clock",
  "generate",
  "libraries",
] as const;

/** Names of other libraries, and the option to use instead. */
export const runOptionAliases: OptionAliases = /* @__PURE__ */ new Map([["input", "context"]]);
