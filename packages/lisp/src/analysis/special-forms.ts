// How special forms are analysed: an entry for each name of catalog/special-form-documents.ts,
// which says how the form is written and what it does. The handlers stand in forms/; those of forms
// that few programs have are loaded on need.

import type { SpecialFormName } from "../catalog/special-form-documents.ts";
import {
  analyseAnd,
  analyseIf,
  analyseOr,
  rewriteCond,
  rewriteIfNot,
  rewriteWhen,
  rewriteWhenNot,
} from "./forms/conditionals.ts";
import { analyseDef, analyseDefn, analyseDefonce, analyseDeclare } from "./forms/definitions.ts";
import { analyseFn } from "./analyse-function.ts";
import {
  analyseDo,
  analyseFail,
  analyseQuote,
  analyseReturn,
  ignoreComment,
} from "./forms/control.ts";
import { analyseLet, analyseLoop, analyseRecur } from "./forms/let-and-loop.ts";
import { analyseDoseq, analyseFor } from "./forms/iteration.ts";
import { entry, rewriting, type SpecialForm } from "./special-form.ts";
import { onNeed } from "./further-forms.ts";
import { rewriteFirst, rewriteLast } from "./forms/threading.ts";

/** An analyser for each special form that has a document, and for no other name. */
const analysers: Readonly<Record<SpecialFormName, SpecialForm>> = {
  if: entry(2, 3, analyseIf),
  "if-not": entry(2, 3, rewriting(rewriteIfNot)),
  when: entry(1, Infinity, rewriting(rewriteWhen)),
  "when-not": entry(1, Infinity, rewriting(rewriteWhenNot)),
  cond: entry(0, Infinity, rewriting(rewriteCond)),
  case: entry(1, Infinity, onNeed("case")),
  condp: entry(2, Infinity, onNeed("condp")),
  "if-let": entry(2, 3, onNeed("if-let")),
  "when-let": entry(1, Infinity, onNeed("when-let")),
  "if-some": entry(2, 3, onNeed("if-some")),
  "when-some": entry(1, Infinity, onNeed("when-some")),
  "when-first": entry(1, Infinity, onNeed("when-first")),
  and: entry(0, Infinity, analyseAnd),
  or: entry(0, Infinity, analyseOr),
  do: entry(0, Infinity, analyseDo),
  let: entry(1, Infinity, analyseLet),
  loop: entry(1, Infinity, analyseLoop),
  recur: entry(0, Infinity, analyseRecur),
  dotimes: entry(1, Infinity, onNeed("dotimes")),
  while: entry(1, Infinity, onNeed("while")),
  fn: entry(1, Infinity, analyseFn),
  letfn: entry(1, Infinity, onNeed("letfn")),
  def: entry(1, 3, analyseDef),
  defonce: entry(2, 2, analyseDefonce),
  defn: entry(2, Infinity, analyseDefn),
  "defn-": entry(2, Infinity, analyseDefn),
  declare: entry(0, Infinity, analyseDeclare),
  for: entry(2, 2, analyseFor),
  "lazy-seq": entry(0, Infinity, onNeed("lazy-seq")),
  "lazy-cat": entry(0, Infinity, onNeed("lazy-cat")),
  doseq: entry(1, Infinity, analyseDoseq),
  "->": entry(1, Infinity, rewriting(rewriteFirst)),
  "->>": entry(1, Infinity, rewriting(rewriteLast)),
  "as->": entry(2, Infinity, onNeed("as->")),
  "cond->": entry(1, Infinity, onNeed("cond->")),
  "cond->>": entry(1, Infinity, onNeed("cond->>")),
  "some->": entry(1, Infinity, onNeed("some->")),
  "some->>": entry(1, Infinity, onNeed("some->>")),
  try: entry(0, Infinity, onNeed("try")),
  catch: entry(0, Infinity, onNeed("catch")),
  finally: entry(0, Infinity, onNeed("finally")),
  throw: entry(1, 1, onNeed("throw")),
  assert: entry(1, 2, onNeed("assert")),
  ".": entry(2, Infinity, onNeed(".")),
  "..": entry(2, Infinity, onNeed("..")),
  new: entry(1, Infinity, onNeed("new")),
  doto: entry(1, Infinity, onNeed("doto")),
  delay: entry(0, Infinity, onNeed("delay")),
  "with-out-str": entry(0, Infinity, onNeed("with-out-str")),
  time: entry(1, 1, onNeed("time")),
  task: entry(2, Infinity, onNeed("task")),
  quote: entry(1, 1, analyseQuote),
  comment: entry(0, Infinity, ignoreComment),
  ns: entry(1, Infinity, onNeed("ns")),
  require: entry(1, Infinity, onNeed("require")),
  use: entry(1, Infinity, onNeed("use")),
  import: entry(1, Infinity, onNeed("import")),
  return: entry(1, 1, analyseReturn),
  fail: entry(1, 1, analyseFail),
};

/** Every special form by its name. */
export const specialForms: ReadonlyMap<string, SpecialForm> = new Map(Object.entries(analysers));

export function findSpecialForm(name: string): SpecialForm | undefined {
  return specialForms.get(name);
}

export function isSpecialForm(name: string): boolean {
  return specialForms.has(name);
}

export function specialFormNames(): Iterable<string> {
  return specialForms.keys();
}
