// Clauses of `cond` and `case` in brackets, as other Lisps write them.

import type { Form } from "@ptc/parser";
import { plainName } from "../form-tools.ts";
import { longestExample, written, writtenAll } from "./written-forms.ts";

/** Forms with clauses, and the index of the first one. */
const clauseForms: ReadonlyMap<string, number> = new Map([
  ["cond", 1],
  ["case", 2],
  ["condp", 3],
]);

/** Words that other languages use for the last clause. */
const otherwise: ReadonlySet<string> = new Set([":else", "else", "otherwise", "true", "t", ":t"]);

/** Returns advice for a form whose clauses are in brackets. */
export function clauseHint(source: string, form: Form): string | undefined {
  const clauses = bracketedClauses(form);
  if (clauses === undefined || form.type !== "list") return undefined;
  const name = plainName(form.items[0]) ?? "cond";
  const start = clauseForms.get(name) ?? 1;
  const parts = clauses.map(({ items: [test, ...values] }, index) => {
    const isLast = index === clauses.length - 1;
    const value =
      values.length === 1 ? writtenAll(source, values) : `(do ${writtenAll(source, values)})`;
    const text = test === undefined ? "" : written(source, test);
    if (!isLast || !otherwise.has(text)) return `${text} ${value}`;
    return name === "cond" ? `:else ${value}` : value;
  });
  const before = form.items.slice(0, start).map((item) => written(source, item));
  const whole = `(${[...before, ...parts].join(" ")})`;
  const example = whole.length > longestExample ? `(${name} test value :else value)` : whole;
  return `${name} takes its tests and values in pairs, without brackets around them: write ${example}`;
}

type Clause = Extract<Form, { type: "list" | "vector" }>;

/**
 * Returns the clauses if each is in brackets. Calls are in parentheses too, so such clauses need a
 * test that is no function.
 */
export function bracketedClauses(form: Form): readonly Clause[] | undefined {
  if (form.type !== "list") return undefined;
  const name = plainName(form.items[0]);
  const start = name === undefined ? undefined : clauseForms.get(name);
  const clauses = start === undefined ? [] : form.items.slice(start);
  const inBrackets = clauses.filter(isClause);
  if (clauses.length === 0 || inBrackets.length < clauses.length) return undefined;
  const areVectors = inBrackets.every(({ type, items }) => type === "vector" && items.length === 2);
  if (areVectors && name === "cond") return inBrackets;
  return inBrackets.some(({ type, items }) => type === "list" && isTest(items[0], name))
    ? inBrackets
    : undefined;
}

function isClause(form: Form): form is Clause {
  return (form.type === "list" || form.type === "vector") && form.items.length >= 2;
}

/** True for the head of a list that can only be a clause. */
function isTest(head: Form | undefined, name: string | undefined): boolean {
  if (name === "cond")
    return (
      head?.type === "list" ||
      head?.type === "boolean" ||
      (head?.type === "keyword" && head.name === "else") ||
      plainName(head) === "else"
    );
  return head !== undefined && ["number", "string", "keyword"].includes(head.type);
}
