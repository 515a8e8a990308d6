// Counts how often functions are called and how many turns loops take. What is called often is
// handed to the generator (generate/generator.ts), which makes code of it where that pays. It is
// lazily loaded; until it is there, and on hosts without one, closures run. Both do exactly the
// same.

import type { Span } from "@ptc/parser";
import type { Value } from "@ptc/core/values";
import type { ArityNode, Node } from "../analysis/core-tree.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { ArityCode, Frame } from "../functions/closure.ts";
import type { Compilation, Generator, HotFunction, HotLoop } from "./compilation.ts";

/** How long nobody asks again where no code can be made. */
export const never: number = 1 << 30;

abstract class Heat {
  readonly compilation: Compilation;
  /** What the generator knows of it. */
  known: object | undefined = undefined;
  private isCounted = false;

  constructor(compilation: Compilation) {
    this.compilation = compilation;
  }

  /** The first time that somebody looks, nothing has been counted. */
  protected generator(count: number): Generator | undefined {
    const isHot = this.isCounted || count === 0;
    this.isCounted = true;
    return isHot ? this.compilation.world.lazy.generator.ask() : undefined;
  }
}

export class FunctionHeat extends Heat implements HotFunction {
  readonly arity: ArityNode;
  /** Where the function stands in the source. */
  readonly span: Span;

  constructor(arity: ArityNode, compilation: Compilation, span: Span) {
    super(compilation);
    this.arity = arity;
    this.span = span;
  }

  /** Called when as many calls were made as `code.callsLeft` said. */
  look(code: ArityCode, branch: Branch): void {
    const { generation } = branch.evaluation;
    code.callsLeft = generation?.calls ?? never;
    if (generation !== undefined)
      this.generator(generation.calls)?.heatFunction(this, code, generation);
  }
}

export class LoopHeat extends Heat implements HotLoop {
  /** Turns until somebody looks. */
  left = 0;
  readonly body: Node;

  constructor(body: Node, compilation: Compilation) {
    super(compilation);
    this.body = body;
  }

  /** The value of the loop, or `undefined` where closures take the next turn. */
  look(frame: Frame, branch: Branch): Value | undefined {
    const { generation } = branch.evaluation;
    this.left = generation?.turns ?? never;
    return generation === undefined
      ? undefined
      : this.generator(generation.turns)?.heatLoop(this, frame, branch, generation);
  }
}
