// What a symbol means where it stands as a value: a local, the context, the history, a name of the
// program, a builtin.

import type { Form } from "@ptc/parser";
import { VarReference } from "../functions/var-reference.ts";
import { findTool } from "../effects/tool-table.ts";
import { resolveNamespace } from "../builtins/namespaces.ts";
import { isDiscovery } from "./analyse-tool-call.ts";
import type { Analysis } from "./analysis.ts";
import {
  invalidForm,
  unknownMember,
  unknownSymbol,
  unknownTool,
  unsupported,
  usedTooEarly,
} from "./analysis-error.ts";
import { forgottenPrefix, missingField } from "./context-fields.ts";
import {
  coreCall,
  hiddenName,
  listForm,
  symbolText,
  vectorForm,
  type SymbolForm,
} from "./form-tools.ts";
import { isSpecialForm, specialFormNames } from "./special-forms.ts";
import { findName, type Context } from "./scope.ts";
import type { Node } from "./core-tree.ts";

const historyNames: ReadonlyMap<string, number> = new Map([
  ["*1", 0],
  ["*2", 1],
  ["*3", 2],
]);

/** Analyses a symbol in value position. */
export function analyseSymbol(analysis: Analysis, written: SymbolForm, context: Context): Node {
  const form = analysis.meant(written, context);
  if (form.namespace !== undefined) return qualifiedSymbol(analysis, form, form.namespace, context);
  const site = analysis.site(form.span, form.name);
  const local = findName(context.names, form.name);
  if (local !== undefined) return context.scope.reference(local, site);
  if (analysis.isGlobal(form.name)) {
    if (analysis.builtins.has(form.name) || isSpecialForm(form.name))
      context.scope.shadowed.add(form.name);
    return { type: "global", name: form.name, site, awaits: false };
  }
  const index = historyNames.get(form.name);
  if (index !== undefined) return { type: "history", index, site, awaits: false };
  const builtin = analysis.builtin(form.name);
  if (builtin !== undefined) return analysis.constant(builtin.row.constant ?? builtin, form.span);
  return analysis.report(unresolved(analysis, form, context));
}

/** `#'name`: the name itself for a value of the program, the function for one of the language. */
export function analyseVar(analysis: Analysis, form: Form, context: Context): Node {
  const name =
    form.type === "symbol" && (form.namespace === undefined || form.namespace === "user")
      ? form.name
      : undefined;
  if (name !== undefined && analysis.isGlobal(name))
    return analysis.constant(new VarReference(name), form.span);
  return analysis.analyse(form, context);
}

function qualifiedSymbol(
  analysis: Analysis,
  form: SymbolForm,
  namespace: string,
  context: Context,
): Node {
  const site = analysis.site(form.span, symbolText(form));
  if (namespace === "data") {
    const missing = missingField(analysis, form);
    return missing === undefined
      ? { type: "data", name: form.name, site, awaits: false }
      : analysis.report(missing);
  }
  if (namespace === "tool" && !isDiscovery(analysis, form))
    return toolAsValue(analysis, form, context);
  if (namespace === "user" && analysis.isGlobal(form.name))
    return { type: "global", name: form.name, site, awaits: false };
  const builtin = analysis.builtin(symbolText(form));
  if (builtin?.row.standsForCall === true)
    return { type: "builtin-call", builtin, args: [], site, awaits: false };
  if (builtin !== undefined) return analysis.constant(builtin.row.constant ?? builtin, form.span);
  return analysis.report(unresolvedQualified(analysis, form, namespace));
}

/**
 * A tool where a function is expected, `(pmap tool/fetch [{:id 1} {:id 2}])`: a function of the map
 * of arguments.
 */
function toolAsValue(analysis: Analysis, form: SymbolForm, context: Context): Node {
  if (findTool(analysis.toolNames, form.name) === undefined)
    return analysis.report(unknownTool(form.name, form.span, analysis.toolNames));
  const { span } = form;
  const args = hiddenName("arguments", span);
  const none = listForm(span, vectorForm(span), listForm(span, form));
  const one = listForm(span, vectorForm(span, args), listForm(span, form, args));
  return analysis.analyse(coreCall("fn", span, none, one), context);
}

/** The error for a namespaced symbol that resolves to nothing. */
export function unresolvedQualified(
  analysis: Analysis,
  form: SymbolForm,
  namespace: string,
): ReturnType<typeof unknownSymbol> {
  const text = symbolText(form);
  const instead = analysis.advice?.unsupported.get(text);
  if (instead !== undefined) return unsupported(text, form.span, instead);
  const foreign = analysis.advice?.foreign(form.name, true);
  const members = analysis.builtins.members(resolveNamespace(namespace));
  return members.length > 0
    ? unknownMember(namespace, form.name, form.span, members, foreign)
    : unknownSymbol(text, form.span, analysis.builtins.names(), foreign);
}

/** The error for a plain symbol that resolves to nothing. */
export function unresolved(
  analysis: Analysis,
  form: SymbolForm,
  context: Context,
  isCalled = false,
): ReturnType<typeof unknownSymbol> {
  const { name, span } = form;
  const forgotten = forgottenPrefix(analysis, name, span);
  if (forgotten !== undefined) return forgotten;
  if (analysis.advice?.definedLater(name) === true) return usedTooEarly(name, span);
  const instead = analysis.advice?.unsupported.get(name);
  if (instead !== undefined) return unsupported(name, span, instead);
  if (isSpecialForm(name))
    return invalidForm(name, "a special form has no value", span, `call it: (${name} …)`);
  const tool = findTool(analysis.toolNames, name);
  if (tool !== undefined)
    return unknownSymbol(name, span, [], `tools are called with their prefix: (tool/${name} {…})`);
  const advice = analysis.advice?.foreign(name, isCalled) ?? fieldAdvice(analysis, name, context);
  return unknownSymbol(name, span, candidates(analysis, context), advice);
}

/** `order.total`, where `order` is a value: other languages read fields so. */
function fieldAdvice(analysis: Analysis, name: string, context: Context): string | undefined {
  const [value = "", ...fields] = name.split(".");
  if (fields.length === 0 || fields.includes("")) return undefined;
  if (findName(context.names, value) === undefined && !analysis.isGlobal(value)) return undefined;
  return fields.length === 1
    ? `fields are read by their keyword: (:${fields.join("")} ${value})`
    : `fields are read by their keywords: (get-in ${value} [:${fields.join(" :")}])`;
}

function* candidates(analysis: Analysis, context: Context): Iterable<string> {
  for (let names = context.names; names !== undefined; names = names.outer)
    yield names.binding.name;
  yield* analysis.globalNames();
  yield* specialFormNames();
  yield* analysis.builtins.names();
}
