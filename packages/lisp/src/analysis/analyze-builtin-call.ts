// Analyzes calls of builtins, which are known by name.

import { Vector } from "@ptc/core/values";
import type { Form } from "@ptc/parser";
import { Builtin } from "../builtins/builtin.ts";
import { decimalDivision } from "../builtins/numbers/decimal-division.ts";
import type { Analysis } from "./analysis.ts";
import { mistake } from "./mistakes.ts";
import type { Node } from "./core-tree.ts";
import { isOperator } from "./operators.ts";
import { symbolText, type ListForm } from "./form-tools.ts";
import { operandNames } from "./operand-names.ts";
import { findName, inner, type Context } from "./scope.ts";
import { readOfWholeContext } from "./whole-context.ts";

export function callBuiltin(
  analysis: Analysis,
  form: ListForm,
  builtin: Builtin,
  operation: string,
  args: readonly Form[],
  context: Context,
): Node {
  if (!builtin.accepts(args.length))
    return analysis.report(mistake("builtinArity", operation, builtin, args.length, form.span));
  const whole =
    builtin.name === "get" || builtin.name === "get-in"
      ? readOfWholeContext(analysis, form, builtin.name, args, context)
      : undefined;
  if (whole !== undefined) return whole;
  const { quotesNames } = builtin.row;
  const quoted = args.map((arg, index) =>
    quotesNames === true || (quotesNames === "first" && index === 0)
      ? nameAsText(analysis, arg, context)
      : arg,
  );
  const nodes = quoted.map((arg) => analysis.analyze(arg, inner(context)));
  if (builtin.row.awaits === true) analysis.hasEffects = true;
  // An operator is the usual argument of such a builtin: `(reduce + xs)`.
  if (builtin.row.callsFunctions === true)
    for (const node of nodes)
      if (node.type === "constant" && node.value instanceof Builtin && isOperator(node.value.name))
        analysis.oddForms--;
  const awaits =
    builtin.row.callsFunctions === true ||
    builtin.row.awaits === true ||
    mayReadElements(builtin, nodes) ||
    nodes.some((node) => node.awaits);
  const called =
    builtin.name === "/" && args.some((arg) => isDecimal(analysis, arg))
      ? decimalDivision
      : builtin;
  const site = analysis.site(form.span, operation);
  const operands = operandNames(args);
  return {
    type: "builtin-call",
    builtin: called,
    args: nodes,
    site: operands === undefined ? site : { ...site, operands },
    awaits,
  };
}

/**
 * True if the call may read an element that has to wait for a tool. A comparison with a plain
 * constant reads no elements.
 */
function mayReadElements(builtin: Builtin, args: readonly Node[]): boolean {
  const isEquality = builtin.name === "=" || builtin.name === "not=";
  return (
    builtin.readsElements &&
    !(
      isEquality &&
      args.length === 2 &&
      args.some((arg) => arg.type === "constant" && !(arg.value instanceof Vector))
    )
  );
}

/** True for a number with a decimal point or an exponent. */
function isDecimal(analysis: Analysis, form: Form): boolean {
  return form.type === "number" && /[.eE]/.test(analysis.sourceText(form.span));
}

/**
 * Returns the argument of `doc` and similar builtins. A name is passed as text unless it is one of
 * the program's values.
 */
function nameAsText(analysis: Analysis, arg: Form, context: Context): Form {
  if (arg.type !== "symbol") return arg;
  const isValue =
    arg.namespace === undefined &&
    (findName(context.names, arg.name) !== undefined || analysis.isGlobal(arg.name));
  return isValue || arg.namespace === "data"
    ? arg
    : { type: "string", value: symbolText(analysis.meant(arg, context, true)), span: arg.span };
}
