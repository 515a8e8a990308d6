// The result of the effect analysis, as callers see it.

import type { SourcePosition } from "@ptc/core/contracts";

/** The knowledge about a value before the program runs. */
export type ValueShape =
  /** The value is written in the program. Maps and vectors of literals are literals. */
  | { readonly kind: "literal"; readonly value: unknown }
  | { readonly kind: "type"; readonly type: ShapeType }
  | { readonly kind: "unknown" };

/** The type of a value that isn't a literal. `value` is any other type. */
export type ShapeType =
  "string" | "number" | "boolean" | "keyword" | "map" | "vector" | "set" | "function" | "value";

/** The arguments of a call by their names, or undefined if even the names are unknown. */
export type ArgumentShapes = ReadonlyMap<string, ValueShape>;

/** A place in the program, or in a stored function, from which a tool may be called. */
export interface EffectSite {
  readonly tool: string;
  /** Its position in the program. For a stored or library function, where the program names it. */
  readonly position: SourcePosition;
  /** The stored function or library function that makes the call; absent for the program itself. */
  readonly through?: string;
  /**
   * True if each run that ends normally makes at least one call here. A run that fails may end
   * before.
   */
  readonly isUnconditional: boolean;
  readonly isInLoop: boolean;
  readonly isParallel: boolean;
  /** The least number of calls in a run that ends normally. */
  readonly least: number;
  /** The largest number of calls in any run; `Infinity` if no bound is known. */
  readonly most: number;
  readonly arguments: ArgumentShapes | undefined;
}

/** All calls of one tool. */
export interface ToolReach {
  readonly tool: string;
  /** True if the tool is certainly called by each run that ends normally. */
  readonly isCertain: boolean;
  readonly least: number;
  /** The largest number of calls in any run; `Infinity` if no bound is known. */
  readonly most: number;
  readonly sites: readonly EffectSite[];
}

/** A task of the program: its id, or a pattern in which `*` is any text. */
export interface TaskReach {
  readonly id: string;
  readonly isPattern: boolean;
  readonly position: SourcePosition;
}

/** A way in which the program ends with a value. */
export interface ProgramResult {
  readonly kind: "return" | "fail" | "last";
  readonly position: SourcePosition;
  readonly shape: ValueShape;
}

/** The effects that a program may have. No other tool can be called by it. */
export interface ProgramEffects {
  /** The tools that the program can reach, sorted by name. */
  readonly tools: readonly ToolReach[];
  /** The fields of the context that it reads, sorted. `"*"` is the whole context. */
  readonly reads: readonly string[];
  readonly tasks: readonly TaskReach[];
  /** The names that it defines, sorted. */
  readonly defines: readonly string[];
  /** True if it may print. */
  readonly prints: boolean;
  readonly results: readonly ProgramResult[];
  /** The steps that the analysis took. They are proportional to the length of the source. */
  readonly steps: number;
  /** False if the analysis reached its limit of steps. Then all calls are unbounded. */
  readonly isPrecise: boolean;
}
