// The small programs once more, each as one would write it in Python, for the peer that runs Python. Both must yield the
// same JSON, so that the two sides compute the same thing.

export interface PeerProgram {
  readonly lisp: string;
  readonly python: string;
}

/** The program the project promises a ratio for. */
export const promisedProgram: PeerProgram = { lisp: "(+ 1 2)", python: "1 + 2" };

export const peerPrograms: readonly PeerProgram[] = [
  promisedProgram,
  { lisp: "(+ 1 2 3)", python: "1 + 2 + 3" },
  { lisp: "(let [x 1 y 2] (if (< x y) :less :more))", python: 'x = 1\ny = 2\n"less" if x < y else "more"' },
  { lisp: "(reduce + 0 (map inc [1 2 3 4 5]))", python: "sum(map(lambda x: x + 1, [1, 2, 3, 4, 5]))" },
  {
    lisp: "(loop [n 10 total 0] (if (= n 0) total (recur (dec n) (+ total n))))",
    python: "n = 10\ntotal = 0\nwhile n != 0:\n    n, total = n - 1, total + n\ntotal",
  },
  { lisp: '(str "a" 1 :b [1 2])', python: '"a" + str(1) + ":b" + "[" + " ".join([str(x) for x in [1, 2]]) + "]"' },
  { lisp: "(defn square [x] (* x x)) (square 12)", python: "def square(x):\n    return x * x\nsquare(12)" },
  { lisp: "(get-in {:a {:b [1 2 3]}} [:a :b 1])", python: '{"a": {"b": [1, 2, 3]}}["a"]["b"][1]' },
  { lisp: "(-> {:a 1} (assoc :b 2) (update :a inc))", python: 'm = {"a": 1}\nm["b"] = 2\nm["a"] = m["a"] + 1\nm' },
  { lisp: "(filter even? [1 2 3 4 5 6])", python: "[x for x in [1, 2, 3, 4, 5, 6] if x % 2 == 0]" },
  { lisp: "(cond (< 3 2) :a (> 3 2) :b :else :c)", python: '"a" if 3 < 2 else "b" if 3 > 2 else "c"' },
  { lisp: "(into {} (map (fn [x] [x (* x x)]) [1 2 3]))", python: "dict([(x, x * x) for x in [1, 2, 3]])" },
  {
    lisp: "(count (for [x [1 2 3] y [4 5 6] :when (odd? (+ x y))] [x y]))",
    python: "len([[x, y] for x in [1, 2, 3] for y in [4, 5, 6] if (x + y) % 2 == 1])",
  },
];
