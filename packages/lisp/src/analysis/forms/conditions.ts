// The conditions of a function. A leading map with `:pre` and `:post` becomes assertions around the
// rest of the body; `%` is the result.

import type { Form } from "@ptc/parser";
import { callOf, coreCall, symbolForm, vectorForm } from "../form-builders.ts";

export function withConditions(body: readonly Form[]): readonly Form[] {
  const [conditions, ...rest] = body;
  if (conditions?.type !== "map") return body;
  const [pre, post] = [conditionsOf(conditions, "pre"), conditionsOf(conditions, "post")];
  if (pre.length + post.length === 0) return body;
  const { span } = conditions;
  const checks = (tests: readonly Form[]): Form[] =>
    tests.map((test) => coreCall("assert", test.span, test));
  if (post.length === 0) return [...checks(pre), ...rest];
  const result = symbolForm("%", span);
  return [
    ...checks(pre),
    callOf("let", span, [
      vectorForm(span, result, callOf("do", span, rest)),
      ...checks(post),
      result,
    ]),
  ];
}

function conditionsOf(map: Extract<Form, { type: "map" }>, name: "pre" | "post"): readonly Form[] {
  const position = map.items.findIndex(
    (item, index) =>
      index % 2 === 0 &&
      item.type === "keyword" &&
      item.namespace === undefined &&
      item.name === name,
  );
  const tests = position === -1 ? undefined : map.items[position + 1];
  return tests?.type === "vector" ? tests.items : [];
}
