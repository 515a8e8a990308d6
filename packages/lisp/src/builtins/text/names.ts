// What values are called: `type`, and keywords from text and back.

import { Keyword, LazySequence, SymbolValue, typeName, type Value } from "@ptc/core/values";
import { EvaluationError } from "../../evaluation/errors.ts";
import type { Branch } from "../../evaluation/branch.ts";
import { wrongType } from "../../evaluation/expectations.ts";
import { chargeText, spendText } from "./text-cost.ts";
import { row, type BuiltinRow } from "../row.ts";

/**
 * What would end or split a keyword when it is read: white space, delimiters, control and other
 * invisible characters.
 */
const unreadable = /[\s\p{C}\p{Z},()[\]{}"`~@^;\\\u2018-\u201f]/u;

/** A colon or slash at an end, two in a row, or nothing but punctuation (DIV-34, DIV-35). */
const misshapen = /^[:/]|[:/]$|[:/][:/]|^[^\p{L}\p{N}]*$/u;

/** @throws EvaluationError for text that no keyword can be written with */
function keywordOf(text: string): Keyword {
  if (!unreadable.test(text) && !misshapen.test(text)) return new Keyword(text);
  throw new EvaluationError(
    "argument_error",
    `keyword: ${JSON.stringify(text.slice(0, 40))} cannot be written as a keyword`,
    {
      op: "keyword",
      hint: "keep the string as the key: maps find their fields by string and by keyword",
    },
  );
}

/** Nil for what names nothing, as in Clojure. */
function toKeyword(branch: Branch, value: Value): Value {
  if (value instanceof Keyword) return value;
  if (value instanceof SymbolValue) return new Keyword(value.text);
  if (typeof value !== "string") return null;
  chargeText(branch, value.length);
  return keywordOf(value);
}

function qualifiedKeyword(branch: Branch, namespace: Value, name: Value): Value {
  if (typeof name !== "string") throw wrongType("keyword", "a string as name", name);
  if (namespace === null) return toKeyword(branch, name);
  if (typeof namespace !== "string") throw wrongType("keyword", "a string as namespace", namespace);
  chargeText(branch, namespace.length + name.length);
  return keywordOf(`${namespace}/${name}`);
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
    value === null ? undefined : "use str to make text of any value",
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
    doc: "The type of x as a keyword: :number, :string, :keyword, :boolean, :vector, :map, :set, :function, :regex…; nil for nil.",
    example: ["(type [1 2])", ":vector"],
    arities: { 1: (_, value) => typeOf(value) },
  }),
  row("keyword", ["(keyword x)", "(keyword namespace name)"], {
    doc: "The keyword of that name; a keyword stays what it is.",
    example: ['(keyword "status")', ":status"],
    arities: { 1: toKeyword, 2: qualifiedKeyword },
  }),
  row("symbol", ["(symbol x)", "(symbol namespace name)"], {
    doc: "The symbol of that name, as a quoted name yields it.",
    example: ['(= (symbol "a") (quote a))', "true"],
    arities: { 1: toSymbol, 2: qualifiedSymbol },
  }),
  row("name", "(name x)", {
    doc: "The name of a keyword or symbol as a string; a string stays what it is.",
    example: ["(name :status)", '"status"'],
    arities: { 1: nameOf },
  }),
  row("namespace", "(namespace x)", {
    doc: "The namespace of a keyword or symbol as a string, nil when it has none.",
    example: ["(namespace :order/id)", '"order"'],
    arities: { 1: namespaceOf },
  }),
];
