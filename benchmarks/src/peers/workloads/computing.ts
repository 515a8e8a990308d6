// Calls, loops and growing collections, without data from outside.
import { faster, fasterThanAll, noSlower, within, type Workload } from "../workload.ts";

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
    targets: [faster("quickjs", 1), within("isolated-vm", 2)],
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
    targets: fasterThanAll,
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
    targets: noSlower,
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
    targets: noSlower,
  },
  {
    name: "fib 20, prepared",
    start: "prepared",
    programs: {
      lisp: "(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 20)",
      python:
        "def fib(n):\n    if n < 2:\n        return n\n    return fib(n - 1) + fib(n - 2)\nfib(20)",
      javascript: "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } return fib(20);",
      clojure: "(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 20)",
    },
    targets: [faster("quickjs", 1), within("isolated-vm", 2)],
  },
  {
    name: "a loop of 1,000 turns with a test in each, prepared",
    start: "prepared",
    programs: {
      lisp: "(loop [n 0 total 0] (if (= n 1000) total (recur (inc n) (if (even? n) (+ total n) total))))",
      python:
        "n = 0\ntotal = 0\nwhile n != 1000:\n    if n % 2 == 0:\n        total += n\n    n += 1\ntotal",
      javascript:
        "let total = 0; for (let n = 0; n !== 1000; n++) if (n % 2 === 0) total += n; return total;",
      clojure:
        "(loop [n 0 total 0] (if (= n 1000) total (recur (inc n) (if (even? n) (+ total n) total))))",
    },
    targets: noSlower,
  },
];
