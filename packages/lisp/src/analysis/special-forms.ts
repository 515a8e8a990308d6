// How special forms are analysed: an entry for each name of catalog/special-form-documents.ts,
// which says how the form is written and what it does. The handlers stand in forms/.

import type { Form } from "@ptc/parser";
import type { SpecialFormName } from "../catalog/special-form-documents.ts";
import type { Analysis } from "./analysis.ts";
import type { ListForm } from "./form-tools.ts";
import type { Context } from "./scope.ts";
import type { Node } from "./core-tree.ts";
import {
  analyseAnd,
  analyseCase,
  analyseIf,
  analyseOr,
  rewriteCond,
  rewriteIfNot,
  rewriteWhen,
  rewriteWhenNot,
} from "./forms/conditionals.ts";
import {
  rewriteIfLet,
  rewriteIfSome,
  rewriteWhenFirst,
  rewriteWhenLet,
  rewriteWhenSome,
} from "./forms/conditional-bindings.ts";
import { rewriteCondp } from "./forms/condp.ts";
import { analyseDef, analyseDefn, analyseDefonce, analyseDeclare } from "./forms/definitions.ts";
import { analyseFn } from "./analyse-function.ts";
import {
  analyseDo,
  analyseFail,
  analyseQuote,
  analyseReturn,
  analyseThrow,
  ignoreComment,
} from "./forms/control.ts";
import {
  analyseLet,
  analyseLoop,
  analyseRecur,
  rewriteDotimes,
  rewriteWhile,
} from "./forms/let-and-loop.ts";
import { analyseDelay, analyseWithOutStr, rewriteDoto, rewriteTime } from "./forms/delayed.ts";
import { analyseTry, misplacedClause, rewriteAssert } from "./forms/exceptions.ts";
import { analyseDoseq, analyseFor } from "./forms/iteration.ts";
import { rewriteDot, rewriteDotDot, rewriteNew } from "./forms/java-calls.ts";
import { misplacedOpening } from "./libraries.ts";
import { analyseLazySeq, rewriteLazyCat } from "./forms/lazy-sequences.ts";
import { analyseLetfn } from "./forms/local-functions.ts";
import { analyseTask } from "./forms/tasks.ts";
import {
  rewriteAs,
  rewriteCondFirst,
  rewriteCondLast,
  rewriteFirst,
  rewriteLast,
  rewriteSomeFirst,
  rewriteSomeLast,
} from "./forms/threading.ts";

/** What a special form does with its arguments. */
export type SpecialFormHandler = (
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
) => Node;

export interface SpecialForm {
  /** How many arguments it takes, in words. */
  readonly arity: string;
  accepts(count: number): boolean;
  readonly analyse: SpecialFormHandler;
}

/** Analyses the form that `rewrite` makes of a call. */
function rewriting(
  rewrite: (analysis: Analysis, form: ListForm, args: readonly Form[]) => Form | Node,
): SpecialFormHandler {
  return (analysis, form, args, context) => {
    const result = rewrite(analysis, form, args);
    return "site" in result ? result : analysis.analyse(result, context);
  };
}

function entry(least: number, most: number, analyse: SpecialFormHandler): SpecialForm {
  const count = (number: number): string => `${String(number)} argument${number === 1 ? "" : "s"}`;
  const arity =
    least === most
      ? count(least)
      : most === Infinity
        ? `at least ${count(least)}`
        : `${String(least)} to ${count(most)}`;
  return { arity, accepts: (given) => given >= least && given <= most, analyse };
}

/** An analyser for each special form that has a document, and for no other name. */
const analysers: Readonly<Record<SpecialFormName, SpecialForm>> = {
  if: entry(2, 3, analyseIf),
  "if-not": entry(2, 3, rewriting(rewriteIfNot)),
  when: entry(1, Infinity, rewriting(rewriteWhen)),
  "when-not": entry(1, Infinity, rewriting(rewriteWhenNot)),
  cond: entry(0, Infinity, rewriting(rewriteCond)),
  case: entry(1, Infinity, analyseCase),
  condp: entry(2, Infinity, rewriting(rewriteCondp)),
  "if-let": entry(2, 3, rewriting(rewriteIfLet)),
  "when-let": entry(1, Infinity, rewriting(rewriteWhenLet)),
  "if-some": entry(2, 3, rewriting(rewriteIfSome)),
  "when-some": entry(1, Infinity, rewriting(rewriteWhenSome)),
  "when-first": entry(1, Infinity, rewriting(rewriteWhenFirst)),
  and: entry(0, Infinity, analyseAnd),
  or: entry(0, Infinity, analyseOr),
  do: entry(0, Infinity, analyseDo),
  let: entry(1, Infinity, analyseLet),
  loop: entry(1, Infinity, analyseLoop),
  recur: entry(0, Infinity, analyseRecur),
  dotimes: entry(1, Infinity, rewriting(rewriteDotimes)),
  while: entry(1, Infinity, rewriting(rewriteWhile)),
  fn: entry(1, Infinity, analyseFn),
  letfn: entry(1, Infinity, analyseLetfn),
  def: entry(1, 3, analyseDef),
  defonce: entry(2, 2, analyseDefonce),
  defn: entry(2, Infinity, analyseDefn),
  "defn-": entry(2, Infinity, analyseDefn),
  declare: entry(0, Infinity, analyseDeclare),
  for: entry(2, 2, analyseFor),
  "lazy-seq": entry(0, Infinity, analyseLazySeq),
  "lazy-cat": entry(0, Infinity, rewriting(rewriteLazyCat)),
  doseq: entry(1, Infinity, analyseDoseq),
  "->": entry(1, Infinity, rewriting(rewriteFirst)),
  "->>": entry(1, Infinity, rewriting(rewriteLast)),
  "as->": entry(2, Infinity, rewriting(rewriteAs)),
  "cond->": entry(1, Infinity, rewriting(rewriteCondFirst)),
  "cond->>": entry(1, Infinity, rewriting(rewriteCondLast)),
  "some->": entry(1, Infinity, rewriting(rewriteSomeFirst)),
  "some->>": entry(1, Infinity, rewriting(rewriteSomeLast)),
  try: entry(0, Infinity, analyseTry),
  catch: entry(0, Infinity, misplacedClause),
  finally: entry(0, Infinity, misplacedClause),
  throw: entry(1, 1, analyseThrow),
  assert: entry(1, 2, rewriting(rewriteAssert)),
  ".": entry(2, Infinity, rewriting(rewriteDot)),
  "..": entry(2, Infinity, rewriting(rewriteDotDot)),
  new: entry(1, Infinity, rewriting(rewriteNew)),
  doto: entry(1, Infinity, rewriting(rewriteDoto)),
  delay: entry(0, Infinity, analyseDelay),
  "with-out-str": entry(0, Infinity, analyseWithOutStr),
  time: entry(1, 1, rewriting(rewriteTime)),
  task: entry(2, Infinity, analyseTask),
  quote: entry(1, 1, analyseQuote),
  comment: entry(0, Infinity, ignoreComment),
  ns: entry(1, Infinity, misplacedOpening),
  require: entry(1, Infinity, misplacedOpening),
  use: entry(1, Infinity, misplacedOpening),
  import: entry(1, Infinity, misplacedOpening),
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
