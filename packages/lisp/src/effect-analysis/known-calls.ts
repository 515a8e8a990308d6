// Builtins whose calls of functions are known. All others let the functions among their arguments
// escape.

import { anyOf, anything, countOf, type Count, type Foreseen } from "./foreseen-value.ts";
import type { FollowedRun, Surroundings } from "./followed-run.ts";
import { neverReduces } from "./never-reduced.ts";

/** Returns the result, or undefined if the arguments don't have the known form. */
type KnownCall = (
  run: FollowedRun,
  args: readonly Foreseen[],
  around: Surroundings,
) => Foreseen | undefined;

interface Iteration {
  /** True if every element is passed to the function. */
  readonly isWhole: boolean;
  /** True if a reduced result of the function ends the iteration. */
  readonly endsReduced?: boolean;
  readonly isParallel?: boolean;
  /** True if the result has an element for each one of the collection. */
  readonly keepsCount?: boolean;
  /** True if the function gets something else first, such as the index. */
  readonly extra?: number;
}

/** `(map f coll…)`: the function is called once for each element. */
function each({ isWhole, endsReduced, isParallel, keepsCount, extra = 0 }: Iteration): KnownCall {
  return (run, [f, ...collections], around) => {
    if (f === undefined || collections.length === 0) return undefined;
    const count = shortest(collections);
    // The builtin is eager for complete collections only.
    const isComplete = collections.every(({ kind }) => kind === "items" || kind === "constant");
    const mayEnd = endsReduced === true && !neverReduces(f);
    const least = mayEnd ? Math.min(1, count.least) : count.least;
    const turns = { least: isWhole && isComplete ? least : 0, most: count.most };
    const inside = run.repeated(around, turns, isParallel);
    run.escape(...collections);
    const args = [...collections.map(() => anything), ...Array<Foreseen>(extra).fill(anything)];
    run.escape(run.call(f, args, inside));
    return keepsCount === true ? { kind: "sized", least: 0, most: count.most } : anything;
  };
}

function shortest(collections: readonly Foreseen[]): Count {
  const counts = collections.map(countOf);
  return {
    least: Math.min(...counts.map(({ least }) => least)),
    most: Math.min(...counts.map(({ most }) => most)),
  };
}

/** `(reduce f init? coll)`. */
const reduce: KnownCall = (run, [f, ...rest], around) => {
  const collection = rest.at(-1);
  if (f === undefined || collection === undefined || rest.length > 2) return undefined;
  run.escape(...rest);
  const inside = run.repeated(around, { least: 0, most: countOf(collection).most });
  run.escape(run.call(f, [anything, anything], inside));
  return anything;
};

/** `(pcalls f g …)`: each function is called once. */
const callAll: KnownCall = (run, functions, around) => {
  const inside = run.repeated(around, { least: 1, most: 1 }, functions.length > 1);
  for (const f of functions) run.escape(run.call(f, [], inside));
  return anything;
};

/** `(with-out-str …)`: its body is a function. */
const callBody: KnownCall = (run, [f], around) => {
  if (f !== undefined) run.escape(run.call(f, [], around));
  return anyOf("string");
};

/** `(apply f a b [c d])` with a vector that is written there. */
const apply: KnownCall = (run, [f, ...rest], around) => {
  const last = rest.at(-1);
  if (f === undefined || last?.kind !== "items" || last.type !== "vector") return undefined;
  return run.call(f, [...rest.slice(0, -1), ...last.items], around);
};

/** `(range n)` with known numbers. */
const range: KnownCall = (_run, args) => {
  const [first, second, third] = args.map((arg) =>
    arg.kind === "constant" && Number.isSafeInteger(arg.value) ? Number(arg.value) : undefined,
  );
  if (first === undefined || args.length > 2 || third !== undefined) return undefined;
  const [from, to] = args.length === 1 ? [0, first] : [first, second];
  if (to === undefined) return undefined;
  const count = Math.max(0, to - from);
  return { kind: "sized", least: count, most: count };
};

/** `(long 3)`. */
const sameInteger: KnownCall = (_run, [value]) =>
  value?.kind === "constant" && Number.isSafeInteger(value.value) ? value : undefined;

/** `(identity x)`. */
const same: KnownCall = (_run, [value]) => value;

/** Collections with at most as many elements as the last argument. */
const atMostAsMany: KnownCall = (run, args) => {
  run.escape(...args);
  const last = args.at(-1);
  return last && { kind: "sized", least: 0, most: countOf(last).most };
};

/** `(take 3 coll)`. */
const take: KnownCall = (run, [count, collection, ...more]) => {
  if (count === undefined || collection === undefined || more.length > 0) return undefined;
  run.escape(count, collection);
  const limit =
    count.kind === "constant" && Number.isSafeInteger(count.value)
      ? Math.max(0, Number(count.value))
      : Infinity;
  return { kind: "sized", least: 0, most: Math.min(limit, countOf(collection).most) };
};

export const knownCalls: ReadonlyMap<string, KnownCall> = new Map<string, KnownCall>([
  ["map", each({ isWhole: true, keepsCount: true })],
  ["mapv", each({ isWhole: true, keepsCount: true })],
  ["pmap", each({ isWhole: true, keepsCount: true, isParallel: true })],
  ["run!", each({ isWhole: true, endsReduced: true })],
  ["map-indexed", each({ isWhole: true, keepsCount: true, extra: 1 })],
  ["keep", each({ isWhole: true, keepsCount: true })],
  ["filter", each({ isWhole: true, keepsCount: true })],
  ["filterv", each({ isWhole: true, keepsCount: true })],
  ["remove", each({ isWhole: true, keepsCount: true })],
  ["mapcat", each({ isWhole: true })],
  ["some", each({ isWhole: false })],
  ["every?", each({ isWhole: false })],
  ["not-any?", each({ isWhole: false })],
  ["not-every?", each({ isWhole: false })],
  ["take-while", each({ isWhole: false, keepsCount: true })],
  ["drop-while", each({ isWhole: false, keepsCount: true })],
  ["reduce", reduce],
  ["pcalls", callAll],
  ["with-out-str", callBody],
  ["apply", apply],
  ["range", range],
  ["long", sameInteger],
  ["int", sameInteger],
  ["identity", same],
  ["take", take],
  ["vec", atMostAsMany],
  ["seq", atMostAsMany],
  ["doall", atMostAsMany],
  ["sort", atMostAsMany],
  ["reverse", atMostAsMany],
  ["distinct", atMostAsMany],
  ["rest", atMostAsMany],
  ["set", atMostAsMany],
]);
