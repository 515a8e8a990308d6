// The two ways in which programs run, by name: when code is generated.

import type { GenerateAfter } from "@ptc/lisp";

export const tiers = {
  closures: "never",
  "generated code": { calls: 0, turns: 0 },
} as const satisfies Readonly<Record<string, "never" | GenerateAfter>>;
