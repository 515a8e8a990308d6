// What the parts of the generator that write one kind of call need of the one that writes nodes.

import type { FunctionNode, GlobalNode, Node } from "../analysis/core-tree.ts";
import type { Compilation } from "../compile/compilation.ts";
import type { Site } from "../evaluation/site.ts";
import type { Runtime } from "./runtime.ts";
import type { Space } from "./spaces.ts";
import type { CodeWriter } from "./writer.ts";

/** Where the value of a node goes: the answer of the function, or a name. */
export type Target = { readonly name: string } | "return";

/** The function that is written, for calls of itself. */
export interface FunctionEntry {
  readonly name: string;
  readonly fixed: number;
}

export interface Emission {
  readonly runtime: Runtime;
  readonly writer: CodeWriter;
  readonly compilation: Compilation;
  readonly entry: FunctionEntry | undefined;
  /** The slots of the function that is written now. */
  space: Space;
  /** The name of a value that stands outside of the text. */
  parameter(value: unknown): string;
  line(text: string): void;
  /** Counts a step; the place is noted only where the steps have come to an end. */
  countAt(site: Site): void;
  /** Notes the place and counts a step. */
  stepAt(site: Site): void;
  countStep(): void;
  put(text: string, target: Target): void;
  /** A text for the value of `node` that may be read any number of times before the next turn. */
  operand(node: Node): string;
  /** Writes `node`; its value goes to `target`, unless it goes on with a loop. */
  write(node: Node, target: Target): void;
  /** The text that reads a name of the program. */
  global(node: GlobalNode): string;
  /** The text that makes the closure of a function. */
  closure(node: FunctionNode): string;
}
