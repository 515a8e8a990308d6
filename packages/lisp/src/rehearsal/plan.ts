// A plan: the calls that a rehearsed program would make. It is plain JSON, so it can wait for a
// person in any process.

import type { ToolEffect } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";

/** A call that a rehearsal held back. */
export interface PlannedCall {
  readonly tool: string;
  /** The address of the call in the run, without the id of the run: `1/0`. */
  readonly at: string;
  readonly effect: ToolEffect;
  /** The checked arguments, as JSON. */
  readonly arguments: Json;
  /** The addresses of earlier calls whose results this call depends on. */
  readonly dependsOn: readonly string[];
  /** True if the arguments aren't known before these results, so the run asks again. */
  readonly asksAgain: boolean;
}

/** The held calls of a rehearsed program, as plain JSON, for `runPlan`. */
export interface Plan {
  readonly format: "ptc-plan";
  readonly version: 1;
  /** The held calls in the order in which the program makes them. */
  readonly calls: readonly PlannedCall[];
  /**
   * False if the calls themselves depend on results of earlier ones, or if the rehearsal failed.
   * The run then asks about calls that the plan lacks.
   */
  readonly isComplete: boolean;
  /** The seed of the random numbers. */
  readonly seed: number;
}
