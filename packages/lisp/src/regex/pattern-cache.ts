// The patterns that an evaluation has compiled so far. All its branches share them, but each pays
// for its own first use. So the cost of a branch never depends on which branch came first.

import type { CompiledPattern } from "./engine.ts";

interface KnownPattern {
  readonly pattern: CompiledPattern;
  /** The branches that have paid. */
  readonly paidBy: WeakSet<object>;
}

/** Patterns by source. */
export type PatternCache = Map<string, KnownPattern>;
