// Advice on a mistake, from the forms around it. It recognizes notation of other languages, which
// the analysis or the evaluation rejects only at one of its parts. Loads lazily, with the messages.

import type { Form } from "@ptc/parser";
import { contextPrefixes, spelled } from "../../catalog/foreign-methods.ts";
import { plainName, symbolText } from "../form-tools.ts";
import { argumentHint, arityHint, iterationHint, parameterHint } from "./arguments.ts";
import { callHint, callText, elementHint, elementText } from "./adjacent.ts";
import { isBody } from "./bodies.ts";
import { calculationHint, hasSign, withCalculation } from "./calculations.ts";
import { clauseHint } from "./clauses.ts";
import { argumentsOf, foreignCallHint, singleQuoted } from "./foreign-calls.ts";
import { pathTo, siblingsAt } from "./form-path.ts";
import { infixIndex, isInfix } from "./infix.ts";
import type { FormAdvice, FoundMistake, MistakenProgram } from "./mistaken-program.ts";
import { templateText } from "./templates.ts";
import { threadHint } from "./threads.ts";
import { toolCallHint } from "./tool-calls.ts";
import { isAdjacent, written, writtenAll } from "./written-forms.ts";

/** The form with the mistake and the forms around it. */
interface Place {
  readonly form: Form;
  /** The form around it, and the one around that. */
  readonly outer: Form | undefined;
  readonly outermost: Form | undefined;
  /** The forms next to it, itself included, and its index among them. */
  readonly siblings: readonly Form[];
  readonly index: number;
}

type Recognizer = (
  program: MistakenProgram,
  mistake: FoundMistake,
  place: Place,
) => FormAdvice | undefined;

/** Returns advice for a mistake if the notation around it belongs to another language. */
export function failureAdvice(
  program: MistakenProgram,
  mistake: FoundMistake,
): FormAdvice | undefined {
  const around = pathTo(program.forms, mistake.span);
  const level = around.path.length - 1;
  const form = around.path[level];
  if (form === undefined) return undefined;
  const siblings = siblingsAt(around, level);
  const place: Place = {
    form,
    outer: around.path[level - 1],
    outermost: around.path[level - 2],
    siblings,
    index: siblings.indexOf(form),
  };
  for (const recognize of recognizers) {
    const found = recognize(program, mistake, place);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `(call-tool "search" {…})` */
const toolCall: Recognizer = ({ source, isTool }, { kind }, { form, outer, index }) => {
  if (!["unbound_var", "tool_not_found", "invalid_form"].includes(kind)) return undefined;
  const call = form.type === "symbol" && index === 0 ? outer : form;
  return call && adviceFor(call, toolCallHint(source, call, isTool));
};

/** `order.total`, `JSON.parse(s)`, `(.total order)` */
const foreignCall: Recognizer = (program, { kind, message }, { form, outer, siblings }) => {
  if (kind !== "unbound_var" || form.type !== "symbol") return undefined;
  // Other messages are about libraries and classes.
  if (!/^unknown symbol |^there is no data\/| has no /.test(message)) return undefined;
  const args = argumentsOf(form, siblings, outer);
  const hint = foreignCallHint(program, form, args);
  const { start } = form.span;
  // A list of arguments directly after the name is a part of the mistake.
  const end = args?.at(-1)?.span.end ?? form.span.end;
  return hint === undefined ? undefined : { hint, span: { start, end: end + 1 } };
};

/** `ctx` in `(:orders ctx)`, and `Orders` for a field `orders`. */
const contextField: Recognizer = (program, { kind }, { form, outer, siblings, index }) => {
  const name = plainName(form);
  if (kind !== "unbound_var" || name === undefined) return undefined;
  const field = program.isField(name) ? undefined : program.fieldLike(name);
  if (field !== undefined)
    return adviceFor(form, `context fields have a prefix: write data/${field}`);
  if (name === "data" || !contextPrefixes.has(spelled(name))) return undefined;
  const isCall = outer?.type === "list" && index > 0;
  const read = isCall && siblings[index === 1 ? (isGet(siblings[0]) ? 2 : 0) : -1];
  const key =
    read && read.type === "keyword" ? read.name : read && read.type === "string" && read.value;
  return typeof key === "string" && program.isField(key) && outer !== undefined
    ? adviceFor(outer, `the fields of the context are data/…: write data/${key}`)
    : undefined;
};

function isGet(form: Form | undefined): boolean {
  return plainName(form) === "get";
}

/** `{id, total}` as a pattern */
const fieldPattern: Recognizer = (_, { kind }, { form, outer, outermost }) => {
  if (kind !== "unbound_var" || outer?.type !== "map" || outermost?.type !== "vector")
    return undefined;
  const names = outer.items.map(plainName);
  if (form.type !== "symbol" || names.includes(undefined) || names.length > 8) return undefined;
  return adviceFor(outer, `to bind the fields of a map write {:keys [${names.join(" ")}]}`);
};

const wrongCalls: ReadonlySet<string> = new Set(["not_callable", "arity_error", "unbound_var"]);

/** `f(x)` and `xs[0]`: the mistake is one of the two forms, or the call around them. */
const adjacent: Recognizer = ({ source }, { kind }, { form, siblings, index }) => {
  if (wrongCalls.has(kind) || kind === "invalid_form") {
    const found = adjacentAt(source, siblings, index) ?? adjacentAt(source, siblings, index - 1);
    if (found !== undefined) return found;
  }
  if (kind === "unbound_var" || !("items" in form)) return undefined;
  for (const at of form.items.slice(0, 32).keys()) {
    const found = elementAt(source, form.items, at);
    if (found !== undefined) return found;
  }
  return kind === "arity_error" && form.items[0]?.type !== "symbol"
    ? undefined
    : callInside(source, form.items, kind);
};

/** `(return f(x))`: an argument that is a name with its own arguments after it. */
function callInside(source: string, items: readonly Form[], kind: string): FormAdvice | undefined {
  if (kind !== "arity_error" && kind !== "invalid_binding") return undefined;
  for (let at = 1; at < Math.min(items.length, 32); at++) {
    const found = adjacentAt(source, items, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function adjacentAt(source: string, items: readonly Form[], index: number): FormAdvice | undefined {
  const [left, right] = [items[index], items[index + 1]];
  const call = callText(source, items, index);
  if (call === undefined || left === undefined || right === undefined)
    return elementAt(source, items, index);
  const span = { start: left.span.start, end: right.span.end };
  const operation = plainName(items[0]) ?? "";
  if (index !== 1 || right.type !== "list" || !["defn", "defn-"].includes(operation))
    return { hint: callHint(call), span };
  const parameters = `[${writtenAll(source, right.items)}]`;
  return {
    hint: `parameters are in brackets: write (${operation} ${written(source, left)} ${parameters} …)`,
    span,
  };
}

function elementAt(source: string, items: readonly Form[], index: number): FormAdvice | undefined {
  const [left, right] = [items[index], items[index + 1]];
  const element = elementText(source, items, index);
  if (element === undefined || left === undefined || right === undefined) return undefined;
  return { hint: elementHint(element), span: { start: left.span.start, end: right.span.end } };
}

/** `'hello world'` and `f"Total {x}"` in the form with the mistake. */
const text: Recognizer = ({ source }, { kind }, { form, siblings, index }) => {
  const next = siblings[index + 1];
  if (kind === "unbound_var" && form.type === "symbol" && next?.type === "string")
    return isAdjacent(form, next)
      ? adviceFor(form, `strings have no prefix: write ${templateText(next.value)}`)
      : undefined;
  const items = "items" in form ? form.items.slice(0, 64) : [];
  const end = items.find((item) => plainName(item)?.endsWith("'"));
  const hint = end && singleQuoted(source, end.span);
  return end === undefined ? undefined : adviceFor(end, hint);
};

/** `(cond (test value) …)`: the mistake is the form, one of its clauses, or in one. */
const clause: Recognizer = ({ source }, _, { form, outer, outermost }) => {
  for (const each of [form, outer, outermost]) {
    const found = each && adviceFor(each, clauseHint(source, each));
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Functions that take an operator as an argument. */
const takesFunction: ReadonlySet<string> = new Set(
  (
    "reduce map mapv apply sort sort-by filter filterv remove update update-in swap! merge-with " +
    "partial comp juxt fnil reductions mapcat pmap group-by partition-by max-key min-key some " +
    "every? complement trampoline reduce-kv update-vals update-keys iterate keep map-indexed " +
    "for doseq subseq rsubseq run! transduce into completing sorted-map-by sorted-set-by vswap! alter-var-root ->"
  ).split(" "),
);

/** `(x + y)` */
const calculation: Recognizer = ({ source }, mistake, place) => {
  for (const form of [place.form, place.outer]) {
    if (form === undefined || !mayCalculate(form, mistake, place)) continue;
    const text = withCalculation(source, form);
    if (text !== undefined) return adviceFor(form, calculationHint(text));
  }
  return undefined;
};

function mayCalculate(form: Form, { kind, message }: FoundMistake, place: Place): boolean {
  if (!("items" in form) || takesFunction.has(plainName(form.items[0]) ?? "")) return false;
  const index = infixIndex(form.items);
  if (index === -1 || form.items.some((item) => plainName(item) === "=>")) return false;
  if (form === place.outer) {
    if (kind === "invalid_form") return message.includes("has no value");
    const isOperator = isInfix(place.siblings, place.index);
    return kind === "unbound_var" && (hasSign(form.items) || isOperator);
  }
  switch (kind) {
    case "not_callable":
      return index === 1;
    case "arity_error":
      return form.items[0]?.type === "keyword" || index > 1;
    case "type_error":
      return index > 1 && message.includes("a function");
    default:
      return kind === "invalid_form" || kind === "invalid_binding";
  }
}

/** `(-> xs (map f))` */
const threading: Recognizer = ({ source }, { kind }, { form, outer, outermost }) => {
  if (kind === "unbound_var") return undefined;
  for (const [thread, step] of [
    [outer, form],
    [outermost, outer],
  ]) {
    if (thread === undefined || step === undefined) continue;
    if (step !== form && step.type !== "function") continue;
    const found = adviceFor(thread, threadHint(source, thread, step));
    if (found !== undefined) return found;
  }
  return undefined;
};

/** `(map xs f)` and `(get-in m "a.b")` */
const argument: Recognizer = ({ source }, mistake, { form }) => {
  const { kind } = mistake;
  if (kind === "arity_error")
    return adviceFor(form, arityHint(source, form) ?? iterationHint(source, form));
  if (kind === "invalid_binding") return adviceFor(form, parameterHint(source, form));
  return kind === "type_error" ? adviceFor(form, argumentHint(source, form, mistake)) : undefined;
};

const statements: ReadonlySet<string> = new Set(["return", "fail", "throw", "println", "print"]);

/** `return x`, as two forms of a body. */
const statement: Recognizer = ({ source }, _, { form, outer, siblings, index }) => {
  const argument = siblings[index + 1];
  if (form.type !== "symbol" || argument === undefined || !isBody(outer)) return undefined;
  if (!statements.has(plainName(form) ?? "")) return undefined;
  return {
    hint: `write (${symbolText(form)} ${written(source, argument)})`,
    span: { start: form.span.start, end: argument.span.end },
  };
};

/** `(x)` and `((f x))`: parentheses around a value. */
const extraParentheses: Recognizer = ({ source }, { kind, message }, { form }) => {
  const isValue = kind === "not_callable" || message.includes("called as a function");
  if (!isValue || form.type !== "list") return undefined;
  const [head, ...others] = form.items;
  if (head === undefined || others.length > 0) return undefined;
  if (head.type !== "symbol" && head.type !== "list") return undefined;
  return adviceFor(
    form,
    `parentheses call: for the value itself write ${written(source, head)} without them`,
  );
};

function adviceFor({ span }: Form, hint: string | undefined): FormAdvice | undefined {
  return hint === undefined ? undefined : { hint, span };
}

/** A comment as in SQL and Lua: `-- the sum`. A call of `--` has one argument. */
function comment(
  _program: MistakenProgram,
  { span }: FoundMistake,
  { form, outer, siblings, index }: Place,
): FormAdvice | undefined {
  if (form.type !== "symbol" || !/^--/.test(form.name)) return undefined;
  const isCall = outer?.type === "list" && index === 0 && siblings.length <= 2;
  return isCall ? undefined : { hint: "a comment starts with ;", span };
}

/** `#(fn [x] x)` returns a function, and `#(:status "paid")` takes no argument. */
function functionLiteral(
  { source }: MistakenProgram,
  { kind, message }: FoundMistake,
  { form }: Place,
): FormAdvice | undefined {
  if (kind !== "arity_error" || !message.includes("takes 0 arguments") || !("items" in form))
    return undefined;
  const literal = form.items.find((item) => item.type === "function");
  if (literal?.type !== "function") return undefined;
  const [head, value, ...others] = literal.items;
  if (plainName(head) === "fn")
    return adviceFor(
      literal,
      `#(…) makes a function of its own: write only (${writtenAll(source, literal.items)})`,
    );
  const isComparison = head?.type === "keyword" && value !== undefined && others.length === 0;
  const example = isComparison
    ? `#(= (${written(source, head)} %) ${written(source, value)})`
    : "#(f %)";
  return adviceFor(literal, `the argument of #(…) is %: write ${example}`);
}

const recognizers: readonly Recognizer[] = [
  toolCall,
  foreignCall,
  contextField,
  fieldPattern,
  text,
  adjacent,
  clause,
  calculation,
  threading,
  argument,
  statement,
  extraParentheses,
  comment,
  functionLiteral,
];
