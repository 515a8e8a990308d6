// The table of special forms: one entry for each, handlers beside it in forms/. Arity errors, suggestions and the
// generated documents read this table; what each does is told in `special-form-documents.ts`.

import type { Form } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import type { ListForm } from "./form-tools.ts";
import type { Context } from "./scope.ts";
import type { Node } from "./core-tree.ts";
import { analyseAnd, analyseCase, analyseIf, analyseOr, rewriteCond, rewriteCondp, rewriteIfLet, rewriteIfNot, rewriteIfSome, rewriteWhen, rewriteWhenFirst, rewriteWhenLet, rewriteWhenNot, rewriteWhenSome } from "./forms/conditionals.ts";
import { analyseDef, analyseDefn, analyseDefonce, analyseDeclare } from "./forms/definitions.ts";
import { analyseFn } from "./analyse-function.ts";
import { analyseDo, analyseFail, analyseLet, analyseLoop, analyseQuote, analyseRecur, analyseReturn, analyseThrow, ignoreComment, rewriteDotimes, rewriteWhile } from "./forms/control.ts";
import { analyseTry, misplacedClause, rewriteAssert } from "./forms/exceptions.ts";
import { analyseDoseq, analyseFor } from "./forms/iteration.ts";
import { rewriteDot, rewriteDotDot, rewriteNew } from "./forms/java-calls.ts";
import { analyseLetfn } from "./forms/local-functions.ts";
import { analyseTask } from "./forms/tasks.ts";
import { rewriteAs, rewriteCondFirst, rewriteCondLast, rewriteFirst, rewriteLast, rewriteSomeFirst, rewriteSomeLast } from "./forms/threading.ts";

/** What a special form does with its arguments. */
export type SpecialFormHandler = (analysis: Analysis, form: ListForm, args: readonly Form[], context: Context) => Node;

export interface SpecialForm {
  readonly forms: readonly string[];
  /** How many arguments it takes, in words. */
  readonly arity: string;
  accepts(count: number): boolean;
  readonly analyse: SpecialFormHandler;
}

/** Analyses the form that `rewrite` makes of a call. */
function rewriting(rewrite: (analysis: Analysis, form: ListForm, args: readonly Form[]) => Form | Node): SpecialFormHandler {
  return (analysis, form, args, context) => {
    const result = rewrite(analysis, form, args);
    return "site" in result ? result : analysis.analyse(result, context);
  };
}

function entry(least: number, most: number, forms: readonly string[], analyse: SpecialFormHandler): SpecialForm {
  const count = (number: number): string => `${String(number)} argument${number === 1 ? "" : "s"}`;
  const arity = least === most ? count(least) : most === Infinity ? `at least ${count(least)}` : `${String(least)} to ${count(most)}`;
  return { forms, arity, accepts: (given) => given >= least && given <= most, analyse };
}

/** Every special form by its name. */
export const specialForms: ReadonlyMap<string, SpecialForm> = new Map([
  ["if", entry(2, 3, ["(if test then)", "(if test then else)"], analyseIf)],
  ["if-not", entry(2, 3, ["(if-not test then else)"], rewriting(rewriteIfNot))],
  ["when", entry(1, Infinity, ["(when test body ...)"], rewriting(rewriteWhen))],
  ["when-not", entry(1, Infinity, ["(when-not test body ...)"], rewriting(rewriteWhenNot))],
  ["cond", entry(0, Infinity, ["(cond test value ... :else value)"], rewriting(rewriteCond))],
  ["case", entry(1, Infinity, ["(case value constant result ... default)"], analyseCase)],
  ["condp", entry(2, Infinity, ["(condp pred value test result ... default)", "(condp pred value test :>> f ...)"], rewriting(rewriteCondp))],
  ["if-let", entry(2, 3, ["(if-let [name value] then else)"], rewriting(rewriteIfLet))],
  ["when-let", entry(1, Infinity, ["(when-let [name value] body ...)"], rewriting(rewriteWhenLet))],
  ["if-some", entry(2, 3, ["(if-some [name value] then else)"], rewriting(rewriteIfSome))],
  ["when-some", entry(1, Infinity, ["(when-some [name value] body ...)"], rewriting(rewriteWhenSome))],
  ["when-first", entry(1, Infinity, ["(when-first [name coll] body ...)"], rewriting(rewriteWhenFirst))],
  ["and", entry(0, Infinity, ["(and x ...)"], analyseAnd)],
  ["or", entry(0, Infinity, ["(or x ...)"], analyseOr)],
  ["do", entry(0, Infinity, ["(do form ...)"], analyseDo)],
  ["let", entry(1, Infinity, ["(let [name value ...] body ...)"], analyseLet)],
  ["loop", entry(1, Infinity, ["(loop [name value ...] body ...)"], analyseLoop)],
  ["recur", entry(0, Infinity, ["(recur value ...)"], analyseRecur)],
  ["dotimes", entry(1, Infinity, ["(dotimes [i n] body ...)"], rewriting(rewriteDotimes))],
  ["while", entry(1, Infinity, ["(while test body ...)"], rewriting(rewriteWhile))],
  ["fn", entry(1, Infinity, ["(fn [x ...] body ...)", "(fn name ([x] ...) ([x y] ...))"], analyseFn)],
  ["letfn", entry(1, Infinity, ["(letfn [(name [x ...] body ...) ...] body ...)"], analyseLetfn)],
  ["def", entry(1, 3, ["(def name value)", "(def name doc value)"], analyseDef)],
  ["defonce", entry(2, 2, ["(defonce name value)"], analyseDefonce)],
  ["defn", entry(2, Infinity, ["(defn name [x ...] body ...)", "(defn name doc ([x] ...) ([x y] ...))"], analyseDefn)],
  ["defn-", entry(2, Infinity, ["(defn- name [x ...] body ...)"], analyseDefn)],
  ["declare", entry(0, Infinity, ["(declare name ...)"], analyseDeclare)],
  ["for", entry(2, 2, ["(for [name coll ...] body)"], analyseFor)],
  ["doseq", entry(1, Infinity, ["(doseq [name coll ...] body ...)"], analyseDoseq)],
  ["->", entry(1, Infinity, ["(-> x form ...)"], rewriting(rewriteFirst))],
  ["->>", entry(1, Infinity, ["(->> x form ...)"], rewriting(rewriteLast))],
  ["as->", entry(2, Infinity, ["(as-> x name form ...)"], rewriting(rewriteAs))],
  ["cond->", entry(1, Infinity, ["(cond-> x test form ...)"], rewriting(rewriteCondFirst))],
  ["cond->>", entry(1, Infinity, ["(cond->> x test form ...)"], rewriting(rewriteCondLast))],
  ["some->", entry(1, Infinity, ["(some-> x form ...)"], rewriting(rewriteSomeFirst))],
  ["some->>", entry(1, Infinity, ["(some->> x form ...)"], rewriting(rewriteSomeLast))],
  ["try", entry(0, Infinity, ["(try body ... (catch Class e handler ...) (finally clean-up ...))"], analyseTry)],
  ["catch", entry(0, Infinity, ["(catch Class e handler ...)"], misplacedClause)],
  ["finally", entry(0, Infinity, ["(finally clean-up ...)"], misplacedClause)],
  ["throw", entry(1, 1, ["(throw (ex-info message data))"], analyseThrow)],
  ["assert", entry(1, 2, ["(assert test)", "(assert test message)"], rewriting(rewriteAssert))],
  [".", entry(2, Infinity, ["(. x method arg ...)"], rewriting(rewriteDot))],
  ["..", entry(2, Infinity, ["(.. x method (method arg ...) ...)"], rewriting(rewriteDotDot))],
  ["new", entry(1, Infinity, ["(new Class arg ...)"], rewriting(rewriteNew))],
  ["task", entry(2, Infinity, ["(task id body ...)"], analyseTask)],
  ["quote", entry(1, 1, ["(quote form)"], analyseQuote)],
  ["comment", entry(0, Infinity, ["(comment ...)"], ignoreComment)],
  ["return", entry(1, 1, ["(return value)"], analyseReturn)],
  ["fail", entry(1, 1, ["(fail reason)", "(fail {:reason :name :message text})"], analyseFail)],
]);

export function findSpecialForm(name: string): SpecialForm | undefined {
  return specialForms.get(name);
}

export function isSpecialForm(name: string): boolean {
  return specialForms.has(name);
}

export function specialFormNames(): Iterable<string> {
  return specialForms.keys();
}
