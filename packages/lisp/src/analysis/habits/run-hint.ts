// The hint of an error that stopped a run: advice on the notation around the failed call if it
// belongs to another language, else the error's own hint.

import { readForms } from "@ptc/parser/forms";
import type { EvaluationError } from "../../evaluation/errors/errors.ts";
import type { Site } from "../../evaluation/site.ts";
import { failureAdvice } from "./failure-advice.ts";

/** The kinds of errors that foreign notation causes. */
const kinds: ReadonlySet<string> = new Set(["not_callable", "type_error", "arity_error"]);

/** Operations that pass the elements of a collection as arguments. */
const spreading: ReadonlySet<string> = new Set(["apply", "reduce"]);

/** Reads the source again, so it takes time in proportion to the source. */
export function runHint(error: EvaluationError, site: Site | undefined): string | undefined {
  const { kind, message, hint } = error;
  if (site === undefined || !kinds.has(kind)) return hint;
  const emptied = /^(\S+) takes at least .* got 0$/.exec(message)?.[1];
  if (emptied !== undefined && spreading.has(site.operation))
    return `the collection is empty: check it first, (when (seq coll) (${site.operation} ${emptied} coll))`;
  const forms = readForms(site.source, { maxSourceLength: site.source.length }) ?? [];
  const program = {
    source: site.source,
    forms,
    isTool: () => false,
    isField: () => false,
    fieldLike: () => undefined,
    isBuiltin: () => false,
  };
  return failureAdvice(program, { kind, message, span: site.span })?.hint ?? hint;
}
