// The parts of the evaluator that a followed run needs. The evaluator passes them, because a module
// that loads separately would otherwise split the evaluator into more files.

import type { compileProgram } from "../compile/compile-program.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { lazyCode } from "../loading/lazy-code.ts";
import type { resolveRunOptions } from "../options/resolve-options.ts";
import type { outcomeOf } from "../run/outcome.ts";
import type { prepareNow } from "../run/prepare.ts";

/** A tuple, because the evaluator would load the names of fields. */
export type EvaluatorParts = readonly [
  evaluation: typeof Evaluation,
  compileProgram: typeof compileProgram,
  lazyCode: typeof lazyCode,
  outcomeOf: typeof outcomeOf,
  prepareNow: typeof prepareNow,
  resolveRunOptions: typeof resolveRunOptions,
];
