// Compiles a whole program to one function over the frame of its top level.

import type { AnalyzedProgram, Node } from "../analysis/core-tree.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Frame } from "../functions/closure.ts";
import type { Result } from "../evaluation/result.ts";
import type { Compilation, LazyParts } from "./compilation.ts";
import { createCompilation } from "./compiler.ts";
import { arityCode } from "./definitions.ts";

export interface ProgramCode {
  /** True if running it may yield a promise. */
  readonly mayAwait: boolean;
  /** True if a function that it leaves in memory may yield a promise. */
  readonly leavesAwaiting: boolean;
  /** Identifies the program for its functions. */
  readonly world: object;
  run(branch: Branch): Result;
}

/** Compiles an analyzed program. With `mayAwait: false` all code is synchronous. */
export function compileProgram(
  source: string,
  program: AnalyzedProgram,
  mayAwait: boolean,
  lazyParts: LazyParts,
  compilation: Compilation = createCompilation(
    source,
    mayAwait,
    lazyParts,
    program.renames,
    program.libraries,
  ),
): ProgramCode {
  const leavesAwaiting = mayAwait;
  const [first] = program.body;
  if (first === undefined) return { mayAwait, leavesAwaiting, world: {}, run: () => null };
  const whole: Node =
    program.body.length === 1
      ? first
      : {
          type: "do",
          body: program.body,
          site: first.site,
          awaits: program.body.some((node) => node.awaits),
        };
  const { frameSize } = program;
  // A program that is prepared once and run many times is as hot as a function.
  const { end } = (program.body.at(-1) ?? first).site.span;
  const code = arityCode(
    { fixed: 0, rest: false, frameSize, body: whole, recurs: false, relies: false },
    compilation,
    { site: { ...first.site, span: { start: first.site.span.start, end } }, nesting: 0 },
  );
  return {
    mayAwait,
    leavesAwaiting,
    world: compilation.world,
    run: (branch) => {
      if (--code.callsLeft < 0) code.heat.look(code, branch);
      // Without holes, like the frames of functions: code that runs on both is faster with one kind
      // of array.
      const frame: Frame = [null];
      for (let slot = 1; slot < frameSize; slot++) frame.push(null);
      return code.body(frame, branch);
    },
  };
}
