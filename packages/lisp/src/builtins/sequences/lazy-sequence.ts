// What `lazy-seq` calls with its body as a function. Analysis puts it there; no program names it.

import { lazyBody } from "../../sequence/lazy-body.ts";
import { Builtin } from "../builtin.ts";

export const lazySequence: Builtin = /* @__PURE__ */ new Builtin({
  names: ["lazy-seq"],
  forms: ["(lazy-seq body ...)"],
  doc: "A sequence whose body is evaluated when its first element is asked for.",
  example: ["(first (lazy-seq [1]))", "1"],
  readsElements: false,
  arities: { 1: lazyBody },
});
