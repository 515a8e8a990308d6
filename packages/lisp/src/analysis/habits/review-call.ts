// Reviews calls whose arguments have the notation of another language but are accepted here.

import type { Form } from "@ptc/parser";
import { plainName, type ListForm } from "../form-tools.ts";
import { assignedPairs, isPlainAssignment, valueAt } from "./assignments.ts";
import { elementHint, elementText } from "./adjacent.ts";
import { calculationHint, withCalculation } from "./calculations.ts";
import { bracketedClauses, clauseHint } from "./clauses.ts";
import { infixIndex, isFunctionForm, isInfix, isSign, operatorOf } from "./infix.ts";
import type { Finding } from "./finding.ts";
import { reviewTemplate } from "./review-template.ts";
import { functionStepHint } from "./threads.ts";
import { written, writtenAll } from "./written-forms.ts";

type Add = (finding: Finding) => void;

type IsName = (name: string) => boolean;

type Rule = (source: string, form: ListForm, add: Add, isName: IsName) => void;

/**
 * Reviews a list, which is a call or a special form. `isName` is true for the names that the
 * program uses.
 */
export function reviewCall(source: string, form: ListForm, add: Add, isName: IsName): void {
  const [head] = form.items;
  if (head?.type === "keyword") {
    reviewOperators(source, form, add, isName);
    reviewElements(source, form, add, isName);
    return;
  }
  const rules = rulesOf.get(plainName(head) ?? "") ?? [];
  for (const rule of rules) rule(source, form, add, isName);
}

/** `(str "a" + b)`: the operator is a value here, and its text is part of the result. */
const reviewOperators: Rule = (source, form, add) => reviewArguments(source, form, add, false);

/** `(list a + b)`, which may be a list of functions, as in `(list max + min)`. */
const reviewItems: Rule = (source, form, add) => reviewArguments(source, form, add, true);

/** `(and total > 100)`. All arguments may be functions, as in `(and f + g)`. */
const reviewTests: Rule = (source, form, add) => {
  const mayBeFunctions = form.items.every((item) => item.type === "symbol" || isFunctionForm(item));
  reviewArguments(source, form, add, mayBeFunctions);
};

function reviewArguments(source: string, form: ListForm, add: Add, isWarning: boolean): void {
  const index = infixIndex(form.items, form.items[0]?.type === "keyword" ? 1 : 2);
  if (index === -1 || !isSign(form.items[index])) return;
  const text = withCalculation(source, form);
  if (text === undefined) return;
  add({
    span: form.span,
    problem: `${written(source, form)} doesn't calculate: ${plainName(form.items[index]) ?? ""} is an argument here`,
    hint: calculationHint(text),
    isWarning,
  });
}

/** `(let [total price * qty] …)`, where `*` becomes a local name. */
const reviewBindings: Rule = (source, form, add) => {
  const [head, vector] = form.items;
  if (vector?.type === "symbol" && isPlainAssignment(form.items[2])) {
    const { text, to } = valueAt(source, form.items, 3);
    const body = form.items.slice(to);
    add({
      span: form.span,
      problem: `${written(source, form)} has its names and values without a vector`,
      hint: `write (${plainName(head) ?? ""} [${written(source, vector)} ${text}] ${body.length === 0 ? "body" : writtenAll(source, body)})`,
    });
    return;
  }
  if (vector?.type !== "vector") return;
  const { items } = vector;
  const pairs =
    items.length % 2 === 1 || items.some((item, index) => index % 2 === 0 && isSign(item))
      ? assignedPairs(source, items)
      : undefined;
  if (pairs !== undefined) {
    add({
      span: vector.span,
      problem: `${written(source, vector)} has a sign between name and value`,
      hint: `names and values follow each other: write [${pairs}]`,
    });
    return;
  }
  for (let index = 2; index < items.length - 1; index += 2)
    if (isSign(items[index]) && isInfix(items, index) && !isFunctionForm(items[index + 1])) {
      const text = withCalculation(source, vector);
      if (text === undefined) return;
      add({
        span: vector.span,
        problem: `${written(source, vector)} doesn't calculate: it binds ${plainName(items[index]) ?? ""}`,
        hint: calculationHint(text),
      });
      return;
    }
};

/** `(def x = 5)` */
const reviewDefinition: Rule = (source, form, add) => {
  const [head, name, sign, first] = form.items;
  if (name?.type !== "symbol" || first === undefined || !isPlainAssignment(sign)) return;
  add({
    span: form.span,
    problem: `${written(source, form)} has a sign between name and value`,
    hint: `write (${plainName(head) ?? ""} ${written(source, name)} ${valueAt(source, form.items, 3).text})`,
  });
};

/** `(for [x xs if (odd? x)] x)`, where `if` becomes a local name. */
const reviewConditions: Rule = (source, form, add) => {
  const [head, vector] = form.items;
  if (vector?.type !== "vector") return;
  const { items } = vector;
  const at = items.findIndex(
    (item, index) => index > 0 && index % 2 === 0 && conditions.has(plainName(item) ?? ""),
  );
  if (at === -1) return;
  const name = plainName(items[at]) ?? "";
  if (name === "where" && isUsed(source, name, items[at]?.span.end ?? 0, form.span.end)) return;
  add({
    span: vector.span,
    problem: `${name} is a name here, not a condition`,
    hint: `conditions have a keyword: write (${plainName(head) ?? ""} [${writtenAll(source, items.slice(0, at))} :when ${writtenAll(source, items.slice(at + 1))}] …)`,
  });
};

/** The part of the source that is searched for a name, in characters. */
const longestSearch = 2_000;

/** True if the program uses the name that it binds: `(for [n ns where (f n)] (g where))`. */
function isUsed(source: string, name: string, start: number, end: number): boolean {
  const text = source.slice(start, Math.min(end, start + longestSearch));
  return text.split(/[\s,()[\]{}]+/).includes(name);
}

const conditions: ReadonlySet<string> = new Set(["if", "when", "where"]);

/** `(if x > 5)`, where 5 is the alternative. Functions may be chosen: `(if ascending < >)`. */
const reviewIf: Rule = (source, form, add, isName) => {
  const [, , sign, last, ...others] = form.items;
  if (!isSign(sign) || last === undefined || others.length > 0) return;
  if (operatorOf(last) !== undefined || !isLiteral(last)) return;
  reviewOperators(source, form, add, isName);
};

function isLiteral({ type }: Form): boolean {
  return type === "number" || type === "string" || type === "keyword" || type === "boolean";
}

/** `(println xs[0])` */
const reviewElements: Rule = (source, { items }, add) => {
  for (let index = 1; index < items.length - 1; index++) {
    const text = elementText(source, items, index);
    const [left, right] = [items[index], items[index + 1]];
    if (text === undefined || left === undefined || right === undefined) continue;
    const span = { start: left.span.start, end: right.span.end };
    add({
      span,
      problem: `${written(source, { span })} is two arguments`,
      hint: elementHint(text),
    });
  }
};

/** `(cond [test value] [:else value])`: the first vector counts as a test, which is true. */
const reviewClauses: Rule = (source, form, add) => {
  const clauses = bracketedClauses(form);
  if (clauses?.every(({ type }) => type === "vector") !== true) return;
  const [first] = clauses;
  add({
    span: form.span,
    problem: `the clause ${first === undefined ? "" : written(source, first)} is a vector, which counts as true`,
    hint: clauseHint(source, form) ?? "",
  });
};

/** `(->> xs (fn [x] …))` makes a function with the value in its body. */
const reviewSteps: Rule = (source, { items }, add) => {
  const arrow = plainName(items[0]) ?? "";
  for (const step of items.slice(2)) {
    if (step.type !== "list" || plainName(step.items[0]) !== "fn") continue;
    add({
      span: step.span,
      problem: `${arrow} doesn't call the function ${written(source, step)}`,
      hint: functionStepHint(source, arrow, step),
    });
  }
};

const collections: ReadonlySet<string> = new Set(
  "map mapv filter filterv vals keys remove keep for range concat distinct vec list vector".split(
    " ",
  ),
);

/** `(max [1 2 3])` returns the collection. */
const reviewExtremes: Rule = (source, { items, span }, add) => {
  const [head, only, ...others] = items;
  const isCollection =
    only?.type === "vector" ||
    only?.type === "set" ||
    (only?.type === "list" && collections.has(plainName(only.items[0]) ?? ""));
  if (only === undefined || others.length > 0 || !isCollection) return;
  const name = plainName(head) ?? "";
  add({
    span,
    problem: `${name} compares its arguments, and this is one collection`,
    hint: `write (apply ${name} ${writtenAll(source, [only])})`,
  });
};

/** The rules for calls of each name. */
const rulesOf: ReadonlyMap<string, readonly Rule[]> = new Map([
  ...named("str println print prn pr format printf pr-str", [
    reviewOperators,
    reviewElements,
    reviewTemplate,
  ]),
  ...named("and or not=", [reviewTests, reviewElements]),
  ...named("list vector", [reviewItems]),
  ...named("max min", [reviewOperators]),
  ...named("= get get-in map mapv contains? assoc update when when-not", [reviewElements]),
  ...named("return fail", [reviewTemplate]),
  ...named("let loop when-let if-let binding", [reviewBindings]),
  ...named("def defonce", [reviewDefinition]),
  ...named("for doseq", [reviewConditions]),
  ["if", [reviewIf]],
  ["if-not", [reviewIf]],
  ["cond", [reviewClauses]],
  ...named("-> ->> some-> some->>", [reviewSteps]),
  ["max", [reviewExtremes]],
  ["min", [reviewExtremes]],
]);

function named(
  names: string,
  rules: readonly Rule[],
): readonly (readonly [string, readonly Rule[]])[] {
  return names.split(" ").map((name) => [name, rules] as const);
}
