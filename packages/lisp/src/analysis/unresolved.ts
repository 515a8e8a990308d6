// Finds the mistake behind a name that resolves to nothing, with suggestions. Loads lazily, see
// lazy-form.ts.

import { resolveNamespace } from "../builtins/namespaces.ts";
import type { Analysis } from "./analysis.ts";
import { invalidForm, unsupported, type AnalysisError } from "./analysis-error.ts";
import { forgottenPrefix } from "./context-fields.ts";
import { symbolText, type SymbolForm } from "./form-tools.ts";
import { findName, type Context } from "./scope.ts";
import { isSpecialForm, specialFormNames } from "./special-forms.ts";
import { unknownMember, unknownSymbol, usedTooEarly } from "./unknown-names.ts";

/** Returns the error for a namespaced symbol that resolves to nothing. */
export function unresolvedQualified(
  analysis: Analysis,
  form: SymbolForm,
  namespace: string,
): AnalysisError {
  const text = symbolText(form);
  const instead = analysis.advice?.unsupported.get(text);
  if (instead !== undefined) return unsupported(text, form.span, instead);
  const inLibrary = analysis.libraries?.mistake(form);
  if (inLibrary !== undefined) return inLibrary;
  const foreign = analysis.advice?.foreign(form.name, true);
  const members = analysis.builtins.members(resolveNamespace(namespace));
  return members.length > 0
    ? unknownMember(namespace, form.name, form.span, members, foreign)
    : unknownSymbol(text, form.span, analysis.builtins.names(), foreign);
}

/** Returns the error for a plain symbol that resolves to nothing. */
export function unresolved(
  analysis: Analysis,
  form: SymbolForm,
  context: Context,
  isCalled: boolean,
): AnalysisError {
  const { name, span } = form;
  const forgotten = forgottenPrefix(analysis, name, span);
  if (forgotten !== undefined) return forgotten;
  if (analysis.advice?.definedLater(name) === true) return usedTooEarly(name, span);
  const instead = analysis.advice?.unsupported.get(name);
  if (instead !== undefined) return unsupported(name, span, instead);
  if (isSpecialForm(name))
    return invalidForm(name, "a special form has no value", span, `call it: (${name} …)`);
  // The tools of a library are unknown.
  const tool = analysis.toolNames.size === 0 ? undefined : analysis.findTool(name);
  if (tool !== undefined)
    return unknownSymbol(name, span, [], `call tools with their prefix: (tool/${tool} {…})`);
  const advice = analysis.advice?.foreign(name, isCalled) ?? fieldAdvice(analysis, name, context);
  return unknownSymbol(name, span, candidates(analysis, context), advice);
}

/**
 * Returns advice for `order.total`, where `order` is a value. Other languages read fields this
 * way.
 */
function fieldAdvice(analysis: Analysis, name: string, context: Context): string | undefined {
  const [value = "", ...fields] = name.split(".");
  if (fields.length === 0 || fields.includes("")) return undefined;
  if (findName(context.names, value) === undefined && !analysis.isGlobal(value)) return undefined;
  return fields.length === 1
    ? `read fields by keyword: (:${fields.join("")} ${value})`
    : `read fields by keyword: (get-in ${value} [:${fields.join(" :")}])`;
}

function* candidates(analysis: Analysis, context: Context): Iterable<string> {
  for (let names = context.names; names !== undefined; names = names.outer)
    yield names.binding.name;
  yield* analysis.globalNames();
  yield* specialFormNames();
  yield* analysis.builtins.names();
}
