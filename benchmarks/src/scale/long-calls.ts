// Measures for how long one call over a lot of data computes in process without a turn for the
// host. The result is processor time in slices: the time after which a program usually yields.
import { run } from "@ptc/lisp";
import { median } from "../median.ts";
import { processorTime } from "../processor-time.ts";

const REPEATS = 3;
const SLICE_MS = 8;
const ELEMENTS = 1_000_000;
const TEXT_LENGTH = 1_000_000;
const ROWS = 300_000;

/**
 * Calls over a million elements, texts of a million characters, and 300,000 rows or entries of a
 * map.
 */
const calls: readonly string[] = [
  "(reduce + data/numbers)",
  "(map inc data/numbers)",
  "(filter odd? data/numbers)",
  "(frequencies data/few)",
  "(distinct data/few)",
  "(group-by odd? data/numbers)",
  "(partition-all 10 data/numbers)",
  "(sort data/numbers)",
  "(set data/few)",
  "(reverse data/numbers)",
  "(interleave data/few data/few)",
  "(= data/numbers data/same)",
  '(str/join "," data/few)',
  '(str/split data/text #",")',
  '(str/replace data/text "a" "b")',
  '(re-seq #"(a+)+c" data/text)',
  '(re-find #"(x|y)*z$" data/text)',
  // The worst calls of the exceptions in `packages/lisp/test/turn-exceptions.ts`:
  "(pr-str data/rows)",
  "(= data/fields data/sameFields)",
  "(hash-set data/rows data/sameRows)",
  "(conj data/map data/fields)",
  "(diff data/numbers [])",
  '(assoc data/fields "a" 1)',
  "(combinations data/few 1)",
  "(apply + data/numbers)",
  "(tool/search data/text)",
  "(clojure.string/reverse data/wide)",
];

export interface LongCall {
  readonly call: string;
  /** The longest time without a turn of the host; undefined if a limit ended the call. */
  readonly slices: number | undefined;
}

/** Returns the median of several repeats for each call. */
export async function longCalls(): Promise<readonly LongCall[]> {
  const numbers = Array.from({ length: ELEMENTS }, (_, index) => (index * 7919) % ELEMENTS);
  const some = numbers.slice(0, ROWS);
  const rows = (): unknown => some.map((a) => ({ a, b: a % 7 }));
  const fields = (): unknown => Object.fromEntries(some.map((a) => [`k${String(a)}`, a]));
  const data: { readonly [name: string]: unknown } = {
    numbers,
    same: [...numbers],
    few: numbers.map((number) => number % 100),
    text: "ab,".repeat(TEXT_LENGTH / 3),
    wide: "é,".repeat(TEXT_LENGTH / 2),
    rows: rows(),
    sameRows: rows(),
    fields: fields(),
    sameFields: fields(),
    map: new Map(some.map((a) => [a, a])),
  };
  const measured: LongCall[] = [];
  for (const call of calls) {
    const names = [...call.matchAll(/data\/(\w+)/g)].map(([, name = ""]) => name);
    const context = Object.fromEntries(names.map((name) => [name, data[name]]));
    const gaps = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) gaps.push(await gapOf(call, context));
    const counted = gaps.filter((gap) => gap !== undefined);
    measured.push({
      call,
      slices: counted.length < REPEATS ? undefined : median(counted) / SLICE_MS,
    });
  }
  return measured;
}

async function gapOf(call: string, context: object): Promise<number | undefined> {
  let gap = 0;
  let last = processorTime();
  let isRunning = false;
  const look = (): void => {
    const now = processorTime();
    gap = Math.max(gap, now - last);
    last = now;
    if (isRunning) setImmediate(look);
  };
  // The tool call makes the program one that can wait. The measurement starts with it, because the
  // run converts a Map of the context first.
  const step = await run(`(do (tool/one) (let [result ${call}] nil))`, {
    context: { ...context },
    tools: {
      one: () => {
        last = processorTime();
        isRunning = true;
        setImmediate(look);
        return 1;
      },
    },
  });
  isRunning = false;
  look();
  return step.ok ? gap : undefined;
}
