// Types and names of values: `type`, and conversions between keywords and text.

import { Keyword, LazySequence, SymbolValue, typeName, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { chargeText, spendText } from "./text-cost.ts";
import { row, type BuiltinRow } from "../row.ts";

/** Like Clojure, returns nil for a value that isn't a name. */
function toKeyword(branch: Branch, value: Value): Value {
  if (value instanceof Keyword) return value;
  if (value instanceof SymbolValue) return new Keyword(value.text);
  if (typeof value !== "string") return null;
  chargeText(branch, value.length);
  return new Keyword(value);
}

function qualifiedKeyword(branch: Branch, namespace: Value, name: Value): Value {
  if (typeof name !== "string") throw wrongType("keyword", "a string as name", name);
  if (namespace === null) return toKeyword(branch, name);
  if (typeof namespace !== "string") throw wrongType("keyword", "a string as namespace", namespace);
  chargeText(branch, namespace.length + name.length);
  return new Keyword(`${namespace}/${name}`);
}

function toSymbol(branch: Branch, value: Value): Value {
  if (value instanceof SymbolValue) return value;
  if (value instanceof Keyword) return new SymbolValue(value.text);
  if (typeof value !== "string") throw wrongType("symbol", "a string, keyword or symbol", value);
  chargeText(branch, value.length);
  return new SymbolValue(value);
}

function qualifiedSymbol(branch: Branch, namespace: Value, name: Value): Value {
  if (typeof name !== "string") throw wrongType("symbol", "a string as name", name);
  if (namespace === null) return toSymbol(branch, name);
  if (typeof namespace !== "string") throw wrongType("symbol", "a string as namespace", namespace);
  chargeText(branch, namespace.length + name.length);
  return toSymbol(branch, `${namespace}/${name}`);
}

function nameOf(branch: Branch, value: Value): string {
  if (value instanceof Keyword || value instanceof SymbolValue) {
    spendText(branch, value.text.length);
    return value.name;
  }
  if (typeof value === "string") return value;
  throw wrongType(
    "name",
    "a keyword or string",
    value,
    value === null ? undefined : "use str to convert any value",
  );
}

function namespaceOf(branch: Branch, value: Value): string | null {
  if (!(value instanceof Keyword || value instanceof SymbolValue))
    throw wrongType("namespace", "a keyword or symbol", value);
  spendText(branch, value.text.length);
  return value.namespace ?? null;
}

function typeOf(value: Value): Keyword | null {
  if (value === null) return null;
  return new Keyword(value instanceof LazySequence ? "sequence" : typeName(value));
}

export const nameRows: readonly BuiltinRow[] = [
  row("type", "(type x)", {
    doc: "Returns the type of x: :number, :string, :keyword, :boolean, :vector, :map, :set, :function, :regex…; nil for nil.",
    example: ["(type [1 2])", ":vector"],
    readsElements: false,
    arities: { 1: (_, value) => typeOf(value) },
  }),
  row("keyword", ["(keyword x)", "(keyword namespace name)"], {
    doc: "Makes a keyword of any text; a keyword stays unchanged.",
    example: ['(keyword "status")', ":status"],
    readsElements: false,
    arities: { 1: toKeyword, 2: qualifiedKeyword },
  }),
  row("symbol", ["(symbol x)", "(symbol namespace name)"], {
    doc: "Makes a symbol, like a quoted name.",
    example: ['(= (symbol "a") (quote a))', "true"],
    arities: { 1: toSymbol, 2: qualifiedSymbol },
  }),
  row("name", "(name x)", {
    doc: "Returns the name of a keyword or symbol, or a string unchanged.",
    example: ["(name :status)", '"status"'],
    readsElements: false,
    arities: { 1: nameOf },
  }),
  row("namespace", "(namespace x)", {
    doc: "Returns the namespace of a keyword or symbol, or nil.",
    example: ["(namespace :order/id)", '"order"'],
    readsElements: false,
    arities: { 1: namespaceOf },
  }),
];
