// Roots, powers, logarithms and angles. What ECMAScript leaves to the host is our own, in the
// folder mathematics: a program ends in the same step on every host. Results that are whole come
// out as integers: there is one kind of number.

import { acos, asin, atan, atan2 } from "../../mathematics/arc.ts";
import { exp } from "../../mathematics/exponential.ts";
import { log, log10 } from "../../mathematics/logarithm.ts";
import { pow } from "../../mathematics/power.ts";
import { cbrt, hypot } from "../../mathematics/roots.ts";
import { cos, sin, tan } from "../../mathematics/trigonometry.ts";
import type { BuiltinRow } from "../builtin.ts";
import { numeric } from "./numbers.ts";

type Names = readonly [string, ...string[]];

/** A function of one number; a bigint goes in as the nearest double. */
function ofOne(
  names: Names,
  compute: (value: number) => number,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  const [name] = names;
  return {
    names,
    forms: [`(${name} x)`],
    doc,
    example,
    clojure: names.at(-1) ?? name,
    arities: { 1: (_, value) => compute(Number(numeric(value, name))) },
  };
}

function ofTwo(
  names: Names,
  compute: (left: number, right: number) => number,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  const [name] = names;
  return {
    names,
    forms: [`(${name} x y)`],
    doc,
    example,
    clojure: names.at(-1) ?? name,
    arities: {
      2: (_, left, right) => compute(Number(numeric(left, name)), Number(numeric(right, name))),
    },
  };
}

export const powerRows: readonly BuiltinRow[] = [
  ofOne(["sqrt", "clojure.math/sqrt", "Math/sqrt"], Math.sqrt, "The square root; ##NaN below 0.", [
    "(sqrt 16)",
    "4",
  ]),
  ofTwo(["pow", "clojure.math/pow", "Math/pow"], pow, "x to the power of y.", [
    "(pow 2 10)",
    "1024",
  ]),
  ofOne(["Math/cbrt", "clojure.math/cbrt"], cbrt, "The cube root.", ["(Math/cbrt 27)", "3"]),
  ofOne(["Math/exp", "clojure.math/exp"], exp, "e to the power of x.", ["(Math/exp 0)", "1"]),
  ofOne(["Math/log", "clojure.math/log"], log, "The natural logarithm.", ["(Math/log 1)", "0"]),
  ofOne(["Math/log10", "clojure.math/log10"], log10, "The logarithm to base 10.", [
    "(Math/log10 1000)",
    "3",
  ]),
  ofOne(["Math/sin", "clojure.math/sin"], sin, "The sine of an angle in radians.", [
    "(Math/sin 0)",
    "0",
  ]),
  ofOne(["Math/cos", "clojure.math/cos"], cos, "The cosine of an angle in radians.", [
    "(Math/cos 0)",
    "1",
  ]),
  ofOne(["Math/tan", "clojure.math/tan"], tan, "The tangent of an angle in radians.", [
    "(Math/tan 0)",
    "0",
  ]),
  ofOne(["Math/asin", "clojure.math/asin"], asin, "The angle in radians whose sine is x.", [
    "(Math/asin 0)",
    "0",
  ]),
  ofOne(["Math/acos", "clojure.math/acos"], acos, "The angle in radians whose cosine is x.", [
    "(Math/acos 1)",
    "0",
  ]),
  ofOne(["Math/atan", "clojure.math/atan"], atan, "The angle in radians whose tangent is x.", [
    "(Math/atan 0)",
    "0",
  ]),
  ofTwo(
    ["Math/atan2", "clojure.math/atan2"],
    atan2,
    "The angle in radians of the point with height y and width x: (Math/atan2 y x).",
    ["(Math/atan2 0 1)", "0"],
  ),
  ofTwo(["Math/hypot", "clojure.math/hypot"], hypot, "The square root of x² + y².", [
    "(Math/hypot 3 4)",
    "5",
  ]),
  ofOne(
    ["Math/signum", "clojure.math/signum"],
    (value) => Math.sign(value) + 0,
    "-1, 0 or 1 as x is below, at or above 0.",
    ["(Math/signum -3)", "-1"],
  ),
  ofOne(
    ["Math/toRadians", "clojure.math/to-radians"],
    (degrees) => (degrees / 180) * Math.PI,
    "Degrees as radians.",
    ["(Math/toRadians 0)", "0"],
  ),
  ofOne(
    ["Math/toDegrees", "clojure.math/to-degrees"],
    (radians) => (radians * 180) / Math.PI,
    "Radians as degrees.",
    ["(Math/toDegrees Math/PI)", "180"],
  ),
];
