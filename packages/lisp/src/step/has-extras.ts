// Finds out if a step has more than its outcome and records; see step-extras.ts. Most steps don't.

import { getField } from "@ptc/core/values";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { noContext } from "../options/context-option.ts";
import type { ResolvedRunOptions } from "../options/resolve-options.ts";

type Context = Pick<ResolvedRunOptions<unknown>, "context">;
type Given = Pick<ResolvedRunOptions<unknown>, "context" | "memory">;

export function hasExtras(evaluation: Evaluation, options: Given): boolean {
  return (
    evaluation.journal !== undefined ||
    evaluation.skippedNames !== undefined ||
    options.memory.unkept !== undefined ||
    evaluation.program.warnings !== undefined ||
    evaluation.program.usedLibraries !== undefined ||
    evaluation.hasForgottenTask ||
    evaluation.losses.warnings.length > 0 ||
    hasMisplacedJournal(evaluation, options)
  );
}

/** True if the context has a field `journal` but the run has no task journal. */
export function hasMisplacedJournal({ journal }: Evaluation, { context }: Context): boolean {
  return (
    journal === undefined && context !== noContext && getField(context, "journal") !== undefined
  );
}
