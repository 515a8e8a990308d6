// Helpers that build forms, for special forms that are defined by rewriting.

import type { Form, Span } from "@ptc/parser";
import type { SymbolForm } from "./form-tools.ts";

export function symbolForm(name: string, span: Span): Form {
  return { type: "symbol", name, span };
}

// Functions with rest parameters are for small numbers of forms. The many forms of a long source
// would overflow the host's stack.

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
 * Returns a list that calls the special form or builtin `name`, even if the program has bound that
 * name to something else.
 */
export function coreCall(name: string, span: Span, ...args: readonly Form[]): Form {
  return callOf(name, span, args);
}

/** Like `coreCall`, for any number of arguments. */
export function callOf(name: string, span: Span, args: readonly Form[]): Form {
  const head: Form = { type: "symbol", namespace: "clojure.core", name, span };
  return { type: "list", items: [head, ...args], span };
}

/** Returns a name that a program can't write, for values that a rewrite needs twice. */
export function hiddenName(purpose: string, span: Span): SymbolForm {
  return { type: "symbol", name: `(${purpose} ${String(span.start)}:${String(span.end)})`, span };
}
