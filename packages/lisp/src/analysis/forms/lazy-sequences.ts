// Analyzes `lazy-seq` and `lazy-cat`. The body becomes a function without parameters, and an
// internal builtin makes the sequence from it.

import type { Form } from "@ptc/parser";
import { lazySequence } from "../../builtins/sequences/lazy-sequence.ts";
import { functionNode } from "../analyze-function.ts";
import type { Analysis } from "../analysis.ts";
import { coreCall, vectorForm } from "../form-builders.ts";
import type { ListForm } from "../form-tools.ts";
import { inner, type Context } from "../scope.ts";
import type { Node } from "../core-tree.ts";

/** Analyzes `(lazy-seq body…)`. */
export function analyzeLazySeq(
  analysis: Analysis,
  form: ListForm,
  body: readonly Form[],
  context: Context,
): Node {
  const { span } = form;
  const start = body[0]?.span.start ?? span.end;
  const own = { start, end: body.at(-1)?.span.end ?? start };
  const fn = functionNode(
    analysis,
    own,
    undefined,
    [vectorForm(own), ...body],
    inner(context),
    false,
    undefined,
    true,
  );
  return {
    type: "builtin-call",
    builtin: lazySequence,
    args: [fn],
    site: analysis.site(span, "lazy-seq"),
    awaits: fn.awaits,
  };
}

/** Rewrites `(lazy-cat coll…)`. */
export function rewriteLazyCat(
  _analysis: Analysis,
  { span }: ListForm,
  sources: readonly Form[],
): Form {
  const parts = sources.map((source) => coreCall("lazy-seq", span, source));
  return coreCall("concat", span, ...parts);
}
