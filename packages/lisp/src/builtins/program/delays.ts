// Delays: values that are computed when they are first asked for. `delay` is a special form, which
// calls `makeDelay` with its body as a function; no program can name that.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { Delay } from "../../sequence/delay.ts";
import { Builtin } from "../builtin.ts";
import { row, type BuiltinRow } from "../row.ts";

export const makeDelay: Builtin = /* @__PURE__ */ new Builtin({
  names: ["delay"],
  forms: ["(delay body ...)"],
  doc: "A value that is computed when it is first asked for.",
  example: ["@(delay 1)", "1"],
  readsElements: false,
  arities: { 1: (branch, body) => new Delay(branch, body) },
});

function isRealized(branch: Branch, value: Value): boolean {
  if (value instanceof Delay) return value.isRealized(branch);
  throw wrongType("realized?", "a delay", value);
}

export const delayRows: readonly BuiltinRow[] = [
  row("force", "(force x)", {
    doc: "The value of a delay, computed now if nobody has asked for it yet; anything else is its own value.",
    example: ["(force (delay (+ 1 2)))", "3"],
    arities: { 1: (branch, value) => (value instanceof Delay ? value.force(branch) : value) },
  }),
  row("realized?", "(realized? delay)", {
    doc: "Whether the value of a delay has been computed.",
    example: ["(let [d (delay 1)] [(realized? d) @d (realized? d)])", "[false 1 true]"],
    arities: { 1: isRealized },
  }),
  row("delay?", "(delay? x)", {
    doc: "Whether x is a delay.",
    example: ["(delay? (delay 1))", "true"],
    readsElements: false,
    arities: { 1: (_, value) => value instanceof Delay },
  }),
];
