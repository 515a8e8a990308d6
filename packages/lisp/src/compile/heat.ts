// Finds out which functions and loops of a program are hot, and has code generated for them; see
// generate/generator.ts. It is loaded when something is hot for the first time; until it is there,
// and wherever there is none, closures go on. Both do exactly the same.
//
// The module keeps the generator: it is no more than `import()` keeps anyway, in a variable that
// can be read at once.

import type { Value } from "@ptc/core/values";
import type { ArityNode, Node } from "../analysis/core-tree.ts";
import type { Compilation } from "./compilation.ts";
import type { Branch } from "../evaluation/branch.ts";
import type { Generation } from "../evaluation/evaluation-options.ts";
import type { ArityCode, Frame } from "../functions/closure.ts";
import type { GeneratedLoop, Generator } from "./generated-code.ts";

/** How long nobody looks again where no code can be made. */
export const never: number = 1 << 30;

/** After so many attempts in vain a loop is none of numbers. */
const mostOddTurns = 8;

/** The generator of this process, once it is loaded. */
class GeneratorShelf {
  private generator: Generator | "none" | undefined = undefined;

  /** Without one nobody asks again. */
  put(generator: Generator | undefined): void {
    this.generator ??= generator ?? "none";
  }

  get isFilled(): boolean {
    return this.generator !== undefined;
  }

  /** The generator; `undefined` while it is being loaded, which a program that runs hot begins. */
  ask(generation: Generation): Generator | "none" | undefined {
    if (this.generator === undefined) void generation.load();
    return this.generator;
  }
}

export const generatorShelf: GeneratorShelf = /* @__PURE__ */ new GeneratorShelf();

/** Has code generated for an arity that is called often. */
export class FunctionHeat {
  private readonly arity: ArityNode;
  private readonly compilation: Compilation;
  private isCounted = false;

  constructor(arity: ArityNode, compilation: Compilation) {
    this.arity = arity;
    this.compilation = compilation;
  }

  /** Called when as many calls were made as `code.callsLeft` said. */
  look(code: ArityCode, branch: Branch): void {
    const after = branch.evaluation.generation;
    const isHot = this.isCounted || after?.calls === 0;
    this.isCounted = true;
    code.callsLeft = after?.calls ?? never;
    if (!isHot || after === undefined) return;
    const found = generatorShelf.ask(after);
    if (found === undefined) return;
    code.callsLeft = never;
    if (found === "none") return;
    const made = found.functionBody(this.arity, this.compilation);
    if (made === undefined) return;
    code.body = made.body;
    code.direct = made.direct;
  }
}

/** Has code generated for a loop that takes many turns, and runs it. */
export class LoopHeat {
  /** Turns until somebody looks. */
  left = 0;
  private readonly body: Node;
  private readonly compilation: Compilation;
  private isCounted = false;
  private code: GeneratedLoop | undefined = undefined;
  private oddTurns = 0;

  constructor(body: Node, compilation: Compilation) {
    this.body = body;
    this.compilation = compilation;
  }

  /** The value of the loop, or `undefined` where closures take the next turn. */
  look(frame: Frame, branch: Branch): Value | undefined {
    const after = branch.evaluation.generation;
    if (this.code === undefined || after === undefined) {
      const isHot = this.isCounted || after?.turns === 0;
      this.isCounted = true;
      this.left = after?.turns ?? never;
      if (!isHot || after === undefined) return undefined;
      this.generate(true, after);
      if (this.code === undefined) return undefined;
    }
    this.left = 0;
    const { ofNumbers, general } = this.code;
    if (general !== undefined) return general(frame, branch);
    if (ofNumbers?.(frame, branch) !== true) this.oddTurns = 0;
    else if (++this.oddTurns > mostOddTurns) this.generate(false, after);
    return undefined;
  }

  private generate(ofNumbers: boolean, after: Generation): void {
    const found = generatorShelf.ask(after);
    if (found === undefined) return;
    this.code = found === "none" ? undefined : found.loop(this.body, this.compilation, ofNumbers);
    if (this.code === undefined) this.left = never;
  }
}
