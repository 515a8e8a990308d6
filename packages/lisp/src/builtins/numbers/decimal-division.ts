// `/` with a literal like 1.0 among its arguments. Values don't record whether they are decimals,
// but the source does, so analysis replaces the builtin with this one.

import type { Value } from "@ptc/core/values";
import { Builtin } from "../builtin.ts";
import { divideDecimals } from "./numbers.ts";

export const decimalDivision: Builtin = /* @__PURE__ */ new Builtin({
  names: ["/"],
  forms: ["(/ x y ...)"],
  doc: "Divides decimals.",
  example: ["(/ 1.0 0)", "##Inf"],
  clojure: "/",
  arities: {
    1: (_, value) => divideDecimals(1, value),
    2: (_, left, right) => divideDecimals(left, right),
    rest: {
      from: 3,
      apply: (branch, args) => {
        branch.spend(args.length);
        return args.reduce((total: Value, value) => divideDecimals(total, value));
      },
    },
  },
});
