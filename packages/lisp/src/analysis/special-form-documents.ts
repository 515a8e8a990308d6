// What the special forms do, for whoever asks: `doc` and its like, and the generated documents. Loaded on need, apart from
// the table of forms, which every program needs.

/** A sentence, and a program with what its value prints as; executed by a test. */
export interface SpecialFormDocument {
  readonly doc: string;
  readonly example: readonly [source: string, printed: string];
}

/** One document for each special form, by its name, in the order of the table. */
export const specialFormDocuments: ReadonlyMap<string, SpecialFormDocument> = new Map<string, SpecialFormDocument>([
  ["if", { doc: "The second form when the test is true, else the third or nil.", example: ["(if (> 3 2) :yes :no)", ":yes"] }],
  ["if-not", { doc: "Like if with the test turned round.", example: ["(if-not nil 1 2)", "1"] }],
  ["when", { doc: "The body when the test is true, else nil.", example: ["(when true 1 2)", "2"] }],
  ["when-not", { doc: "The body when the test is false, else nil.", example: ["(when-not false 1)", "1"] }],
  ["cond", { doc: "The value of the first test that is true.", example: ["(cond false 1 :else 2)", "2"] }],
  ["case", { doc: "The result beside the constant equal to the value; a list of constants matches any of them.", example: ["(case 2 1 :one (2 3) :few :many)", ":few"] }],
  ["condp", { doc: "The result beside the first test for which (pred test value) is true; :>> gives that answer to a function.", example: ["(condp < 5 10 :large 3 :middle :small)", ":middle"] }],
  ["if-let", { doc: "Binds the value when it is true and evaluates then, else the other.", example: ["(if-let [x 1] (inc x) 0)", "2"] }],
  ["when-let", { doc: "Binds the value when it is true and evaluates the body.", example: ["(when-let [x nil] x)", "nil"] }],
  ["if-some", { doc: "Like if-let, for every value but nil.", example: ["(if-some [x false] [x] 0)", "[false]"] }],
  ["when-some", { doc: "Like when-let, for every value but nil.", example: ["(when-some [x 1] x)", "1"] }],
  ["when-first", { doc: "Binds the first element of a collection that has one and evaluates the body.", example: ["(when-first [x [1 2]] x)", "1"] }],
  ["and", { doc: "The first false value, else the last.", example: ["(and 1 nil 2)", "nil"] }],
  ["or", { doc: "The first true value, else the last.", example: ["(or nil 2)", "2"] }],
  ["do", { doc: "Evaluates the forms in order; the value of the last.", example: ["(do 1 2)", "2"] }],
  ["let", { doc: "Binds names for the body; patterns take vectors and maps apart.", example: ["(let [[a b] [1 2]] (+ a b))", "3"] }],
  ["loop", { doc: "Like let; recur goes back to its start with new values.", example: ["(loop [i 0] (if (< i 3) (recur (inc i)) i))", "3"] }],
  ["recur", { doc: "Goes back to the enclosing loop or function.", example: ["(loop [n 5 acc 1] (if (= n 1) acc (recur (dec n) (* acc n))))", "120"] }],
  ["dotimes", { doc: "Evaluates the body n times with i from 0.", example: ["(dotimes [i 3] i)", "nil"] }],
  ["while", { doc: "Evaluates the body while the test is true.", example: ["(while false 1)", "nil"] }],
  ["fn", { doc: "A function.", example: ["((fn [x] (* x x)) 4)", "16"] }],
  ["letfn", { doc: "Local functions that can call each other.", example: ["(letfn [(even [n] (if (= n 0) true (odd (dec n)))) (odd [n] (if (= n 0) false (even (dec n))))] (even 10))", "true"] }],
  ["def", { doc: "Keeps a value under a name, in later turns too.", example: ["(do (def x 5) (inc x))", "6"] }],
  ["defonce", { doc: "Like def, unless the name has a value already.", example: ["(do (defonce y 1) y)", "1"] }],
  ["defn", { doc: "Keeps a function under a name.", example: ["(do (defn twice [x] (* 2 x)) (twice 4))", "8"] }],
  ["defn-", { doc: "The same as defn.", example: ["(do (defn- f [] 1) (f))", "1"] }],
  ["declare", { doc: "Announces names that are defined later.", example: ["(do (declare g) (defn f [] (g)) (defn g [] 7) (f))", "7"] }],
  ["for", { doc: "The value of the body for every element; :let, :when and :while between the bindings.", example: ["(for [x [1 2 3] :when (odd? x)] (* x x))", "[1 9]"] }],
  ["doseq", { doc: "Like for, for its effects; nil.", example: ["(doseq [x [1 2]] (println x))", "nil"] }],
  ["->", { doc: "Threads x through the forms as their first argument.", example: ["(-> 5 (- 2) inc)", "4"] }],
  ["->>", { doc: "Threads x through the forms as their last argument.", example: ["(->> [1 2 3] (map inc) (filter even?))", "[2 4]"] }],
  ["as->", { doc: "Threads x through the forms under a name.", example: ["(as-> 5 v (- v 2) (* v v))", "9"] }],
  ["cond->", { doc: "Threads x as first argument through the forms whose test is true.", example: ["(cond-> 1 true inc false (* 10))", "2"] }],
  ["cond->>", { doc: "Threads x as last argument through the forms whose test is true.", example: ["(cond->> [1 2] true (map inc))", "[2 3]"] }],
  ["some->", { doc: "Like ->, ending with nil as soon as a value is nil.", example: ["(some-> {:a nil} :a inc)", "nil"] }],
  ["some->>", { doc: "Like ->>, ending with nil as soon as a value is nil.", example: ["(some->> nil (map inc))", "nil"] }],
  ["try", { doc: "The value of the body, or of the handler when the body fails. Limits, return and fail are not caught.", example: ["(try (inc nil) (catch Exception e :bad))", ":bad"] }],
  ["catch", { doc: "Inside try: handles a failure. ArithmeticException and its like match by kind, ExceptionInfo what ex-info made, any other class or :default everything.", example: ["(try (/ 1 0) (catch ArithmeticException e (ex-message e)))", '"/: division by zero"'] }],
  ["finally", { doc: "Inside try: evaluated in any case, for its effects.", example: ["(try 1 (finally 2))", "1"] }],
  ["throw", { doc: "Fails with an exception, which a try around it can catch.", example: ["(try (throw (ex-info \"no stock\" {:sku 7})) (catch ExceptionInfo e (ex-data e)))", "{:sku 7}"] }],
  ["assert", { doc: "Fails when the test is false.", example: ["(assert (= 1 1))", "nil"] }],
  [".", { doc: "The same as (.method x arg ...).", example: ["(. \"abc\" toUpperCase)", '"ABC"'] }],
  ["..", { doc: "One method call after the other.", example: ["(.. \" abc \" trim toUpperCase)", '"ABC"'] }],
  ["new", { doc: "The same as (Class. arg ...).", example: ["(ex-message (new Exception \"no\"))", '"no"'] }],
  ["task", { doc: "The body's value, evaluated once per id: with a journal, later runs get the recorded value.", example: ["(task \"sum-1-2\" (+ 1 2))", "3"] }],
  ["quote", { doc: "The form as data.", example: ["(quote [1 2])", "[1 2]"] }],
  ["comment", { doc: "Ignores everything in it; nil.", example: ["(comment (undefined))", "nil"] }],
  ["return", { doc: "Ends the program with a value, as the mission's answer.", example: ["(do (return 1) 2)", "1"] }],
  ["fail", { doc: "Ends the program as failed.", example: ["(if true 1 (fail \"no\"))", "1"] }],
]);
