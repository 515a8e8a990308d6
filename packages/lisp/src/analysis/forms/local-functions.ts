// Analyzes `letfn`: local functions that see each other. The values they use from the surrounding
// code are captured once, in a list shared by all of them. So functions don't reference each other:
// a sibling is created from the same list when it is used.

import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { functionNode } from "../analyze-function.ts";
import { invalidBinding } from "../analysis-error.ts";
import { plainName, type ListForm } from "../form-tools.ts";
import {
  FunctionScope,
  maximumNames,
  withName,
  type Context,
  type LocalBinding,
} from "../scope.ts";
import type { FunctionNode, Node } from "../core-tree.ts";

/** Analyzes `(letfn [(name [params] body…) …] body…)`. */
export function analyzeLetfn(
  analysis: Analysis,
  form: ListForm,
  [vector, ...body]: readonly Form[],
  context: Context,
): Node {
  const definitions = vector?.type === "vector" ? vector.items.map(definitionOf) : undefined;
  if (definitions === undefined || definitions.some((definition) => definition === undefined)) {
    return analysis.report(
      invalidBinding(
        "letfn",
        "expected a vector of functions",
        vector?.span ?? form.span,
        "write (letfn [(f [x] …) (g [y] …)] body)",
      ),
    );
  }
  if (definitions.length > maximumNames)
    return analysis.report(
      invalidBinding(
        "letfn",
        `has more than ${String(maximumNames)} functions`,
        form.span,
        "define them with defn",
      ),
    );
  const members = definitions.filter((definition) => definition !== undefined);
  const captured: LocalBinding[] = [];
  const nodes = members.map((member, index) => {
    analysis.meter.spend(members.length);
    const scope = new FunctionScope(captured);
    // Inside, each name of the group belongs to the function: itself, or a sibling by its index.
    let names = context;
    for (const [place, other] of members.entries())
      names = withName(names, {
        name: other.name,
        owner: scope,
        slot: place === index ? 0 : -place - 1,
      });
    return functionNode(
      analysis,
      member.form.span,
      member.name,
      member.clauses,
      names,
      false,
      scope,
    );
  });
  const functions = nodes.filter((node): node is FunctionNode => node.type === "function");
  if (functions.length < nodes.length) return analysis.constant(null, form.span);
  const site = analysis.site(form.span, "letfn");
  // The list grows while later members are analyzed, so the complete list is set on all of them at
  // the end.
  const captures = captured.map((binding) => ({
    name: binding.name,
    from: context.scope.reference(binding, site),
  }));
  let inside = context;
  const slots = members.map(({ name }) => {
    const binding = context.scope.bind(name);
    inside = withName(inside, binding);
    return binding.slot;
  });
  const bodyNode = analysis.analyzeBody(body, form.span, inside);
  return {
    type: "letfn",
    functions: functions.map((node) => ({ ...node, captures })),
    slots,
    body: bodyNode,
    site,
    awaits: bodyNode.awaits,
  };
}

interface Definition {
  readonly name: string;
  readonly form: ListForm;
  readonly clauses: readonly Form[];
}

function definitionOf(form: Form): Definition | undefined {
  const name = form.type === "list" ? plainName(form.items[0]) : undefined;
  return form.type === "list" && name !== undefined
    ? { name, form, clauses: form.items.slice(1) }
    : undefined;
}
