// The builtin that `lazy-seq` calls with its body as a function. Analysis inserts the call;
// programs can't name it.

import { lazyBody } from "../../sequence/lazy-body.ts";
import { Builtin } from "../builtin.ts";

export const lazySequence: Builtin = /* @__PURE__ */ new Builtin({
  names: ["lazy-seq"],
  forms: ["(lazy-seq body ...)"],
  doc: "Makes a sequence that evaluates its body on first use.",
  example: ["(first (lazy-seq [1]))", "1"],
  readsElements: false,
  arities: { 1: lazyBody },
});
