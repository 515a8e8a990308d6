// Analyzes calls of tools.

import type { Form } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import { mistake } from "./mistakes.ts";
import type { Node } from "./core-tree.ts";
import { symbolText, type ListForm, type SymbolForm } from "./form-tools.ts";
import { inner, type Context } from "./scope.ts";

/** Analyzes `(tool/name {…})`, `(tool/name :key value …)` or `(tool/name)`. */
export function callTool(
  analysis: Analysis,
  form: ListForm,
  head: SymbolForm,
  args: readonly Form[],
  context: Context,
): Node {
  const operation = `tool/${head.name}`;
  const name = analysis.findTool(head.name);
  const site = analysis.site(form.span, operation);
  analysis.hasEffects = true;
  const [first] = args;
  const takesOne = args.length === 1 && first !== undefined && first.type !== "keyword";
  if (
    !takesOne &&
    (args.length % 2 !== 0 || args.some((arg, index) => index % 2 === 0 && arg.type !== "keyword"))
  ) {
    return analysis.report(mistake("toolArguments", operation, form.span));
  }
  const argsNode: Node = takesOne
    ? analysis.analyze(first, inner(context))
    : analysis.analyze({ type: "map", items: args, span: form.span }, inner(context));
  if (name === undefined) return analysis.report(mistake("unknownTool", analysis, head));
  return { type: "tool", name, args: argsNode, site, awaits: true };
}

/**
 * True for `tool/search` and `tool/servers`, which belong to the language unless a tool has the
 * name.
 */
export function isDiscovery(analysis: Analysis, symbol: SymbolForm): boolean {
  return analysis.builtins.has(symbolText(symbol)) && analysis.findTool(symbol.name) === undefined;
}
