// `halt-when`: a transducer that ends the whole reduction at the first element for which a
// predicate is true, and returns that element instead of the accumulated value.

import { Keyword, type Value } from "@ptc/core/values";
import { MapBuilder, TrieMap, isTruthy } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { call0, call1, call2 } from "../../functions/callable.ts";
import { DerivedFunction, NativeFunction } from "../../functions/derived-function.ts";
import { Reduced } from "../../functions/reduced.ts";
import { row, type BuiltinRow } from "../row.ts";
import { bytesOfFunction } from "../../evaluation/budget/byte-costs.ts";

/** The key of the final result, in a map that is passed on until the end. */
const haltKey = /* @__PURE__ */ new Keyword("clojure.core/halt");

/** True if a transducer ended the reduction with a result other than the accumulated value. */
export function isHalted(accumulated: Value): accumulated is TrieMap {
  return accumulated instanceof TrieMap && accumulated.find(haltKey) !== undefined;
}

function haltWhen(branch: Branch, predicate: Value, answer: Value): Value {
  branch.charge(bytesOfFunction + 16);
  const parts = answer === null ? [predicate] : [predicate, answer];
  return new DerivedFunction("halt-when", parts, (maker, [reducer = null]) => {
    maker.charge(bytesOfFunction);
    return new NativeFunction((inner, args) => {
      const [accumulated = null, element = null] = args;
      if (args.length === 0) return call0(inner, reducer);
      if (args.length === 1)
        return isHalted(accumulated)
          ? (accumulated.find(haltKey) ?? null)
          : call1(inner, reducer, accumulated);
      return after(call1(inner, predicate, element), (holds) =>
        isTruthy(holds)
          ? after(answered(inner, reducer, answer, accumulated, element), (value) =>
              halted(inner, value),
            )
          : call2(inner, reducer, accumulated, element),
      );
    });
  });
}

/** Returns the element, or the result of `answer` for the accumulated value and the element. */
function answered(
  branch: Branch,
  reducer: Value,
  answer: Value,
  accumulated: Value,
  element: Value,
): Result {
  if (answer === null) return element;
  return after(call1(branch, reducer, accumulated), (made) => call2(branch, answer, made, element));
}

function halted(branch: Branch, value: Value): Value {
  branch.charge(bytesOfFunction + 16);
  const builder = new MapBuilder();
  builder.set(haltKey, value);
  return new Reduced(builder.build());
}

export const haltingRows: readonly BuiltinRow[] = [
  row("halt-when", ["(halt-when pred)", "(halt-when pred f)"], {
    doc: "A transducer that ends at the first element for which pred is true, and returns it, or f of the result so far and it.",
    example: ["(into [] (halt-when neg?) [1 2 -5 3])", "-5"],
    arities: {
      1: (branch, predicate) => haltWhen(branch, predicate, null),
      2: (branch, predicate, answer) => haltWhen(branch, predicate, answer),
    },
  }),
];
