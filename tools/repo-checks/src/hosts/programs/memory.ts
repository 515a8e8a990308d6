// Programs that run in order with one memory: each finds the definitions of the previous one,
// including functions and their captured values.

import type { HostProgram } from "../host-program.ts";

export const memoryPrograms: readonly HostProgram[] = [
  {
    name: "functions and what they captured",
    sources: [
      "(def total 10) (defn add [x] (let [k 5] (fn [y] (+ x y k total))))",
      "(def add-one (add 1)) (def rows (mapv (fn [i] {:i i :tag :odd}) (range 20)))",
      "[(add-one 2) (map :i rows) total]",
      "(def total 20)",
      "(add-one 2)",
      "(do (def rows nil) (/ 1 0))",
      "(count rows)",
      "add-one",
    ],
  },
  {
    name: "data of every kind",
    sources: [
      '(def shape {:a #{1 [2]} 7 (LocalDate/parse "2026-01-31") "k" ##NaN nil (* 4503599627370497 4096) \'s #"a+" :t (Instant/parse "2026-01-01T00:00:00Z")})',
      "shape",
      "(def sorted (into (sorted-map-by >) {1 :a 3 :c 2 :b}))",
      "[sorted (assoc sorted 9 :z) (first sorted)]",
      '(def s (sorted-set "b" "a"))',
      "[s shape (count shape)]",
    ],
  },
  {
    name: "values from the host",
    memory: {
      rows: [
        { "due-date": "x", n: 1 },
        { due_date: "y", n: 2 },
      ],
      total: 5,
      nothing: null,
    },
    sources: [
      "(map :due-date rows)",
      "(def rows (map #(assoc % :due-date :late) rows))",
      "[rows total nothing]",
      "(def total (+ total 1.5))",
      "total",
    ],
  },
  {
    name: "values that cannot be saved",
    sources: [
      "(def a (atom {:n 1}))",
      "(def endless (iterate inc 0))",
      "[(bound? 1)]",
      "(def t (map inc))",
      "(into [] t [1 2])",
    ],
  },
  {
    name: "failures leave memory as it was",
    sources: [
      "(def x 1)",
      "(do (def x 2) (def y 3) (nth [1] 5))",
      "x",
      "y",
      "(defn x [] x)",
      "(x)",
    ],
  },
  { name: "earlier results", history: [3, "two", null], sources: ["[*1 *2 *3]", "(+ *1 1)"] },
];
