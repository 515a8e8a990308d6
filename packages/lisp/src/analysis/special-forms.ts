// The handlers of special forms: an entry for each name of catalog/special-form-documents.ts, which
// documents the form. The handlers are in forms/; those of rarely used forms load lazily.

import type { SpecialFormName } from "../catalog/special-form-documents.ts";
import {
  analyzeAnd,
  analyzeIf,
  analyzeOr,
  rewriteCond,
  rewriteIfNot,
  rewriteWhen,
  rewriteWhenNot,
} from "./forms/conditionals.ts";
import { analyzeDef, analyzeDefn, analyzeDefonce, analyzeDeclare } from "./forms/definitions.ts";
import { analyzeFn } from "./analyze-function.ts";
import {
  analyzeDo,
  analyzeFail,
  analyzeQuote,
  analyzeReturn,
  ignoreComment,
} from "./forms/control.ts";
import { analyzeLet, analyzeLoop, analyzeRecur } from "./forms/let-and-loop.ts";
import { analyzeDoseq, analyzeFor } from "./forms/iteration.ts";
import { entry, rewriting, type SpecialForm } from "./special-form.ts";
import { lazy } from "./lazy-form.ts";
import { rewriteFirst, rewriteLast } from "./forms/threading.ts";

/** An entry for each special form that has a document, and for no other name. */
const analyzers: Readonly<Record<SpecialFormName, SpecialForm>> = {
  if: entry(2, 3, analyzeIf),
  "if-not": entry(2, 3, rewriting(rewriteIfNot)),
  when: entry(1, Infinity, rewriting(rewriteWhen)),
  "when-not": entry(1, Infinity, rewriting(rewriteWhenNot)),
  cond: entry(0, Infinity, rewriting(rewriteCond)),
  case: entry(1, Infinity, lazy("case")),
  condp: entry(2, Infinity, lazy("condp")),
  "if-let": entry(2, 3, lazy("if-let")),
  "when-let": entry(1, Infinity, lazy("when-let")),
  "if-some": entry(2, 3, lazy("if-some")),
  "when-some": entry(1, Infinity, lazy("when-some")),
  "when-first": entry(1, Infinity, lazy("when-first")),
  and: entry(0, Infinity, analyzeAnd),
  or: entry(0, Infinity, analyzeOr),
  do: entry(0, Infinity, analyzeDo),
  let: entry(1, Infinity, analyzeLet),
  loop: entry(1, Infinity, analyzeLoop),
  recur: entry(0, Infinity, analyzeRecur),
  dotimes: entry(1, Infinity, lazy("dotimes")),
  while: entry(1, Infinity, lazy("while")),
  fn: entry(1, Infinity, analyzeFn),
  letfn: entry(1, Infinity, lazy("letfn")),
  def: entry(1, 3, analyzeDef),
  defonce: entry(2, 2, analyzeDefonce),
  defn: entry(2, Infinity, analyzeDefn),
  "defn-": entry(2, Infinity, analyzeDefn),
  declare: entry(0, Infinity, analyzeDeclare),
  for: entry(2, 2, analyzeFor),
  "lazy-seq": entry(0, Infinity, lazy("lazy-seq")),
  "lazy-cat": entry(0, Infinity, lazy("lazy-cat")),
  doseq: entry(1, Infinity, analyzeDoseq),
  "->": entry(1, Infinity, rewriting(rewriteFirst)),
  "->>": entry(1, Infinity, rewriting(rewriteLast)),
  "as->": entry(2, Infinity, lazy("as->")),
  "cond->": entry(1, Infinity, lazy("cond->")),
  "cond->>": entry(1, Infinity, lazy("cond->>")),
  "some->": entry(1, Infinity, lazy("some->")),
  "some->>": entry(1, Infinity, lazy("some->>")),
  try: entry(0, Infinity, lazy("try")),
  catch: entry(0, Infinity, lazy("catch")),
  finally: entry(0, Infinity, lazy("finally")),
  throw: entry(1, 1, lazy("throw")),
  assert: entry(1, 2, lazy("assert")),
  ".": entry(2, Infinity, lazy(".")),
  "..": entry(2, Infinity, lazy("..")),
  new: entry(1, Infinity, lazy("new")),
  doto: entry(1, Infinity, lazy("doto")),
  delay: entry(0, Infinity, lazy("delay")),
  "with-out-str": entry(0, Infinity, lazy("with-out-str")),
  time: entry(1, 1, lazy("time")),
  task: entry(2, Infinity, lazy("task")),
  quote: entry(1, 1, analyzeQuote),
  comment: entry(0, Infinity, ignoreComment),
  ns: entry(1, Infinity, lazy("ns")),
  require: entry(1, Infinity, lazy("require")),
  use: entry(1, Infinity, lazy("use")),
  import: entry(1, Infinity, lazy("import")),
  return: entry(1, 1, analyzeReturn),
  fail: entry(1, 1, analyzeFail),
};

/** The special forms by name. */
export const specialForms: ReadonlyMap<string, SpecialForm> = new Map(Object.entries(analyzers));

export function findSpecialForm(name: string): SpecialForm | undefined {
  return specialForms.get(name);
}

export function isSpecialForm(name: string): boolean {
  return specialForms.has(name);
}

export function specialFormNames(): Iterable<string> {
  return specialForms.keys();
}
