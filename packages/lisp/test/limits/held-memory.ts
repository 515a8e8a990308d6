// Measures the memory that results take, in a process with `--expose-gc`; `held-memory.test.ts`
// starts it. Prints a line of JSON for each source: its name, and the bytes held and charged.

import { builtins } from "../../src/builtins/library/table.ts";
import { run } from "../../src/index.ts";

/** What programs keep besides the results of the examples. */
const kept: readonly string[] = [
  ...["[(inc 1)]", "{:a (inc 1)}", "#{(inc 1)}", "(list (inc 1))", "(lazy-seq [1])"],
  ...["(map inc)", "(filter even?)", "(take 3)", "(partition-by odd?)", "(distinct)"],
  ...["((map inc) conj)", "(completing + inc)", "(halt-when even?)", "(eduction (map inc) [1])"],
  ...["(comp inc dec)", "(comp inc dec inc)", "(partial + 1)", "(partial + 1 2 3)", "(fnil inc 0)"],
  ...["(juxt inc dec)", "(every-pred even? odd?)", "(some-fn even? odd?)", "(complement even?)"],
  ...["(constantly 1)", "(comparator <)", "(memoize inc)", "(delay 1)", "(atom [(inc 1)])"],
  "(let [f (memoize (fn [x] [x]))] (dotimes [i 20] (f i)) f)",
  "(clojure.walk/postwalk identity [[1] [2] [[3]]])",
  "(clojure.walk/prewalk identity [[1] [2] {:a [3]}])",
  ...["(partition-all 1 (range 20))", "(partition-by identity (range 20))"],
  ...["(partition 2 1 (range 10))", "(group-by identity (range 20))", "(frequencies (range 20))"],
  ...["(set (range 20))", "(zipmap (range 20) (range 20))", "(into {} (map vector [1] [2]))"],
  ...["(reduce conj [] (range 20))", "(reduce conj () (range 20))", "(map-indexed vector [1 2])"],
  "(reduce (fn [m i] (assoc m i i)) {} (range 20))",
  '(json/parse-string "[[],[],[],[],[],[],[],[]]")',
  '(json/parse-string "[{\\"a\\":1,\\"b\\":{\\"c\\":[2]}}]")',
  '(csv/read-csv "a,b\\n1,2\\n3,4")',
  ...['(str/split "a,b,c,d" #",")', '(re-seq #"([a-z])(,)" "a,b,c,d")', '(seq "abcdef")'],
  ...["(mapv vector [1 2] [3 4])", "(for [x [1 2] y [3]] [x y])", "(mapcat list [1 2])"],
  ...["(subvec (vec (range 10)) 2 5)", "(rest (vec (range 10)))", "(cons 1 nil)", "(random-uuid)"],
  ...["(transient [1])", "(transient {:a 1})", "(doall (take 5 (iterate inc 1)))"],
];

const examples = new Set([...builtins.values()].map(({ row }) => row.example[0]));
const [, , first = "0", step = "1"] = process.argv;
const limits = { steps: 1e9, memoryBytes: 4e9, timeoutMs: 1e6 };

/**
 * Returns how many copies of a value to keep, so that they take about two megabytes. The heap also
 * has the code that the host compiles between two measurements, up to half a megabyte.
 */
function copiesFor(bytes: number): number {
  return Math.max(1_000, Math.min(20_000, Math.ceil(2_000_000 / bytes)));
}

/** Returns the bytes that the heap has after a collection. */
function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

interface Measured {
  readonly held: number;
  readonly charged: number;
  readonly problem?: string;
}

/**
 * Keeps `copies` values of `source` in a vector and calls `tool/measure`, then does the same with
 * three times as many in the same vector. Without `twice`, it ends after the first call.
 */
function program(source: string, copies: number, twice: boolean): string {
  const grow = `(fn [v n] (loop [i (count v) v v] (if (< i n) (recur (inc i) (conj v (do ${source}))) v)))`;
  const later = `v (grow v ${String(copies * 3)}) _ (tool/measure)`;
  return `(let [grow ${grow} v (grow [] ${String(copies)}) _ (tool/measure) ${twice ? later : ""}] (count v))`;
}

async function charged(source: string): Promise<{ bytes: number; problem?: string }> {
  const result = await run(source, { limits, tools: { measure: () => null } });
  const bytes = result.usage.memoryBytes;
  return { bytes, ...(result.ok ? {} : { problem: result.fail.message }) };
}

/** Returns the bytes that one value of `source` takes, from two sizes of a vector of them. */
async function heldByOne(source: string, copies: number): Promise<Measured> {
  // The difference of two sizes in one run excludes the code that the source needs. This code is
  // compiled by the runs that only read the charge, which need no collection.
  const many = await charged(program(source, copies, true));
  const few = await charged(program(source, copies, false));
  const held: number[] = [];
  const measure = (): null => {
    held.push(heapBytes());
    return null;
  };
  await run(program(source, copies, true), { limits, tools: { measure } });
  const [first = Number.NaN, second = Number.NaN] = held;
  return {
    held: Math.round((second - first) / (2 * copies)),
    charged: Math.round((many.bytes - few.bytes) / (2 * copies)),
    ...(many.problem === undefined ? {} : { problem: many.problem }),
  };
}

for (const [index, source] of [...kept, ...examples].entries()) {
  if (index % Number(step) !== Number(first)) continue;
  let one = await heldByOne(source, 1_000);
  // Noise is large beside few small values, so those near the limit are measured precisely.
  const copies = copiesFor(one.charged);
  if (one.held > 1.5 * one.charged && copies > 1_000) one = await heldByOne(source, copies);
  console.log(JSON.stringify({ source, ...one }));
}
