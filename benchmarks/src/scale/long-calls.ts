// Measures for how long one call over a lot of data computes in process without a turn for the
// host. The result is processor time in slices: the time after which a program usually yields.
import { run } from "@ptc/lisp";
import { median } from "../median.ts";
import { processorTime } from "../processor-time.ts";

const REPEATS = 3;
const SLICE_MS = 8;
const ELEMENTS = 1_000_000;
const TEXT_LENGTH = 1_000_000;

/** Calls over a million elements, or over texts of a million characters. */
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
  "(hash data/numbers)",
  '(str/join "," data/few)',
  '(str/split data/text #",")',
  '(str/replace data/text "a" "b")',
  '(re-seq #"(a+)+c" data/text)',
  '(re-find #"(x|y)*z$" data/text)',
];

export interface LongCall {
  readonly call: string;
  /** The longest time without a turn of the host; undefined if a limit ended the call. */
  readonly slices: number | undefined;
}

/** Returns the median of several repeats for each call. */
export async function longCalls(): Promise<readonly LongCall[]> {
  const numbers = Array.from({ length: ELEMENTS }, (_, index) => (index * 7919) % ELEMENTS);
  const context = {
    numbers,
    same: [...numbers],
    few: numbers.map((number) => number % 100),
    text: "ab,".repeat(TEXT_LENGTH / 3),
  };
  const measured: LongCall[] = [];
  for (const call of calls) {
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
  let isRunning = true;
  const look = (): void => {
    const now = processorTime();
    gap = Math.max(gap, now - last);
    last = now;
    if (isRunning) setImmediate(look);
  };
  setImmediate(look);
  // The tool call makes the program one that can wait.
  const step = await run(`(do (tool/one) (let [result ${call}] nil))`, {
    context: { ...context },
    tools: { one: () => 1 },
  });
  isRunning = false;
  look();
  return step.ok ? gap : undefined;
}
