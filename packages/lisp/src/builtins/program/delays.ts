// Delays: values computed on first use. The special form `delay` calls `makeDelay` with its body as
// a function; programs can't name `makeDelay`.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { Delay } from "../../sequence/delay.ts";
import { Builtin } from "../builtin.ts";
import { row, type BuiltinRow } from "../row.ts";

export const makeDelay: Builtin = /* @__PURE__ */ new Builtin({
  names: ["delay"],
  forms: ["(delay body ...)"],
  doc: "Delays computing a value until its first use.",
  example: ["@(delay 1)", "1"],
  readsElements: false,
  arities: { 1: (branch, body) => new Delay(branch, body) },
});

function isRealized(branch: Branch, value: Value): boolean {
  if (value instanceof Delay) return value.isRealized(branch);
  if (value instanceof LazySeq) return value.hasComputed(0, branch) || hasFirst(value);
  if (value instanceof Vector && value.kind === "sequence") return true;
  throw wrongType("realized?", "a delay or a sequence", value);
}

/** True if nothing is computed for its first element, as in `(range)`. */
function hasFirst({ elements, offset }: LazySeq): boolean {
  const { realized, continuation = [] } = elements;
  const [maker] = continuation;
  const isGiven = maker === "range" || maker === "iterate" || maker === "cycle";
  return realized.length === 0 && offset === 0 && isGiven;
}

export const delayRows: readonly BuiltinRow[] = [
  row("force", "(force x)", {
    doc: "Returns the value of a delay, computing it if needed, or any other value.",
    example: ["(force (delay (+ 1 2)))", "3"],
    arities: { 1: (branch, value) => (value instanceof Delay ? value.force(branch) : value) },
  }),
  row("realized?", "(realized? x)", {
    doc: "True if a delay's value, or the first element of a sequence, has been computed.",
    example: ["(let [d (delay 1)] [(realized? d) @d (realized? d)])", "[false 1 true]"],
    arities: { 1: isRealized },
  }),
  row("delay?", "(delay? x)", {
    doc: "True if x is a delay.",
    example: ["(delay? (delay 1))", "true"],
    readsElements: false,
    arities: { 1: (_, value) => value instanceof Delay },
  }),
];
