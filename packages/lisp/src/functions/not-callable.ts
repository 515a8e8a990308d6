// Builds the error for calling a value that isn't a function.

import { Vector, typeName, type Value } from "@ptc/core/values";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { printShort } from "../evaluation/errors/print-short.ts";
import type { Site } from "../evaluation/site.ts";

export function notCallable(callee: Value, site: Site | undefined): EvaluationError {
  const shown = callee === null ? "nil" : `${typeName(callee)} ${printShort(callee)}`;
  if (site?.hiddenBy !== undefined)
    return new EvaluationError(
      "not_callable",
      `${site.operation} is a ${site.hiddenBy} of this program, ${shown}, and cannot be called`,
      { hint: hiddenHint(site) ?? "" },
    );
  return new EvaluationError("not_callable", `cannot call ${shown} as a function`, {
    hint:
      callee === null
        ? "the name before the arguments has no value"
        : callee instanceof Vector
          ? "read an element with (nth coll index)"
          : "a list in parentheses is a call: write data as [1 2 3]",
  });
}

/**
 * Returns a hint for a call whose name is hidden by a value of the program. The value itself may
 * be callable.
 */
export function hiddenHint(site: Site | undefined): string | undefined {
  if (site?.hiddenBy === undefined) return undefined;
  const { operation, hiddenBy } = site;
  return `the ${hiddenBy} hides the function ${operation}: give it another name`;
}
