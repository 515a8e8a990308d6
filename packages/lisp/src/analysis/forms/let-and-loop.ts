// Analyzes `let`, `loop` and `recur`. The loops that rewrite to them are in counting-loops.ts.

import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { bindPattern } from "../destructuring.ts";
import { mistake } from "../mistakes.ts";
import { isOperator } from "../operators.ts";
import { plainName, type ListForm } from "../form-tools.ts";
import { inner, withName, type Context, type RecurTarget } from "../scope.ts";
import type { Binding, Node } from "../core-tree.ts";

/** Returns the pairs of a binding vector. Reports mistakes in it and returns `undefined`. */
function pairsOf(
  analysis: Analysis,
  operation: string,
  form: ListForm,
  vector: Form | undefined,
): readonly (readonly [Form, Form])[] | undefined {
  const { span } = vector ?? form;
  if (vector?.type !== "vector") {
    analysis.report(mistake("noBindings", operation, span));
    return undefined;
  }
  if (vector.items.length % 2 !== 0) {
    analysis.report(mistake("lastWithoutValue", operation, span));
    return undefined;
  }
  const pairs: (readonly [Form, Form])[] = [];
  for (let index = 0; index + 1 < vector.items.length; index += 2) {
    const [name, value] = vector.items.slice(index, index + 2);
    if (name === undefined || value === undefined) continue;
    if (isOperator(plainName(name) ?? "")) analysis.oddForms++;
    pairs.push([name, value]);
  }
  return pairs;
}

export function analyzeLet(
  analysis: Analysis,
  form: ListForm,
  [vector, ...body]: readonly Form[],
  context: Context,
): Node {
  const pairs = pairsOf(analysis, "let", form, vector);
  if (pairs === undefined) return analysis.constant(null, form.span);
  const bindings: Binding[] = [];
  let bodyContext = context;
  for (const [pattern, value] of pairs) {
    const bound = bindPattern(
      analysis,
      pattern,
      analysis.analyze(value, inner(bodyContext)),
      bodyContext,
      "let",
    );
    for (const binding of bound.bindings) bindings.push(binding);
    bodyContext = bound.context;
  }
  const bodyNode = analysis.analyzeBody(body, form.span, bodyContext);
  if (bindings.length === 0) return bodyNode;
  return {
    type: "let",
    bindings,
    body: bodyNode,
    site: analysis.site(form.span, "let"),
    awaits: bodyNode.awaits || bindings.some((binding) => binding.init.awaits),
  };
}

/**
 * Analyzes `loop`. Patterns are destructured at the start of each iteration, from the slots that
 * `recur` fills.
 */
export function analyzeLoop(
  analysis: Analysis,
  form: ListForm,
  [vector, ...body]: readonly Form[],
  context: Context,
): Node {
  const pairs = pairsOf(analysis, "loop", form, vector);
  if (pairs === undefined) return analysis.constant(null, form.span);
  const initial: Binding[] = [];
  const parts: Binding[] = [];
  const slots: number[] = [];
  let bodyContext = context;
  for (const [pattern, value] of pairs) {
    const name = plainName(pattern);
    const init = analysis.analyze(value, inner(bodyContext));
    const slot = context.scope.bind(name ?? "(loop value)");
    initial.push({ slot: slot.slot, init });
    slots.push(slot.slot);
    if (name !== undefined) {
      bodyContext = withName(bodyContext, slot);
      continue;
    }
    const bound = bindPattern(
      analysis,
      pattern,
      context.scope.reference(slot, analysis.site(pattern.span, "loop")),
      bodyContext,
      "loop",
    );
    // The initial values of later bindings see the names too, so the parts are also filled before
    // the loop starts.
    for (const binding of bound.bindings) {
      const shared = { ...binding, isShared: true };
      initial.push(shared);
      parts.push(shared);
    }
    bodyContext = bound.context;
  }
  const recurTarget: RecurTarget = { kind: "loop", slots, used: false };
  const inside = analysis.analyzeBody(body, form.span, {
    ...bodyContext,
    recurTarget,
    isTail: true,
    barrier: undefined,
  });
  const bodyNode: Node =
    parts.length === 0
      ? inside
      : {
          type: "let",
          bindings: parts,
          body: inside,
          site: inside.site,
          awaits: inside.awaits || parts.some((part) => part.init.awaits),
        };
  return {
    type: "loop",
    bindings: initial,
    body: bodyNode,
    site: analysis.site(form.span, "loop"),
    // A long loop yields to the host.
    awaits: true,
  };
}

export function analyzeRecur(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  const { recurTarget: target, barrier, isTail } = context;
  const { span } = form;
  if (target === undefined) return analysis.report(mistake("recurOutside", span));
  if (barrier !== undefined) return analysis.report(mistake("recurAcross", barrier, span));
  if (!isTail) return analysis.report(mistake("recurNotLast", span));
  if (args.length !== target.slots.length)
    return analysis.report(mistake("recurArity", target, args.length, span));
  target.used = true;
  const nodes = args.map((arg) => analysis.analyze(arg, inner(context)));
  return {
    type: "recur",
    slots: target.slots,
    args: nodes,
    site: analysis.site(span, "recur"),
    awaits: nodes.some((node) => node.awaits),
  };
}
