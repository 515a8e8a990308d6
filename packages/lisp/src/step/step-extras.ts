// Adds what a step may have besides its outcome: forks, journal, warnings.

import { getField } from "@ptc/core/values";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { FlatRecords } from "../evaluation/branches/run-records.ts";
import { noContext } from "../options/context-option.ts";
import type { ResolvedRunOptions } from "../options/resolve-options.ts";
import type { LispStep } from "./step.ts";

/**
 * `step` with its forks, its journal as plain JSON, and warnings for the developer. What there is
 * none of is left out.
 */
export function withExtras<Return>(
  step: LispStep<Return>,
  evaluation: Evaluation,
  { parallelCalls }: FlatRecords,
  options: ResolvedRunOptions<Return>,
): LispStep<Return> {
  const isMistaken =
    evaluation.journal === undefined &&
    options.context !== noContext &&
    getField(options.context, "journal") !== undefined;
  const lost = evaluation.losses.warnings;
  if (
    evaluation.journal === undefined &&
    parallelCalls.length === 0 &&
    !isMistaken &&
    evaluation.skippedNames === undefined &&
    lost.length === 0 &&
    !evaluation.hasForgottenTask
  )
    return step;
  const own = evaluation.journal?.own;
  const warnings: string[] = [];
  if (evaluation.hasForgottenTask)
    warnings.push(
      "the program used task, but the option `journal` was not given: nothing was remembered",
    );
  if (isMistaken)
    warnings.push(
      "`journal` in the context is ordinary data; the journal of tasks is the option `journal`",
    );
  for (const name of evaluation.skippedNames ?? [])
    warnings.push(
      `${name} was not kept: its sequence has no end that was found; a later program can use what was taken of it, as in (def ${name} (vec (take 100 …)))`,
    );
  warnings.push(...lost);
  return {
    ...step,
    ...(parallelCalls.length === 0 ? {} : { parallelCalls }),
    ...(own === undefined ? {} : { journal: own }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
