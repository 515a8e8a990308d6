// The functions of `Math`. The JavaScript standard allows hosts to differ in the last digit, and
// Chromium does. This language must not.

import type { HostProgram } from "../host-program.ts";

const functionsOfOne: readonly string[] = [
  "cbrt",
  "exp",
  "log",
  "log10",
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
];

const functions: readonly HostProgram[] = [
  ...functionsOfOne.map((name): readonly [string, string] => [
    `Math/${name}`,
    `(map (fn [i] (Math/${name} (/ i 1003))) (range -1003 20000 7))`,
  ]),
  ...["pow", "atan2", "hypot"].map((name): readonly [string, string] => [
    `Math/${name}`,
    `(for [x (range 0.1 20 0.73) y (range -10 10 0.61)] (Math/${name} x y))`,
  ]),
  [
    "large angles",
    "(for [f [Math/sin Math/cos Math/tan] power (range 6 300 3)] (f (* 1.7 (Math/pow 10 power))))",
  ] as const,
].map(([name, source]) => ({ name, sources: [source] }));

const others: readonly HostProgram[] = [
  { name: "Math/sqrt", sources: ["(map (fn [i] (Math/sqrt (/ i 1003))) (range 0 20000 7))"] },
  { name: "Math/pow of integers", sources: ["(for [x [2 3 7 10 -2] y (range 0 16)] (pow x y))"] },
  {
    name: "powers by multiplication",
    sources: ["(map (fn [n] (reduce * 1 (repeat n 1.05))) (range 60))"],
  },
  {
    name: "functions of Math at their bounds",
    sources: [
      "(for [f [Math/exp Math/log Math/sin Math/cos Math/atan Math/cbrt] x [0 -0.0 ##Inf ##-Inf ##NaN]] (f x))",
    ],
  },
];

export const mathematicsPrograms: readonly HostProgram[] = [...functions, ...others];
