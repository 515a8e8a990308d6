// Decides when to generate code for frequently called functions and loops, and runs loops with it.
// Code pays if closures would take longer than generating it, which takes milliseconds. We don't
// time calls or iterations: source length is the cost estimate, at about a nanosecond per
// character. Loops over numbers pay almost immediately.
//
// A process remembers how much work the latest functions and loops have taken, because programs
// that are read from source again are compiled anew each time; see heat-ledger.ts.

import type { Value } from "@ptc/core/values";
import type { Span } from "@ptc/parser";
import type { Compilation, Generator, HotFunction, HotLoop } from "../compile/compilation.ts";
import type { GeneratorKit } from "../compile/generator-kit.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Generation } from "../evaluation/evaluation-options.ts";
import type { ArityCode, Frame } from "../functions/closure.ts";
import { mayGenerate } from "./factories.ts";
import type { LoopCode, NumberLoopCode } from "./generated-code.ts";
import { heatLedger } from "./heat-ledger.ts";
import { createRuntime, type Runtime } from "./runtime.ts";
import { functionBody, generalLoop, numberLoop, orClosures } from "./written-code.ts";

/** Returns the generator of this host. It generates nothing if the host forbids code from text. */
export function createGenerator(kit: GeneratorKit): Generator {
  return mayGenerate() ? new HeatGenerator(createRuntime(kit)) : generatorOfNothing(kit);
}

function generatorOfNothing({ never }: GeneratorKit): Generator {
  return {
    heatFunction: (_, code) => {
      code.callsLeft = never;
    },
    heatLoop: (heat) => {
      heat.left = never;
      return undefined;
    },
  };
}

class HeatGenerator implements Generator {
  private readonly runtime: Runtime;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
  }

  heatFunction(heat: HotFunction, code: ArityCode, generation: Generation): void {
    const { arity, compilation, span } = heat;
    const work = (heat.known ??= new Work(compilation, span)) as Work;
    if (!work.isEnough(generation.calls, generation)) return;
    code.callsLeft = this.runtime.kit.never;
    const made = orClosures(() => functionBody(this.runtime, arity, compilation));
    if (made === undefined) return;
    code.body = made.body;
    code.direct = made.direct;
  }

  heatLoop(heat: HotLoop, frame: Frame, branch: Branch, generation: Generation): Value | undefined {
    const loop = (heat.known ??= new GeneratedLoop(this.runtime, heat)) as GeneratedLoop;
    return loop.run(frame, branch, generation);
  }
}

/** The maximum length used as a cost estimate. Longer code counts as this much. */
const longestText = 2_000;

/** The work of closures for a function or loop so far, over all its runs. */
class Work {
  private readonly compilation: Compilation;
  private readonly span: Span;
  private key: number | undefined = undefined;

  constructor(compilation: Compilation, span: Span) {
    this.compilation = compilation;
    this.span = span;
  }

  /** Adds `times` more calls or iterations, and returns true if code pays. */
  isEnough(times: number, { work }: Generation): boolean {
    if (work === 0) return true;
    const { start, end } = this.span;
    this.key ??= heatLedger.keyOf(this.compilation.textOf(start, end));
    return heatLedger.add(this.key, times * Math.min(end - start, longestText)) >= work;
  }
}

/** After this many failed attempts a loop isn't treated as a loop over numbers any more. */
const mostOddTurns = 8;

class GeneratedLoop {
  private readonly runtime: Runtime;
  private readonly heat: HotLoop;
  private readonly work: Work;
  /** True until the loop has been checked for being a loop over numbers. */
  private mayBeOfNumbers = true;
  private ofNumbers: NumberLoopCode | undefined = undefined;
  private general: LoopCode | undefined = undefined;
  private oddTurns = 0;

  constructor(runtime: Runtime, heat: HotLoop) {
    this.runtime = runtime;
    this.heat = heat;
    this.work = new Work(heat.compilation, heat.body.site.span);
  }

  run(frame: Frame, branch: Branch, generation: Generation): Value | undefined {
    if (this.ofNumbers === undefined && this.general === undefined) this.make(generation);
    const { heat, general, ofNumbers } = this;
    if (general === undefined && ofNumbers === undefined) return undefined;
    heat.left = 0;
    if (general !== undefined) return general(frame, branch);
    if (ofNumbers?.(frame, branch) !== true) this.oddTurns = 0;
    else if (++this.oddTurns > mostOddTurns) this.ofNumbers = undefined;
    return undefined;
  }

  private make(generation: Generation): void {
    const { heat, runtime } = this;
    const isEnough = this.work.isEnough(generation.turns, generation);
    if (this.mayBeOfNumbers) {
      this.mayBeOfNumbers = false;
      this.ofNumbers = orClosures(() => numberLoop(heat.body));
      if (this.ofNumbers !== undefined) return;
    }
    if (!isEnough) return;
    this.general = orClosures(() => generalLoop(runtime, heat.body, heat.compilation));
    if (this.general === undefined) heat.left = runtime.kit.never;
  }
}
