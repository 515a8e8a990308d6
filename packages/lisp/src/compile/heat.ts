// Finds out which functions and loops of a program are hot, and has code generated for them; see
// generate/generator.ts. That is loaded when something is hot for the first time; until it is
// there, and wherever there is none, closures go on. Both do exactly the same.
//
// Code pays where closures would take longer than making it does, which takes milliseconds. How
// long a call or turn takes nobody measures: its characters are counted, each of which takes
// something like a nanosecond. Loops over numbers pay almost at once.
//
// The module keeps the generator, which is no more than `import()` keeps anyway, and how often the
// latest functions and loops were called: programs that come again from their source are made anew
// each time.

import type { Span } from "@ptc/parser";
import type { Value } from "@ptc/core/values";
import type { ArityNode, Node } from "../analysis/core-tree.ts";
import type { Branch } from "../evaluation/branch.ts";
import type { Generation } from "../evaluation/evaluation-options.ts";
import type { ArityCode, Frame } from "../functions/closure.ts";
import type { Compilation } from "./compilation.ts";
import type { GeneratedLoop, Generator } from "./generated-code.ts";
import { heatLedger } from "./heat-ledger.ts";

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

/** The work of closures that a function or loop has taken so far, over all its runs. */
class Work {
  private readonly compilation: Compilation;
  private readonly span: Span;
  private key: number | undefined = undefined;
  private isCounted = false;

  constructor(compilation: Compilation, span: Span) {
    this.compilation = compilation;
    this.span = span;
  }

  /** Whether code pays, after `times` more calls or turns. The first look is before them. */
  isEnough(times: number, { work }: Generation): boolean {
    const isFirst = !this.isCounted;
    this.isCounted = true;
    if (work === 0) return !isFirst || times === 0;
    if (isFirst) return false;
    const { start, end } = this.span;
    this.key ??= heatLedger.keyOf(this.compilation.textOf(start, end));
    return heatLedger.add(this.key, times * Math.min(end - start, longestText)) >= work;
  }
}

/** What is longer weighs no more. */
const longestText = 2_000;

/** Has code generated for an arity that is called often. */
export class FunctionHeat {
  private readonly arity: ArityNode;
  private readonly compilation: Compilation;
  private readonly work: Work;

  /** `span` is where the function stands in the source. */
  constructor(arity: ArityNode, compilation: Compilation, span: Span) {
    this.arity = arity;
    this.compilation = compilation;
    this.work = new Work(compilation, span);
  }

  /** Called when as many calls were made as `code.callsLeft` said. */
  look(code: ArityCode, branch: Branch): void {
    const { generation } = branch.evaluation;
    code.callsLeft = generation?.calls ?? never;
    if (generation === undefined || !this.work.isEnough(generation.calls, generation)) return;
    const generator = generatorShelf.ask(generation);
    if (generator === undefined) return;
    code.callsLeft = never;
    if (generator === "none") return;
    const made = generator.functionBody(this.arity, this.compilation);
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
  private readonly work: Work;
  private code: GeneratedLoop | undefined = undefined;
  private isCounted = false;
  /** Whether it may be a loop over numbers: most are, or are seen at once to be none. */
  private mayBeOfNumbers = true;
  private oddTurns = 0;

  constructor(body: Node, compilation: Compilation) {
    this.body = body;
    this.compilation = compilation;
    this.work = new Work(compilation, body.site.span);
  }

  /** The value of the loop, or `undefined` where closures take the next turn. */
  look(frame: Frame, branch: Branch): Value | undefined {
    const { generation } = branch.evaluation;
    this.left = generation?.turns ?? never;
    if (generation === undefined) return undefined;
    const code = (this.code ??= this.made(generation));
    if (code === undefined) return undefined;
    this.left = 0;
    if (code.general !== undefined) return code.general(frame, branch);
    if (code.ofNumbers?.(frame, branch) !== true) this.oddTurns = 0;
    else if (++this.oddTurns > mostOddTurns) this.code = undefined;
    return undefined;
  }

  private made(generation: Generation): GeneratedLoop | undefined {
    const isEnough = this.work.isEnough(generation.turns, generation);
    const isFirst = !this.isCounted && generation.turns > 0;
    this.isCounted = true;
    if (isFirst || !(isEnough || this.mayBeOfNumbers)) return undefined;
    const generator = generatorShelf.ask(generation);
    if (generator === "none") this.left = never;
    if (generator === undefined || generator === "none") return undefined;
    if (this.mayBeOfNumbers) {
      this.mayBeOfNumbers = false;
      const made = generator.numberLoop(this.body);
      if (made !== undefined || !isEnough) return made;
    }
    const made = generator.loop(this.body, this.compilation);
    if (made === undefined) this.left = never;
    return made;
  }
}
