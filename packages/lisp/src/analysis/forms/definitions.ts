// Analyzes definitions in the user namespace, which outlive the program.

import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { functionNode } from "../analyze-function.ts";
import { mistake } from "../mistakes.ts";
import { plainName, type ListForm } from "../form-tools.ts";
import { VarReference } from "../../functions/var-reference.ts";
import { inner, type Context } from "../scope.ts";
import type { Node } from "../core-tree.ts";

export function analyzeDef(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  const [target, ...rest] = args;
  const hasDoc = rest.length === 2;
  if (hasDoc && rest[0]?.type !== "string") return analysis.report(mistake("severalValues", form));
  return define(analysis, form, target, hasDoc ? rest[1] : rest[0], context, false);
}

export function analyzeDefonce(
  analysis: Analysis,
  form: ListForm,
  [target, value]: readonly Form[],
  context: Context,
): Node {
  return define(analysis, form, target, value, context, true);
}

function define(
  analysis: Analysis,
  form: ListForm,
  target: Form | undefined,
  value: Form | undefined,
  context: Context,
  once: boolean,
): Node {
  const name = nameOf(analysis, form, target);
  if (name === undefined) return analysis.constant(null, form.span);
  // A function in the value may call itself by the new name. If a builtin has the name, the value
  // still means the builtin: `(def inc (comp inc inc))`.
  if (analysis.builtin(name) === undefined) analysis.defined.add(name);
  const init = value === undefined ? undefined : analysis.analyze(value, inner(context));
  analysis.defined.add(name);
  analysis.immediate.define(name);
  return {
    type: "def",
    name,
    init,
    once,
    site: analysis.site(form.span, "def"),
    awaits: init?.awaits === true,
  };
}

export function analyzeDefn(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  const [target, ...rest] = args;
  const name = nameOf(analysis, form, target);
  if (name === undefined) return analysis.constant(null, form.span);
  analysis.defined.add(name);
  const init = functionNode(analysis, form.span, name, functionTail(rest), context, false);
  analysis.immediate.define(name);
  return {
    type: "def",
    name,
    init,
    once: false,
    site: analysis.site(form.span, "defn"),
    awaits: false,
  };
}

/**
 * Drops the descriptive parts after the name of a `defn`: a docstring, a map of attributes, and an
 * attribute map after several arities.
 */
export function functionTail(rest: readonly Form[]): readonly Form[] {
  let from = 0;
  for (const type of ["string", "map"])
    if (rest[from]?.type === type && from + 1 < rest.length) from++;
  const hasClauses = rest[from]?.type === "list";
  const to = hasClauses && rest.length - from > 1 && rest.at(-1)?.type === "map" ? -1 : undefined;
  return rest.slice(from, to);
}

export function analyzeDeclare(analysis: Analysis, form: ListForm, args: readonly Form[]): Node {
  let last: string | undefined;
  for (const target of args) {
    const name = nameOf(analysis, form, target);
    if (name !== undefined) analysis.defined.add((last = name));
  }
  return analysis.constant(last === undefined ? null : new VarReference(last), form.span);
}

function nameOf(analysis: Analysis, form: ListForm, target: Form | undefined): string | undefined {
  const name = plainName(target);
  if (name === undefined) analysis.report(mistake("undefinable", form, target));
  return name;
}
