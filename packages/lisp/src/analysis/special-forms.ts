// The table of special forms: one entry for each, handlers beside it in forms/. Arity errors, suggestions and the
// generated documents read this table.

import type { Form } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import type { ListForm } from "./form-tools.ts";
import type { Context } from "./scope.ts";
import type { Node } from "./core-tree.ts";
import { analyseAnd, analyseCase, analyseIf, analyseOr, rewriteCond, rewriteIfLet, rewriteIfNot, rewriteIfSome, rewriteWhen, rewriteWhenLet, rewriteWhenNot, rewriteWhenSome } from "./forms/conditionals.ts";
import { analyseDef, analyseDefn, analyseDefonce, analyseDeclare } from "./forms/definitions.ts";
import { analyseFn } from "./analyse-function.ts";
import { analyseDo, analyseFail, analyseLet, analyseLoop, analyseQuote, analyseRecur, analyseReturn, ignoreComment, rewriteDotimes, rewriteWhile } from "./forms/control.ts";
import { analyseDoseq, analyseFor } from "./forms/iteration.ts";
import { rewriteAs, rewriteCondFirst, rewriteCondLast, rewriteFirst, rewriteLast, rewriteSomeFirst, rewriteSomeLast } from "./forms/threading.ts";

/** What a special form does with its arguments. */
export type SpecialFormHandler = (analysis: Analysis, form: ListForm, args: readonly Form[], context: Context) => Node;

export interface SpecialForm {
  readonly forms: readonly string[];
  readonly doc: string;
  readonly example: readonly [source: string, printed: string];
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

function entry(least: number, most: number, forms: readonly string[], doc: string, example: readonly [string, string], analyse: SpecialFormHandler): SpecialForm {
  const count = (number: number): string => `${String(number)} argument${number === 1 ? "" : "s"}`;
  const arity = least === most ? count(least) : most === Infinity ? `at least ${count(least)}` : `${String(least)} to ${count(most)}`;
  return { forms, doc, example, arity, accepts: (given) => given >= least && given <= most, analyse };
}

/** Every special form by its name. */
export const specialForms: ReadonlyMap<string, SpecialForm> = new Map([
  ["if", entry(2, 3, ["(if test then)", "(if test then else)"], "The second form when the test is true, else the third or nil.", ["(if (> 3 2) :yes :no)", ":yes"], analyseIf)],
  ["if-not", entry(2, 3, ["(if-not test then else)"], "Like if with the test turned round.", ["(if-not nil 1 2)", "1"], rewriting(rewriteIfNot))],
  ["when", entry(1, Infinity, ["(when test body ...)"], "The body when the test is true, else nil.", ["(when true 1 2)", "2"], rewriting(rewriteWhen))],
  ["when-not", entry(1, Infinity, ["(when-not test body ...)"], "The body when the test is false, else nil.", ["(when-not false 1)", "1"], rewriting(rewriteWhenNot))],
  ["cond", entry(0, Infinity, ["(cond test value ... :else value)"], "The value of the first test that is true.", ["(cond false 1 :else 2)", "2"], rewriting(rewriteCond))],
  ["case", entry(1, Infinity, ["(case value constant result ... default)"], "The result beside the constant equal to the value; a list of constants matches any of them.", ["(case 2 1 :one (2 3) :few :many)", ":few"], analyseCase)],
  ["if-let", entry(2, 3, ["(if-let [name value] then else)"], "Binds the value when it is true and evaluates then, else the other.", ["(if-let [x 1] (inc x) 0)", "2"], rewriting(rewriteIfLet))],
  ["when-let", entry(1, Infinity, ["(when-let [name value] body ...)"], "Binds the value when it is true and evaluates the body.", ["(when-let [x nil] x)", "nil"], rewriting(rewriteWhenLet))],
  ["if-some", entry(2, 3, ["(if-some [name value] then else)"], "Like if-let, for every value but nil.", ["(if-some [x false] [x] 0)", "[false]"], rewriting(rewriteIfSome))],
  ["when-some", entry(1, Infinity, ["(when-some [name value] body ...)"], "Like when-let, for every value but nil.", ["(when-some [x 1] x)", "1"], rewriting(rewriteWhenSome))],
  ["and", entry(0, Infinity, ["(and x ...)"], "The first false value, else the last.", ["(and 1 nil 2)", "nil"], analyseAnd)],
  ["or", entry(0, Infinity, ["(or x ...)"], "The first true value, else the last.", ["(or nil 2)", "2"], analyseOr)],
  ["do", entry(0, Infinity, ["(do form ...)"], "Evaluates the forms in order; the value of the last.", ["(do 1 2)", "2"], analyseDo)],
  ["let", entry(1, Infinity, ["(let [name value ...] body ...)"], "Binds names for the body; patterns take vectors and maps apart.", ["(let [[a b] [1 2]] (+ a b))", "3"], analyseLet)],
  ["loop", entry(1, Infinity, ["(loop [name value ...] body ...)"], "Like let; recur goes back to its start with new values.", ["(loop [i 0] (if (< i 3) (recur (inc i)) i))", "3"], analyseLoop)],
  ["recur", entry(0, Infinity, ["(recur value ...)"], "Goes back to the enclosing loop or function.", ["(loop [n 5 acc 1] (if (= n 1) acc (recur (dec n) (* acc n))))", "120"], analyseRecur)],
  ["dotimes", entry(1, Infinity, ["(dotimes [i n] body ...)"], "Evaluates the body n times with i from 0.", ["(dotimes [i 3] i)", "nil"], rewriting(rewriteDotimes))],
  ["while", entry(1, Infinity, ["(while test body ...)"], "Evaluates the body while the test is true.", ["(while false 1)", "nil"], rewriting(rewriteWhile))],
  ["fn", entry(1, Infinity, ["(fn [x ...] body ...)", "(fn name ([x] ...) ([x y] ...))"], "A function.", ["((fn [x] (* x x)) 4)", "16"], analyseFn)],
  ["def", entry(1, 3, ["(def name value)", "(def name doc value)"], "Keeps a value under a name, in later turns too.", ["(do (def x 5) (inc x))", "6"], analyseDef)],
  ["defonce", entry(2, 2, ["(defonce name value)"], "Like def, unless the name has a value already.", ["(do (defonce y 1) y)", "1"], analyseDefonce)],
  ["defn", entry(2, Infinity, ["(defn name [x ...] body ...)", "(defn name doc ([x] ...) ([x y] ...))"], "Keeps a function under a name.", ["(do (defn twice [x] (* 2 x)) (twice 4))", "8"], analyseDefn)],
  ["defn-", entry(2, Infinity, ["(defn- name [x ...] body ...)"], "The same as defn.", ["(do (defn- f [] 1) (f))", "1"], analyseDefn)],
  ["declare", entry(0, Infinity, ["(declare name ...)"], "Announces names that are defined later.", ["(do (declare g) (defn f [] (g)) (defn g [] 7) (f))", "7"], analyseDeclare)],
  ["for", entry(2, 2, ["(for [name coll ...] body)"], "The value of the body for every element; :let, :when and :while between the bindings.", ["(for [x [1 2 3] :when (odd? x)] (* x x))", "[1 9]"], analyseFor)],
  ["doseq", entry(1, Infinity, ["(doseq [name coll ...] body ...)"], "Like for, for its effects; nil.", ["(doseq [x [1 2]] (println x))", "nil"], analyseDoseq)],
  ["->", entry(1, Infinity, ["(-> x form ...)"], "Threads x through the forms as their first argument.", ["(-> 5 (- 2) inc)", "4"], rewriting(rewriteFirst))],
  ["->>", entry(1, Infinity, ["(->> x form ...)"], "Threads x through the forms as their last argument.", ["(->> [1 2 3] (map inc) (filter even?))", "[2 4]"], rewriting(rewriteLast))],
  ["as->", entry(2, Infinity, ["(as-> x name form ...)"], "Threads x through the forms under a name.", ["(as-> 5 v (- v 2) (* v v))", "9"], rewriting(rewriteAs))],
  ["cond->", entry(1, Infinity, ["(cond-> x test form ...)"], "Threads x as first argument through the forms whose test is true.", ["(cond-> 1 true inc false (* 10))", "2"], rewriting(rewriteCondFirst))],
  ["cond->>", entry(1, Infinity, ["(cond->> x test form ...)"], "Threads x as last argument through the forms whose test is true.", ["(cond->> [1 2] true (map inc))", "[2 3]"], rewriting(rewriteCondLast))],
  ["some->", entry(1, Infinity, ["(some-> x form ...)"], "Like ->, ending with nil as soon as a value is nil.", ["(some-> {:a nil} :a inc)", "nil"], rewriting(rewriteSomeFirst))],
  ["some->>", entry(1, Infinity, ["(some->> x form ...)"], "Like ->>, ending with nil as soon as a value is nil.", ["(some->> nil (map inc))", "nil"], rewriting(rewriteSomeLast))],
  ["quote", entry(1, 1, ["(quote form)"], "The form as data.", ["(quote [1 2])", "[1 2]"], analyseQuote)],
  ["comment", entry(0, Infinity, ["(comment ...)"], "Ignores everything in it; nil.", ["(comment (undefined))", "nil"], ignoreComment)],
  ["return", entry(1, 1, ["(return value)"], "Ends the program with a value, as the mission's answer.", ["(do (return 1) 2)", "1"], analyseReturn)],
  ["fail", entry(1, 1, ["(fail reason)", "(fail {:reason :name :message text})"], "Ends the program as failed.", ["(if true 1 (fail \"no\"))", "1"], analyseFail)],
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
