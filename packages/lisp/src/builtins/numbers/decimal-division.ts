// `/` with a literal like 1.0 among its arguments. A number here does not know whether it is a
// decimal, but the text of the program does, so analysis puts this in the place of the builtin.

import type { Value } from "@ptc/core/values";
import { Builtin } from "../builtin.ts";
import { divideDecimals } from "./numbers.ts";

export const decimalDivision: Builtin = /* @__PURE__ */ new Builtin({
  names: ["/"],
  forms: ["(/ x y ...)"],
  doc: "The quotient of decimals.",
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
