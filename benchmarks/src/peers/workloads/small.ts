// Small programs of different shapes, mixed. A single program makes an engine look better than it
// is, because the engine then sees values of only one shape.
import { faster, noSlower, type Programs, type Workload } from "../workload.ts";

const addition: Programs = {
  lisp: "(+ 1 2)",
  python: "1 + 2",
  javascript: "return 1 + 2;",
  clojure: "(+ 1 2)",
};

/** Programs that Clojure writes the same way. */
const others: readonly Omit<Programs, "clojure">[] = [
  { lisp: "(+ 1 2 3)", python: "1 + 2 + 3", javascript: "return 1 + 2 + 3;" },
  {
    lisp: "(let [x 1 y 2] (if (< x y) :less :more))",
    python: 'x = 1\ny = 2\n"less" if x < y else "more"',
    javascript: 'const x = 1, y = 2; return x < y ? "less" : "more";',
  },
  {
    lisp: "(reduce + 0 (map inc [1 2 3 4 5]))",
    python: "sum(map(lambda x: x + 1, [1, 2, 3, 4, 5]))",
    javascript: "return [1, 2, 3, 4, 5].map((x) => x + 1).reduce((sum, x) => sum + x, 0);",
  },
  {
    lisp: "(loop [n 10 total 0] (if (= n 0) total (recur (dec n) (+ total n))))",
    python: "n = 10\ntotal = 0\nwhile n != 0:\n    n, total = n - 1, total + n\ntotal",
    javascript: "let total = 0; for (let n = 10; n !== 0; n--) total += n; return total;",
  },
  {
    lisp: '(str "a" 1 :b [1 2])',
    python: '"a" + str(1) + ":b" + "[" + " ".join([str(x) for x in [1, 2]]) + "]"',
    javascript: 'return "a" + 1 + ":b" + "[" + [1, 2].join(" ") + "]";',
  },
  {
    lisp: "(defn square [x] (* x x)) (square 12)",
    python: "def square(x):\n    return x * x\nsquare(12)",
    javascript: "function square(x) { return x * x; } return square(12);",
  },
  {
    lisp: "(get-in {:a {:b [1 2 3]}} [:a :b 1])",
    python: '{"a": {"b": [1, 2, 3]}}["a"]["b"][1]',
    javascript: "return { a: { b: [1, 2, 3] } }.a.b[1];",
  },
  {
    lisp: "(-> {:a 1} (assoc :b 2) (update :a inc))",
    python: 'm = {"a": 1}\nm["b"] = 2\nm["a"] = m["a"] + 1\nm',
    javascript: "const m = { a: 1 }; m.b = 2; m.a = m.a + 1; return m;",
  },
  {
    lisp: "(filter even? [1 2 3 4 5 6])",
    python: "[x for x in [1, 2, 3, 4, 5, 6] if x % 2 == 0]",
    javascript: "return [1, 2, 3, 4, 5, 6].filter((x) => x % 2 === 0);",
  },
  {
    lisp: "(cond (< 3 2) :a (> 3 2) :b :else :c)",
    python: '"a" if 3 < 2 else "b" if 3 > 2 else "c"',
    javascript: 'return 3 < 2 ? "a" : 3 > 2 ? "b" : "c";',
  },
  {
    lisp: "(into {} (map (fn [x] [x (* x x)]) [1 2 3]))",
    python: "dict([(str(x), x * x) for x in [1, 2, 3]])",
    javascript: "return Object.fromEntries([1, 2, 3].map((x) => [x, x * x]));",
  },
  {
    lisp: "(count (for [x [1 2 3] y [4 5 6] :when (odd? (+ x y))] [x y]))",
    python: "len([[x, y] for x in [1, 2, 3] for y in [4, 5, 6] if (x + y) % 2 == 1])",
    javascript:
      "return [1, 2, 3].flatMap((x) => [4, 5, 6].filter((y) => (x + y) % 2 === 1).map((y) => [x, y])).length;",
  },
];

function mixOf(start: Workload["start"], times: number): readonly Workload[] {
  const promised: Workload = {
    name: `\`(+ 1 2)\`, from ${start === "source" ? "source" : "a prepared program"}`,
    start,
    programs: addition,
    mix: start,
    targets: [faster("monty", times), ...noSlower],
  };
  return [
    promised,
    ...others.map((programs): Workload => ({
      name: `${programs.lisp}, ${start}`,
      start,
      programs: { ...programs, clojure: programs.lisp },
      mix: start,
      targets: [],
    })),
  ];
}

export const smallWorkloads: readonly Workload[] = [...mixOf("source", 1), ...mixOf("prepared", 3)];
