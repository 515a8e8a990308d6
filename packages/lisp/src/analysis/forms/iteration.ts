// Analyzes `for` and `doseq`: nested iteration with local bindings, filters and ends.

import type { Form, Span } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { bindPattern } from "../destructuring.ts";
import { mistake } from "../mistakes.ts";
import { plainName, type ListForm } from "../form-tools.ts";
import { inner, withName, type Context } from "../scope.ts";
import type { Binding, ForText, IterationClause, Node } from "../core-tree.ts";

export function analyzeFor(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  return iteration(analysis, form, args, context, true);
}

export function analyzeDoseq(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  return iteration(analysis, form, args, context, false);
}

function iteration(
  analysis: Analysis,
  form: ListForm,
  [vector, ...body]: readonly Form[],
  context: Context,
  collects: boolean,
): Node {
  const operation = collects ? "for" : "doseq";
  if (
    vector?.type !== "vector" ||
    vector.items.length % 2 !== 0 ||
    vector.items[0]?.type === "keyword"
  ) {
    return analysis.report(mistake("noIteration", operation, vector, form.span));
  }
  const clauses: IterationClause[] = [];
  let inside = inner(context);
  for (let index = 0; index + 1 < vector.items.length; index += 2) {
    const [left, right] = vector.items.slice(index, index + 2);
    if (left === undefined || right === undefined) continue;
    const outer = inside;
    const step = analysis.nestedIn(clauses.length, () =>
      left.type === "keyword"
        ? modifier(analysis, operation, left, right, outer)
        : each(analysis, operation, left, right, outer, textAfter(index, vector, form)),
    );
    if (step === undefined) continue;
    clauses.push(step.clause);
    inside = step.context;
  }
  // Each clause runs the clauses after it.
  const bodyNode = analysis.nestedIn(clauses.length, () =>
    analysis.analyzeBody(body, form.span, inner({ ...inside, recurTarget: undefined })),
  );
  // The elements of its sources may have to wait for a tool, even if the body doesn't.
  return {
    type: "for",
    clauses,
    body: bodyNode,
    collects,
    site: analysis.site(form.span, operation),
    awaits: true,
  };
}

interface Step {
  readonly clause: IterationClause;
  readonly context: Context;
}

function each(
  analysis: Analysis,
  operation: string,
  pattern: Form,
  collection: Form,
  context: Context,
  after: Pick<ForText, "others" | "ends" | "body">,
): Step {
  const text = { ...after, pattern: pattern.span, scope: context.scope, names: context.names };
  const source = analysis.analyze(collection, context);
  const name = plainName(pattern);
  const slot = context.scope.bind(name ?? "(element)");
  if (name !== undefined)
    return {
      clause: { type: "each", slot: slot.slot, source, bindings: [], text },
      context: withName(context, slot),
    };
  const bound = bindPattern(
    analysis,
    pattern,
    context.scope.reference(slot, analysis.site(pattern.span, operation)),
    context,
    operation,
  );
  return {
    clause: { type: "each", slot: slot.slot, source, bindings: bound.bindings, text },
    context: bound.context,
  };
}

/** Returns the parts of the text after the clause at `index` of `vector`. */
function textAfter(
  index: number,
  { items, span: { end } }: Extract<Form, { type: "vector" }>,
  form: Form,
): Pick<ForText, "others" | "ends" | "body"> {
  const ends: { clause: Span; test: Span }[] = [];
  for (let next = index + 2; next + 1 < items.length; next += 2) {
    const [left, right] = items.slice(next, next + 2);
    if (left?.type !== "keyword" || right === undefined) break;
    if (left.name === "while")
      ends.push({ clause: { start: left.span.start, end: right.span.end }, test: right.span });
  }
  return {
    others: { start: items[index + 1]?.span.end ?? end, end: end - 1 },
    ends,
    body: { start: end, end: form.span.end - 1 },
  };
}

function modifier(
  analysis: Analysis,
  operation: string,
  keyword: Extract<Form, { type: "keyword" }>,
  form: Form,
  context: Context,
): Step | undefined {
  if (keyword.name === "when" || keyword.name === "while")
    return { clause: { type: keyword.name, test: analysis.analyze(form, context) }, context };
  if (keyword.name === "let" && form.type === "vector" && form.items.length % 2 === 0)
    return letModifier(analysis, operation, form.items, context);
  analysis.report(mistake("noModifier", operation, keyword, form));
  return undefined;
}

function letModifier(
  analysis: Analysis,
  operation: string,
  items: readonly Form[],
  context: Context,
): Step {
  const bindings: Binding[] = [];
  let inside = context;
  for (let index = 0; index + 1 < items.length; index += 2) {
    const [pattern, value] = items.slice(index, index + 2);
    if (pattern === undefined || value === undefined) continue;
    const bound = bindPattern(
      analysis,
      pattern,
      analysis.analyze(value, inside),
      inside,
      operation,
    );
    for (const binding of bound.bindings) bindings.push(binding);
    inside = bound.context;
  }
  return { clause: { type: "let", bindings }, context: inside };
}
