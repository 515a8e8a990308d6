// Analyzes a list as a call: of a special form, a tool, a builtin, a keyword, or the function that
// the first form returns.

import type { Form } from "@ptc/parser";
import type { Site } from "../evaluation/site.ts";
import type { Analysis } from "./analysis.ts";
import { callBuiltin } from "./analyze-builtin-call.ts";
import { callTool, isDiscovery } from "./analyze-tool-call.ts";
import { lazyQuotedValue } from "./lazy-form.ts";
import { symbolText, type ListForm, type SymbolForm } from "./form-tools.ts";
import { errorOf, mistake } from "./mistakes.ts";
import { findSpecialForm, isSpecialForm } from "./special-forms.ts";
import { findName, inner, type Context } from "./scope.ts";
import { readOfWholeContext } from "./whole-context.ts";
import type { Node } from "./core-tree.ts";

/** Analyzes a list, which is a call unless it is empty. */
export function analyzeCall(analysis: Analysis, form: ListForm, context: Context): Node {
  const [head] = form.items;
  const args = form.items.slice(1);
  // `()` evaluates to the empty list.
  if (head === undefined) return analysis.constant(lazyQuotedValue(analysis, form), form.span);
  if (head.type === "symbol")
    return callSymbol(analysis, form, analysis.meant(head, context), args, context);
  if (head.type === "keyword") return callKeyword(analysis, form, head, args, context);
  if (isNoFunction(head)) {
    return analysis.report(mistake("noFunction", head, form.span));
  }
  if (args.length === 0 && isCollection(head))
    return analysis.report(mistake("calledData", head, form.span));
  return callValue(
    analysis,
    form,
    analysis.analyze(head, inner(context)),
    args,
    context,
    "the function",
  );
}

function isCollection(head: Form): boolean {
  return head.type === "map" || head.type === "vector" || head.type === "set";
}

function isNoFunction(form: Form): boolean {
  return (
    form.type === "number" ||
    form.type === "string" ||
    form.type === "nil" ||
    form.type === "boolean" ||
    form.type === "character" ||
    form.type === "regex"
  );
}

/**
 * These names are always forms in a call, even if a local or global has the same name. In Clojure
 * they are special forms, while `let`, `when` and others are macros, which a name can hide.
 */
const unshadowed: ReadonlySet<string> = new Set([
  "if",
  "do",
  "def",
  "quote",
  "var",
  "recur",
  "throw",
  "try",
]);

function callSymbol(
  analysis: Analysis,
  form: ListForm,
  head: SymbolForm,
  args: readonly Form[],
  context: Context,
): Node {
  const operation = symbolText(head);
  if (head.namespace === "tool" && !isDiscovery(analysis, head))
    return callTool(analysis, form, head, args, context);
  const { namespace } = head;
  const isPlain = namespace === undefined;
  const isShadowed =
    isPlain &&
    !unshadowed.has(head.name) &&
    (findName(context.names, head.name) !== undefined || analysis.isGlobal(head.name));
  if (!isShadowed) {
    const special =
      isPlain || namespace === "clojure.core" ? findSpecialForm(head.name) : undefined;
    if (special !== undefined) {
      if (args.length < special.least || args.length > special.most)
        return analysis.report(
          mistake("formArity", analysis, head.name, special, args.length, form.span),
        );
      return special.analyze(analysis, form, args, context);
    }
    const builtin = analysis.builtin(operation);
    if (builtin !== undefined)
      return callBuiltin(analysis, form, builtin, operation, args, context);
    if (isPlain) return unresolvedCall(analysis, form, head, args, context);
    if (namespace !== "data" && namespace !== "user")
      return (
        analysis.libraries?.call(analysis, form, head, args, context) ??
        analysis.report(mistake("unresolvedQualified", analysis, head, namespace))
      );
  }
  return callValue(
    analysis,
    form,
    analysis.analyze(head, inner(context)),
    args,
    context,
    operation,
    isShadowed ? hiding(analysis, head, context) : undefined,
  );
}

/** Returns whether a local or a definition of the program hides a name of the language. */
function hiding(analysis: Analysis, head: SymbolForm, context: Context): Site["hiddenBy"] {
  if (!analysis.builtins.has(head.name) && !isSpecialForm(head.name)) return undefined;
  return findName(context.names, head.name) === undefined ? "definition" : "local";
}

/**
 * Analyzes a call of a name that isn't a local, form or builtin. `*1`, `*2` and `*3` are known
 * values. Any other name is reported, and the arguments are analyzed for mistakes of their own.
 */
function unresolvedCall(
  analysis: Analysis,
  form: ListForm,
  head: SymbolForm,
  args: readonly Form[],
  context: Context,
): Node {
  if (/^\*[123]$/.test(head.name))
    return callValue(
      analysis,
      form,
      analysis.analyze(head, inner(context)),
      args,
      context,
      head.name,
    );
  const error = errorOf(analysis, mistake("unresolved", analysis, head, context, true));
  const node = analysis.report(error);
  // The meaning of an unsupported form is unknown, so its arguments aren't analyzed.
  if (error.kind === "unsupported" || analysis.advice?.isForeignBinding(head.name) === true)
    return node;
  for (const arg of args) analysis.analyze(arg, inner(context));
  return node;
}

function callKeyword(
  analysis: Analysis,
  form: ListForm,
  head: Extract<Form, { type: "keyword" }>,
  args: readonly Form[],
  context: Context,
): Node {
  const key = analysis.literal(head);
  const [target, otherwise] = args;
  const text = `:${head.namespace === undefined ? "" : `${head.namespace}/`}${head.name}`;
  if (target === undefined || args.length > 2) {
    return analysis.report(mistake("keywordArity", text, args.length, form.span));
  }
  const whole = readOfWholeContext(analysis, form, text, args, context);
  if (whole !== undefined) return whole;
  const targetNode = analysis.analyze(target, inner(context));
  const otherwiseNode =
    otherwise === undefined ? undefined : analysis.analyze(otherwise, inner(context));
  return {
    type: "field",
    key,
    target: targetNode,
    otherwise: otherwiseNode,
    site: analysis.site(form.span, text),
    awaits: targetNode.awaits || otherwiseNode?.awaits === true,
  };
}

function callValue(
  analysis: Analysis,
  form: ListForm,
  callee: Node,
  args: readonly Form[],
  context: Context,
  operation: string,
  hiddenBy?: Site["hiddenBy"],
): Node {
  const nodes = args.map((arg) => analysis.analyze(arg, inner(context)));
  const site = analysis.site(form.span, operation);
  return {
    type: "call",
    callee,
    args: nodes,
    site: hiddenBy === undefined ? site : { ...site, hiddenBy },
    awaits:
      callee.type !== "global" ||
      nodes.some((node) => node.awaits) ||
      !analysis.immediate.isCall(callee.name),
  };
}
