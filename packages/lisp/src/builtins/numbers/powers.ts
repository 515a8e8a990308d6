// Roots, powers, logarithms and angles. We implement the functions that ECMAScript leaves to the
// host in the folder mathematics, so a program ends in the same step on every host. Whole results
// are integers, because there is one kind of number.

import { acos, asin, atan, atan2 } from "../../mathematics/arc.ts";
import { exp } from "../../mathematics/exponential.ts";
import { log, log10 } from "../../mathematics/logarithm.ts";
import { pow } from "../../mathematics/power.ts";
import { cbrt, hypot } from "../../mathematics/roots.ts";
import { cos, sin, tan } from "../../mathematics/trigonometry.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { numeric } from "./numbers.ts";

/** Returns the arities of a function of one number. A bigint is passed as the nearest double. */
function ofOne(name: string, compute: (value: number) => number): Arities {
  return { 1: (_, value) => compute(Number(numeric(value, name))) };
}

function ofTwo(name: string, compute: (left: number, right: number) => number): Arities {
  return {
    2: (_, left, right) => compute(Number(numeric(left, name)), Number(numeric(right, name, 1))),
  };
}

export const powerRows: readonly BuiltinRow[] = [
  row(["sqrt", "clojure.math/sqrt", "Math/sqrt"], "(sqrt x)", {
    doc: "The square root; ##NaN below 0.",
    example: ["(sqrt 16)", "4"],
    readsElements: false,
    arities: ofOne("sqrt", Math.sqrt),
  }),
  row(["pow", "clojure.math/pow", "Math/pow"], "(pow x y)", {
    doc: "x to the power of y.",
    example: ["(pow 2 10)", "1024"],
    readsElements: false,
    arities: ofTwo("pow", pow),
  }),
  row(["Math/cbrt", "clojure.math/cbrt"], "(Math/cbrt x)", {
    doc: "The cube root.",
    example: ["(Math/cbrt 27)", "3"],
    arities: ofOne("Math/cbrt", cbrt),
  }),
  row(["Math/exp", "clojure.math/exp"], "(Math/exp x)", {
    doc: "e to the power of x.",
    example: ["(Math/exp 0)", "1"],
    arities: ofOne("Math/exp", exp),
  }),
  row(["Math/log", "clojure.math/log"], "(Math/log x)", {
    doc: "The natural logarithm.",
    example: ["(Math/log 1)", "0"],
    arities: ofOne("Math/log", log),
  }),
  row(["Math/log10", "clojure.math/log10"], "(Math/log10 x)", {
    doc: "The logarithm to base 10.",
    example: ["(Math/log10 1000)", "3"],
    arities: ofOne("Math/log10", log10),
  }),
  row(["Math/sin", "clojure.math/sin"], "(Math/sin x)", {
    doc: "The sine of an angle in radians.",
    example: ["(Math/sin 0)", "0"],
    arities: ofOne("Math/sin", sin),
  }),
  row(["Math/cos", "clojure.math/cos"], "(Math/cos x)", {
    doc: "The cosine of an angle in radians.",
    example: ["(Math/cos 0)", "1"],
    arities: ofOne("Math/cos", cos),
  }),
  row(["Math/tan", "clojure.math/tan"], "(Math/tan x)", {
    doc: "The tangent of an angle in radians.",
    example: ["(Math/tan 0)", "0"],
    arities: ofOne("Math/tan", tan),
  }),
  row(["Math/asin", "clojure.math/asin"], "(Math/asin x)", {
    doc: "The angle in radians whose sine is x.",
    example: ["(Math/asin 0)", "0"],
    arities: ofOne("Math/asin", asin),
  }),
  row(["Math/acos", "clojure.math/acos"], "(Math/acos x)", {
    doc: "The angle in radians whose cosine is x.",
    example: ["(Math/acos 1)", "0"],
    arities: ofOne("Math/acos", acos),
  }),
  row(["Math/atan", "clojure.math/atan"], "(Math/atan x)", {
    doc: "The angle in radians whose tangent is x.",
    example: ["(Math/atan 0)", "0"],
    arities: ofOne("Math/atan", atan),
  }),
  row(["Math/atan2", "clojure.math/atan2"], "(Math/atan2 y x)", {
    doc: "Returns the angle in radians of the point (x, y).",
    example: ["(Math/atan2 0 1)", "0"],
    arities: ofTwo("Math/atan2", atan2),
  }),
  row(["Math/hypot", "clojure.math/hypot"], "(Math/hypot x y)", {
    doc: "The square root of x² + y².",
    example: ["(Math/hypot 3 4)", "5"],
    arities: ofTwo("Math/hypot", hypot),
  }),
  row(["Math/signum", "clojure.math/signum"], "(Math/signum x)", {
    doc: "-1, 0 or 1 if x is below, at or above 0.",
    example: ["(Math/signum -3)", "-1"],
    arities: ofOne("Math/signum", (value) => Math.sign(value) + 0),
  }),
  row(["Math/toRadians", "clojure.math/to-radians"], "(Math/toRadians x)", {
    doc: "Degrees to radians.",
    example: ["(Math/toRadians 0)", "0"],
    arities: ofOne("Math/toRadians", (degrees) => (degrees / 180) * Math.PI),
  }),
  row(["Math/toDegrees", "clojure.math/to-degrees"], "(Math/toDegrees x)", {
    doc: "Radians to degrees.",
    example: ["(Math/toDegrees Math/PI)", "180"],
    arities: ofOne("Math/toDegrees", (radians) => (radians * 180) / Math.PI),
  }),
];
