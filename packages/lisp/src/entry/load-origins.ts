// Loads the code for rules about origins, with the parts of the evaluator that it needs.

import { compileProgram } from "../compile/compile-program.ts";
import { Evaluation } from "../evaluation/evaluation.ts";
import { lazyCode } from "../loading/lazy-code.ts";
import { resolveRunOptions } from "../options/resolve-options.ts";
import { outcomeOf } from "../run/outcome.ts";
import { prepareNow } from "../run/prepare.ts";
import type { CreateOrigins } from "../waiting/origins-code.ts";

export async function loadOrigins(): Promise<CreateOrigins> {
  const { createOrigins } = await import("../provenance/run-origins.ts");
  return createOrigins([
    Evaluation,
    compileProgram,
    lazyCode,
    outcomeOf,
    prepareNow,
    resolveRunOptions,
  ]);
}
