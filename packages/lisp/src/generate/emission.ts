// The interface that the writers of calls need from the writer of nodes.

import type { FunctionNode, GlobalNode, Node } from "../analysis/core-tree.ts";
import type { Compilation } from "../compile/compilation.ts";
import type { Site } from "../evaluation/site.ts";
import type { Runtime } from "./runtime.ts";
import type { Space } from "./spaces.ts";
import type { CodeWriter } from "./writer.ts";

/** The target of a node's value: the result of the function, or a name. */
export type Target = { readonly name: string } | "return";

/** The function that is being written, for calls of itself. */
export interface FunctionEntry {
  readonly name: string;
  readonly fixed: number;
}

export interface Emission {
  readonly runtime: Runtime;
  readonly writer: CodeWriter;
  readonly compilation: Compilation;
  readonly entry: FunctionEntry | undefined;
  /** The slots of the function that is being written. */
  space: Space;
  /** Returns the name of a value from outside of the text. */
  parameter(value: unknown): string;
  line(text: string): void;
  /** Counts a step. The site is noted only if the steps are used up. */
  countAt(site: Site): void;
  /** Notes the site and counts a step. */
  stepAt(site: Site): void;
  countStep(): void;
  put(text: string, target: Target): void;
  /**
   * Returns an expression for the value of `node` that may be read any number of times before the
   * next iteration.
   */
  operand(node: Node): string;
  /** Writes `node`. Its value goes to `target`, unless it continues a loop. */
  write(node: Node, target: Target): void;
  /** Returns the expression that reads a name of the program. */
  global(node: GlobalNode): string;
  /** Returns the expression that creates the closure of a function. */
  closure(node: FunctionNode): string;
}
