// Counts how often functions are called and how many turns loops take. What is called often is
// handed to the generator (generate/generator.ts), which makes code of it where that pays. That is
// loaded when it is first asked; until it is there, and wherever there is none, closures go on.
// Both do exactly the same.
//
// The module keeps the generator, which is no more than `import()` keeps anyway, in a variable that
// can be read at once.

import type { Span } from "@ptc/parser";
import type { Value } from "@ptc/core/values";
import type { ArityNode, Node } from "../analysis/core-tree.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Generation } from "../evaluation/evaluation-options.ts";
import type { ArityCode, Frame } from "../functions/closure.ts";
import type { Compilation } from "./compilation.ts";

/** Makes code, or nothing, for what is called often. */
export interface Generator {
  /** Gives `code` another body where that pays, or says when it is to be asked again. */
  heatFunction(heat: FunctionHeat, code: ArityCode, generation: Generation): void;
  /** The value of the loop, or `undefined` where closures take the next turn. */
  heatLoop(heat: LoopHeat, frame: Frame, branch: Branch, generation: Generation): Value | undefined;
}

/** How long nobody asks again where no code can be made. */
export const never: number = 1 << 30;

/** The generator of this process, once it is loaded. */
class GeneratorShelf {
  private generator: Generator | undefined = undefined;

  put(generator: Generator): void {
    this.generator ??= generator;
  }

  get isFilled(): boolean {
    return this.generator !== undefined;
  }

  /** The generator; `undefined` while it is being loaded. */
  ask(generation: Generation): Generator | undefined {
    if (this.generator === undefined) void generation.load();
    return this.generator;
  }
}

export const generatorShelf: GeneratorShelf = /* @__PURE__ */ new GeneratorShelf();

abstract class Heat {
  readonly compilation: Compilation;
  /** What the generator knows of it. */
  known: object | undefined = undefined;
  private isCounted = false;

  constructor(compilation: Compilation) {
    this.compilation = compilation;
  }

  /** The first time that somebody looks, nothing has been counted. */
  protected generator(count: number, generation: Generation): Generator | undefined {
    const isHot = this.isCounted || count === 0;
    this.isCounted = true;
    return isHot ? generatorShelf.ask(generation) : undefined;
  }
}

export class FunctionHeat extends Heat {
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
      this.generator(generation.calls, generation)?.heatFunction(this, code, generation);
  }
}

export class LoopHeat extends Heat {
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
      : this.generator(generation.turns, generation)?.heatLoop(this, frame, branch, generation);
  }
}
