// Calls, loops and growing collections, without data from outside.
import { faster, type Workload } from "../workload.ts";

export const computingWorkloads: readonly Workload[] = [
  {
    name: "fib 25, recursive",
    start: "source",
    programs: {
      lisp: "(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 25)",
      python:
        "def fib(n):\n    if n < 2:\n        return n\n    return fib(n - 1) + fib(n - 2)\nfib(25)",
      javascript: "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } return fib(25);",
      clojure: "(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 25)",
    },
    targets: [faster("monty", 4), faster("quickjs", 1.5)],
  },
  {
    name: "a loop to a million",
    start: "source",
    programs: {
      lisp: "(loop [n 0 total 0] (if (= n 1000000) total (recur (inc n) (+ total n))))",
      python: "n = 0\ntotal = 0\nwhile n != 1000000:\n    total += n\n    n += 1\ntotal",
      javascript: "let total = 0; for (let n = 0; n !== 1000000; n++) total += n; return total;",
      clojure: "(loop [n 0 total 0] (if (= n 1000000) total (recur (inc n) (+ total n))))",
    },
    targets: [faster("monty", 4), faster("quickjs", 1.5)],
  },
  {
    name: "a vector of 10,000, built in a reduce",
    start: "source",
    programs: {
      lisp: "(count (reduce (fn [squares n] (conj squares (* n n))) [] (range 10000)))",
      python: "squares = []\nfor n in range(10000):\n    squares.append(n * n)\nlen(squares)",
      javascript:
        "return Array.from({ length: 10000 }, (_, n) => n).reduce((squares, n) => { squares.push(n * n); return squares; }, []).length;",
      clojure: "(count (reduce (fn [squares n] (conj squares (* n n))) [] (range 10000)))",
    },
    targets: [],
  },
  {
    name: "a map of 10,000 keys, built in a reduce",
    start: "source",
    programs: {
      lisp: '(count (reduce (fn [squares n] (assoc squares (str "k" n) (* n n))) {} (range 10000)))',
      python:
        'squares = {}\nfor n in range(10000):\n    squares["k" + str(n)] = n * n\nlen(squares)',
      javascript:
        'return Object.keys(Array.from({ length: 10000 }, (_, n) => n).reduce((squares, n) => { squares["k" + n] = n * n; return squares; }, {})).length;',
      clojure:
        '(count (reduce (fn [squares n] (assoc squares (str "k" n) (* n n))) {} (range 10000)))',
    },
    targets: [],
  },
];
