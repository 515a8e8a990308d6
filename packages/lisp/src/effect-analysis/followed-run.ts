// A run without values, as the rules for builtins and loops need it.

import type { Node } from "../analysis/core-tree.ts";
import type { Count, Foreseen, ForeseenFunction } from "./foreseen-value.ts";

/** The number of evaluations of a node, and their surroundings. */
export interface Surroundings extends Count {
  readonly isInLoop: boolean;
  readonly isParallel: boolean;
}

/** The slots of a call, and what its function refers to. */
export interface Scope {
  readonly slots: Map<number, Foreseen>;
  readonly self: ForeseenFunction | undefined;
}

/** A run without values, for the builtins whose calls of functions are known. */
export interface FollowedRun {
  /** Calls a value. */
  call(callee: Foreseen, args: readonly Foreseen[], around: Surroundings): Foreseen;
  /** Notes that values go to a place that isn't followed. */
  escape(...values: readonly Foreseen[]): void;
  /** Returns the surroundings of a body that is evaluated several times. */
  repeated(around: Surroundings, count: Count, isParallel?: boolean): Surroundings;
}

/** The same run, for forms that decide when their parts are evaluated. */
export interface VisitingRun extends FollowedRun {
  /** Visits a node and returns its value. */
  visit(node: Node, scope: Scope, around: Surroundings): Foreseen;
  /** Visits a node that may not be evaluated. */
  perhaps(node: Node, scope: Scope, around: Surroundings): Foreseen;
}
