// Analyzes `case`, a node of the core tree that looks up a value among constants.

import { MapBuilder } from "@ptc/core/internal/values";
import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { mistake } from "../mistakes.ts";
import { nilForm } from "../form-builders.ts";
import type { ListForm } from "../form-tools.ts";
import { quotedValue } from "../quoted-value.ts";
import { inner, type Context } from "../scope.ts";
import type { Node } from "../core-tree.ts";

export function analyzeCase(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  const [subjectForm = nilForm(form.span), ...rest] = args;
  const subject = analysis.analyze(subjectForm, inner(context));
  const bodies: Node[] = [];
  const bodyIndexes = new MapBuilder(analysis.meter);
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const [test, body] = rest.slice(index, index + 2);
    if (test === undefined || body === undefined) continue;
    const constants =
      test.type === "list"
        ? test.items.map((item) => quotedValue(analysis, item))
        : [quotedValue(analysis, test)];
    for (const constant of constants) {
      if (bodyIndexes.has(constant)) analysis.report(mistake("repeatedConstant", test.span));
      bodyIndexes.set(constant, bodies.length);
    }
    bodies.push(analysis.analyze(body, context));
  }
  const last = rest.length % 2 === 1 ? rest.at(-1) : undefined;
  const otherwise = last === undefined ? undefined : analysis.analyze(last, context);
  const awaits = subject.awaits || otherwise?.awaits === true || bodies.some((body) => body.awaits);
  return {
    type: "case",
    subject,
    bodyIndexes: bodyIndexes.build(),
    bodies,
    otherwise,
    site: analysis.site(form.span, "case"),
    awaits,
  };
}
