// Counts calls of functions and iterations of loops. Code that runs often is passed to the
// generator (generate/generator.ts), which compiles it to JavaScript if that pays. The generator
// loads lazily. Until it is loaded, and on hosts without one, closures run. Both do exactly the
// same.

import type { Span } from "@ptc/parser";
import type { Value } from "@ptc/core/values";
import type { ArityNode, Node } from "../analysis/core-tree.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { ArityCode, Frame } from "../functions/closure.ts";
import type { Compilation, Generator, HotFunction, HotLoop } from "./compilation.ts";

/** The count until the next check if no code can be generated. */
export const never: number = 1 << 30;

abstract class Heat {
  readonly compilation: Compilation;
  /** The generator's data about this code. */
  known: object | undefined = undefined;
  private isCounted = false;

  constructor(compilation: Compilation) {
    this.compilation = compilation;
  }

  /** Returns the generator, except at the first check, when nothing has been counted yet. */
  protected generator(count: number): Generator | undefined {
    const isHot = this.isCounted || count === 0;
    this.isCounted = true;
    return isHot ? this.compilation.world.lazy.generator.ask() : undefined;
  }
}

export class FunctionHeat extends Heat implements HotFunction {
  readonly arity: ArityNode;
  /** The location of the function in the source. */
  readonly span: Span;

  constructor(arity: ArityNode, compilation: Compilation, span: Span) {
    super(compilation);
    this.arity = arity;
    this.span = span;
  }

  /** Called after the number of calls in `code.callsLeft`. */
  look(code: ArityCode, branch: Branch): void {
    const { generation } = branch.evaluation;
    code.callsLeft = generation?.calls ?? never;
    if (generation !== undefined)
      this.generator(generation.calls)?.heatFunction(this, code, generation);
  }
}

export class LoopHeat extends Heat implements HotLoop {
  /** Iterations until the next check. */
  left = 0;
  readonly body: Node;

  constructor(body: Node, compilation: Compilation) {
    super(compilation);
    this.body = body;
  }

  /** Returns the value of the loop, or `undefined` if closures run the next iteration. */
  look(frame: Frame, branch: Branch): Value | undefined {
    const { generation } = branch.evaluation;
    this.left = generation?.turns ?? never;
    return generation === undefined
      ? undefined
      : this.generator(generation.turns)?.heatLoop(this, frame, branch, generation);
  }
}
