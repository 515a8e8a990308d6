// Building and reading forms, for special forms that are defined by rewriting.

import type { Form, Span } from "@ptc/parser";

export type ListForm = Extract<Form, { type: "list" }>;
export type SymbolForm = Extract<Form, { type: "symbol" }>;
export type TaggedForm = Extract<Form, { type: "tagged" }>;

export function symbolForm(name: string, span: Span): Form {
  return { type: "symbol", name, span };
}

// Those that take forms one by one are for few of them: a host's stack does not hold the many that
// stand in a long source.

export function listForm(span: Span, ...items: readonly Form[]): Form {
  return { type: "list", items, span };
}

export function vectorForm(span: Span, ...items: readonly Form[]): Form {
  return { type: "vector", items, span };
}

export function nilForm(span: Span): Form {
  return { type: "nil", span };
}

/**
 * A list that calls the special form or builtin `name`, whatever the program has bound that name
 * to.
 */
export function coreCall(name: string, span: Span, ...args: readonly Form[]): Form {
  return callOf(name, span, args);
}

/** The same call of any number of arguments. */
export function callOf(name: string, span: Span, args: readonly Form[]): Form {
  const head: Form = { type: "symbol", namespace: "clojure.core", name, span };
  return { type: "list", items: [head, ...args], span };
}

/** A name no program can write, for values a rewrite needs twice. */
export function hiddenName(purpose: string, span: Span): SymbolForm {
  return { type: "symbol", name: `(${purpose} ${String(span.start)}:${String(span.end)})`, span };
}

/** The name of a plain symbol without namespace. */
export function plainName(form: Form | undefined): string | undefined {
  return form?.type === "symbol" && form.namespace === undefined ? form.name : undefined;
}

/** A symbol as it is written. */
export function symbolText(form: SymbolForm): string {
  return form.namespace === undefined ? form.name : `${form.namespace}/${form.name}`;
}
