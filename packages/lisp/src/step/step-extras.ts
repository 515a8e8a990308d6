// Adds the parts of a step besides its outcome and records: its journal and warnings. Lazily
// loaded, by loading/lazy-language.ts.

import type { Evaluation } from "../evaluation/evaluation.ts";
import type { LispStep } from "./step.ts";

/**
 * Returns `step` with its journal as plain JSON and with warnings, if there are any.
 * `hasMisplacedJournal` is true if the context looks like it has the journal.
 */
export function withExtras<Return>(
  step: LispStep<Return>,
  evaluation: Evaluation,
  hasMisplacedJournal: boolean,
): LispStep<Return> {
  const own = evaluation.journal?.own;
  const warnings = [...(evaluation.warnings ?? [])];
  if (evaluation.hasForgottenTask)
    warnings.push(
      "the program used task, but the option `journal` was not given: no result was stored",
    );
  if (hasMisplacedJournal)
    warnings.push(
      "`journal` in the context is ordinary data; to store task results, use the option `journal`",
    );
  for (const name of evaluation.skippedNames ?? [])
    warnings.push(
      `${name} was not saved, because only its own program can continue its sequence; save a part of it, as in (def ${name} (vec (take 100 …)))`,
    );
  warnings.push(...evaluation.losses.warnings);
  return {
    ...step,
    ...(own === undefined ? {} : { journal: own }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
