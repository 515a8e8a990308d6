// The special forms, each with its call forms and a description. The compiler requires the table of
// analyzers (analysis/special-forms.ts) to have these names. Arity errors, `doc` and similar
// builtins, and the generated reference read these documents. They load lazily, apart from the
// analyzers, which every program needs.

export interface SpecialFormDocument {
  readonly forms: readonly string[];
  readonly doc: string;
  /** A program and its printed value; a test runs it. */
  readonly example: readonly [source: string, printed: string];
}

const documents = {
  if: {
    forms: ["(if test then)", "(if test then else)"],
    doc: "Evaluates then if the test is true, otherwise else or nil.",
    example: ["(if (> 3 2) :yes :no)", ":yes"],
  },
  "if-not": {
    forms: ["(if-not test then else)"],
    doc: "Like if with the test negated.",
    example: ["(if-not nil 1 2)", "1"],
  },
  when: {
    forms: ["(when test body ...)"],
    doc: "Evaluates body if test is true, else nil.",
    example: ["(when true 1 2)", "2"],
  },
  "when-not": {
    forms: ["(when-not test body ...)"],
    doc: "Evaluates body if test is false, else nil.",
    example: ["(when-not false 1)", "1"],
  },
  cond: {
    forms: ["(cond test value ... :else value)"],
    doc: "Returns the value of the first true test.",
    example: ["(cond false 1 :else 2)", "2"],
  },
  case: {
    forms: ["(case value constant result ... default)"],
    doc: "Returns the result of the constant equal to the value; a list matches any of its constants.",
    example: ["(case 2 1 :one (2 3) :few :many)", ":few"],
  },
  condp: {
    forms: ["(condp pred value test result ... default)", "(condp pred value test :>> f ...)"],
    doc: "Returns the result of the first test for which (pred test value) is true; :>> passes that result to f.",
    example: ["(condp < 5 10 :large 3 :middle :small)", ":middle"],
  },
  "if-let": {
    forms: ["(if-let [name value] then else)"],
    doc: "Binds the value and evaluates then if it is true, otherwise else.",
    example: ["(if-let [x 1] (inc x) 0)", "2"],
  },
  "when-let": {
    forms: ["(when-let [name value] body ...)"],
    doc: "Binds the value if it is true and evaluates the body.",
    example: ["(when-let [x nil] x)", "nil"],
  },
  "if-some": {
    forms: ["(if-some [name value] then else)"],
    doc: "Like if-let, for any value but nil.",
    example: ["(if-some [x false] [x] 0)", "[false]"],
  },
  "when-some": {
    forms: ["(when-some [name value] body ...)"],
    doc: "Like when-let, for any value but nil.",
    example: ["(when-some [x 1] x)", "1"],
  },
  "when-first": {
    forms: ["(when-first [name coll] body ...)"],
    doc: "Binds the first element, if there is one, and evaluates the body.",
    example: ["(when-first [x [1 2]] x)", "1"],
  },
  and: {
    forms: ["(and x ...)"],
    doc: "First false value, else the last.",
    example: ["(and 1 nil 2)", "nil"],
  },
  or: {
    forms: ["(or x ...)"],
    doc: "First true value, else the last.",
    example: ["(or nil 2)", "2"],
  },
  do: {
    forms: ["(do form ...)"],
    doc: "Evaluates the forms in order; returns the last.",
    example: ["(do 1 2)", "2"],
  },
  let: {
    forms: ["(let [name value ...] body ...)"],
    doc: "Binds names for the body; patterns destructure collections.",
    example: ["(let [[a b] [1 2]] (+ a b))", "3"],
  },
  loop: {
    forms: ["(loop [name value ...] body ...)"],
    doc: "Like let; recur restarts it with new values.",
    example: ["(loop [i 0] (if (< i 3) (recur (inc i)) i))", "3"],
  },
  recur: {
    forms: ["(recur value ...)"],
    doc: "Restarts the enclosing loop or function.",
    example: ["(loop [n 5 acc 1] (if (= n 1) acc (recur (dec n) (* acc n))))", "120"],
  },
  dotimes: {
    forms: ["(dotimes [i n] body ...)"],
    doc: "Evaluates the body n times with i from 0.",
    example: ["(dotimes [i 3] i)", "nil"],
  },
  while: {
    forms: ["(while test body ...)"],
    doc: "Evaluates the body while the test is true.",
    example: ["(while false 1)", "nil"],
  },
  fn: {
    forms: ["(fn [x ...] body ...)", "(fn name ([x] ...) ([x y] ...))"],
    doc: "A function.",
    example: ["((fn [x] (* x x)) 4)", "16"],
  },
  letfn: {
    forms: ["(letfn [(name [x ...] body ...) ...] body ...)"],
    doc: "Defines mutually callable functions.",
    example: [
      "(letfn [(even [n] (if (= n 0) true (odd (dec n)))) (odd [n] (if (= n 0) false (even (dec n))))] (even 10))",
      "true",
    ],
  },
  def: {
    forms: ["(def name value)", "(def name doc value)"],
    doc: "Stores a value by name, in later turns too.",
    example: ["(do (def x 5) (inc x))", "6"],
  },
  defonce: {
    forms: ["(defonce name value)"],
    doc: "Like def, unless the name already has a value.",
    example: ["(do (defonce y 1) y)", "1"],
  },
  defn: {
    forms: ["(defn name [x ...] body ...)", "(defn name doc ([x] ...) ([x y] ...))"],
    doc: "Defines a named function.",
    example: ["(do (defn twice [x] (* 2 x)) (twice 4))", "8"],
  },
  "defn-": {
    forms: ["(defn- name [x ...] body ...)"],
    doc: "The same as defn.",
    example: ["(do (defn- f [] 1) (f))", "1"],
  },
  declare: {
    forms: ["(declare name ...)"],
    doc: "Announces later definitions.",
    example: ["(do (declare g) (defn f [] (g)) (defn g [] 7) (f))", "7"],
  },
  for: {
    forms: ["(for [name coll ...] body)"],
    doc: "Returns the body's value for each element; :let, :when and :while between bindings.",
    example: ["(for [x [1 2 3] :when (odd? x)] (* x x))", "(1 9)"],
  },
  "lazy-seq": {
    forms: ["(lazy-seq body ...)"],
    doc: "Makes a sequence that evaluates its body once, on first use.",
    example: [
      "(do (defn nums [n] (lazy-seq (cons n (nums (inc n))))) (take 3 (nums 1)))",
      "(1 2 3)",
    ],
  },
  "lazy-cat": {
    forms: ["(lazy-cat coll ...)"],
    doc: "Like concat, but evaluates each coll on first use.",
    example: ["(take 3 (lazy-cat [1] (range)))", "(1 0 1)"],
  },
  doseq: {
    forms: ["(doseq [name coll ...] body ...)"],
    doc: "Like for, for its effects; nil.",
    example: ["(doseq [x [1 2]] (println x))", "nil"],
  },
  "->": {
    forms: ["(-> x form ...)"],
    doc: "Threads x through the forms as the first argument.",
    example: ["(-> 5 (- 2) inc)", "4"],
  },
  "->>": {
    forms: ["(->> x form ...)"],
    doc: "Threads x through the forms as the last argument.",
    example: ["(->> [1 2 3] (map inc) (filter even?))", "(2 4)"],
  },
  "as->": {
    forms: ["(as-> x name form ...)"],
    doc: "Threads x through the forms under a name.",
    example: ["(as-> 5 v (- v 2) (* v v))", "9"],
  },
  "cond->": {
    forms: ["(cond-> x test form ...)"],
    doc: "Threads x as first argument through the forms whose test is true.",
    example: ["(cond-> 1 true inc false (* 10))", "2"],
  },
  "cond->>": {
    forms: ["(cond->> x test form ...)"],
    doc: "Threads x as last argument through the forms whose test is true.",
    example: ["(cond->> [1 2] true (map inc))", "(2 3)"],
  },
  "some->": {
    forms: ["(some-> x form ...)"],
    doc: "Like ->, but stops with nil at a nil value.",
    example: ["(some-> {:a nil} :a inc)", "nil"],
  },
  "some->>": {
    forms: ["(some->> x form ...)"],
    doc: "Like ->>, but stops with nil at a nil value.",
    example: ["(some->> nil (map inc))", "nil"],
  },
  try: {
    forms: ["(try body ... (catch Class e handler ...) (finally clean-up ...))"],
    doc: "Returns the value of the body, or of the handler if it fails. Doesn't catch limits, return and fail.",
    example: ["(try (inc nil) (catch Exception e :bad))", ":bad"],
  },
  catch: {
    forms: ["(catch Class e handler ...)"],
    doc: "Inside try: handles a failure. A Java class catches itself and its subclasses, ExceptionInfo errors of ex-info, :default or an unknown class everything.",
    example: [
      "(try (/ 1 0) (catch ArithmeticException e (ex-message e)))",
      '"/: division by zero"',
    ],
  },
  finally: {
    forms: ["(finally clean-up ...)"],
    doc: "Inside try: always evaluated, for its effects.",
    example: ["(try 1 (finally 2))", "1"],
  },
  throw: {
    forms: ["(throw (ex-info message data))"],
    doc: "Fails with an exception that a try can catch.",
    example: [
      '(try (throw (ex-info "no stock" {:sku 7})) (catch ExceptionInfo e (ex-data e)))',
      "{:sku 7}",
    ],
  },
  assert: {
    forms: ["(assert test)", "(assert test message)"],
    doc: "Fails if the test is false.",
    example: ["(assert (= 1 1))", "nil"],
  },
  ".": {
    forms: ["(. x method arg ...)"],
    doc: "Same as (.method x arg ...).",
    example: ['(. "abc" toUpperCase)', '"ABC"'],
  },
  "..": {
    forms: ["(.. x method (method arg ...) ...)"],
    doc: "Chains method calls.",
    example: ['(.. " abc " trim toUpperCase)', '"ABC"'],
  },
  new: {
    forms: ["(new Class arg ...)"],
    doc: "Same as (Class. arg ...).",
    example: ['(ex-message (new Exception "no"))', '"no"'],
  },
  doto: {
    forms: ["(doto x (f a) ...)"],
    doc: "Calls each form with x as first argument, and returns x.",
    example: ["(deref (doto (atom 1) (swap! inc) (swap! inc)))", "3"],
  },
  delay: {
    forms: ["(delay body ...)"],
    doc: "Computes a value once, on the first deref or force; it doesn't outlive the program.",
    example: ["(let [d (delay (+ 1 2))] [@d (force d)])", "[3 3]"],
  },
  "with-out-str": {
    forms: ["(with-out-str body ...)"],
    doc: "Returns printed text, firewalled fields hidden; it counts as output.",
    example: ['(with-out-str (print "a") (println "b"))', '"ab\\n"'],
  },
  time: {
    forms: ["(time x)"],
    doc: "Returns x and prints its time by the clock of the run.",
    example: ["(time (+ 1 2))", "3"],
  },
  task: {
    forms: ["(task id body ...)"],
    doc: "Evaluates the body once per id: with a journal, later runs get the recorded value.",
    example: ['(task "sum-1-2" (+ 1 2))', "3"],
  },
  quote: { forms: ["(quote form)"], doc: "The form as data.", example: ["(quote [1 2])", "[1 2]"] },
  comment: {
    forms: ["(comment ...)"],
    doc: "Ignores its content; nil.",
    example: ["(comment (undefined))", "nil"],
  },
  ns: {
    forms: ["(ns name (:require [library :as alias] [library :refer [name ...]]) (:import ...))"],
    doc: "At the start of a program: names for its libraries, like require, use and import. Its own name has no effect.",
    example: ['(ns report (:require [clojure.string :as text])) (text/upper-case "a")', '"A"'],
  },
  require: {
    forms: ["(require '[library :as alias] '[library :refer [name ...]])"],
    doc: "At the start of a program: names a library, or its names without prefix (:refer [...] or :refer :all). Every library works without it.",
    example: ["(require '[clojure.set :refer [union]]) (union #{1} #{2})", "#{1 2}"],
  },
  use: {
    forms: ["(use 'library)", "(use '[library :only [name ...]])"],
    doc: "At the start of a program: makes a library's names work unprefixed.",
    example: ['(use \'clojure.string) (blank? "")', "true"],
  },
  import: {
    forms: ["(import 'java.time.LocalDate)", "(import '[java.time LocalDate Instant])"],
    doc: "At the start of a program: checks that classes exist; they work without it.",
    example: [
      '(import \'java.time.LocalDate) (str (LocalDate/parse "2026-01-05"))',
      '"2026-01-05"',
    ],
  },
  return: {
    forms: ["(return value)"],
    doc: "Ends the program with the mission's answer.",
    example: ["(do (return 1) 2)", "1"],
  },
  fail: {
    forms: ["(fail reason)", "(fail {:reason :name :message text})"],
    doc: "Ends the program as failed.",
    example: ['(if true 1 (fail "no"))', "1"],
  },
} satisfies Readonly<Record<string, SpecialFormDocument>>;

/** The name of a special form. */
export type SpecialFormName = keyof typeof documents;

/** The document of each special form by its name, in the order of the reference. */
export const specialFormDocuments: ReadonlyMap<string, SpecialFormDocument> = new Map(
  Object.entries(documents),
);
