// Analyzes `throw` and `try` with its clauses `catch` and `finally`, which are allowed only inside
// `try`.

import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { invalidForm } from "../analysis-error.ts";
import { coreCall, nilForm } from "../form-builders.ts";
import { plainName, symbolText, type ListForm } from "../form-tools.ts";
import { inner, withName, type Context } from "../scope.ts";
import type { CatchClause, Node } from "../core-tree.ts";

const shape = "write (try body (catch Exception e handler) (finally clean-up))";

/** Analyzes `(try body… (catch Class name body…)… (finally body…))`. */
export function analyzeTry(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  const start = args.findIndex((arg) => clauseName(arg) !== undefined);
  const body = start === -1 ? args : args.slice(0, start);
  const clauses = start === -1 ? [] : args.slice(start);
  reportOrder(analysis, clauses);
  const inside: Context = { ...inner(context), barrier: "try" };
  const bodyNode = analysis.analyzeBody(body, form.span, inside);
  const catches: CatchClause[] = [];
  let last: Node | undefined;
  for (const clause of clauses) {
    if (clause.type !== "list") continue;
    const [, ...rest] = clause.items;
    if (clauseName(clause) === "finally") last = analysis.analyzeBody(rest, clause.span, inside);
    else catches.push(...catchClause(analysis, clause, rest, inside));
  }
  if (catches.length === 0 && last === undefined) return bodyNode;
  const awaits =
    bodyNode.awaits || last?.awaits === true || catches.some((clause) => clause.body.awaits);
  return {
    type: "try",
    body: bodyNode,
    catches,
    last,
    site: analysis.site(form.span, "try"),
    awaits,
  };
}

function clauseName(form: Form): "catch" | "finally" | undefined {
  const name = form.type === "list" ? plainName(form.items[0]) : undefined;
  return name === "catch" || name === "finally" ? name : undefined;
}

/**
 * Reports clauses out of order: only `catch` clauses may follow the body, then at most one
 * `finally`.
 */
function reportOrder(analysis: Analysis, clauses: readonly Form[]): void {
  for (const [index, clause] of clauses.entries()) {
    const name = clauseName(clause);
    if (name === undefined)
      analysis.report(
        invalidForm(
          "try",
          "only catch and finally can follow a catch or finally",
          clause.span,
          shape,
        ),
      );
    else if (name === "finally" && index < clauses.length - 1)
      analysis.report(invalidForm("try", "finally must be last, once", clause.span, shape));
  }
}

/** Analyzes `(catch Class name body…)`. The class may be `:default`. */
function catchClause(
  analysis: Analysis,
  clause: ListForm,
  [target, binding, ...body]: readonly Form[],
  context: Context,
): CatchClause[] {
  const className =
    target?.type === "symbol"
      ? symbolText(target)
      : target?.type === "keyword" && target.name === "default"
        ? ":default"
        : undefined;
  const name = plainName(binding);
  if (className === undefined || name === undefined) {
    analysis.report(
      invalidForm(
        "catch",
        "expected a class and a name",
        clause.span,
        "write (catch Exception e handler); the class may be :default",
      ),
    );
    return [];
  }
  const slot = context.scope.bind(name);
  return [
    {
      className,
      slot: slot.slot,
      body: analysis.analyzeBody(body, clause.span, withName(context, slot)),
    },
  ];
}

/** Reports a clause outside of its `try`. */
export function misplacedClause(analysis: Analysis, form: ListForm): Node {
  const name = plainName(form.items[0]) ?? "catch";
  return analysis.report(invalidForm(name, "is allowed only directly in try", form.span, shape));
}

/** Analyzes `(throw exception)`. */
export function analyzeThrow(
  analysis: Analysis,
  form: ListForm,
  [argument = nilForm(form.span)]: readonly Form[],
  context: Context,
): Node {
  const value = analysis.analyze(argument, inner(context));
  return { type: "throw", value, site: analysis.site(form.span, "throw"), awaits: value.awaits };
}

/** Rewrites `(assert test message)`. */
export function rewriteAssert(
  analysis: Analysis,
  form: ListForm,
  [test, message]: readonly Form[],
): Form {
  const { span } = form;
  const text = (value: string): Form => ({ type: "string", value, span });
  const messageForm =
    message === undefined
      ? text(`Assert failed: ${test === undefined ? "" : analysis.sourceText(test.span)}`)
      : coreCall(
          "str",
          span,
          text("Assert failed: "),
          message,
          text(`\n${analysis.sourceText((test ?? form).span)}`),
        );
  const failing = coreCall("throw", span, coreCall("AssertionError.", span, messageForm));
  return coreCall("if", span, test ?? form, nilForm(span), failing);
}
