// Rewrites generated programs, which are written for JVM Clojure, for ClojureScript. ClojureScript
// spells some names differently and lacks a few, which are defined here.

import type { Form } from "./form.ts";

const mathematics = [
  "sqrt",
  "cbrt",
  "exp",
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "atan2",
  "log",
  "log10",
  "floor",
  "ceil",
  "round",
  "pow",
  "hypot",
  "abs",
  "max",
  "min",
];
const byFormula: readonly (readonly [string, string])[] = [
  ["signum", "js/Math.sign"],
  ["toRadians", "(fn [x] (/ (* x js/Math.PI) 180))"],
  ["toDegrees", "(fn [x] (/ (* x 180) js/Math.PI))"],
  ["to-radians", "(fn [x] (/ (* x js/Math.PI) 180))"],
  ["to-degrees", "(fn [x] (/ (* x 180) js/Math.PI))"],
  // Rounds a half to the even neighbor.
  ["rint", "(fn [x] (let [r (js/Math.round x)] (if (and (= 0.5 (- r x)) (odd? r)) (dec r) r)))"],
];

/**
 * Returns a function that refuses arguments that aren't numbers, which JavaScript itself would
 * accept.
 */
function strict(definition: string): string {
  return `(let [f ${definition}] (fn [& xs] (if (every? number? xs) (apply f xs) (throw (ex-info "not a number" {})))))`;
}

const definitions: readonly (readonly [name: string, definition: string])[] = [
  ["+'", "+"],
  ["-'", "-"],
  ["*'", "*"],
  ["inc'", "inc"],
  ["dec'", "dec"],
  ["bigint", strict("long")],
  ["biginteger", strict("long")],
  ["num", strict("identity")],
  ["rational?", "int?"],
  ["ratio?", "(fn [_] false)"],
  ["decimal?", "(fn [_] false)"],
  ["regexp?", "(fn [x] (instance? js/RegExp x))"],
  ["regex?", "(fn [x] (instance? js/RegExp x))"],
  ["infinite?", "(fn [x] (or (= x ##Inf) (= x ##-Inf)))"],
  ["bit-clear", "(fn [x n] (bit-and x (bit-not (bit-shift-left 1 n))))"],
  [".length", '(fn [s] (if (string? s) (count s) (throw (ex-info "no string" {}))))'],
  [".isEmpty", '(fn [s] (if (string? s) (empty? s) (throw (ex-info "no string" {}))))'],
  [".contains", "clojure.string/includes?"],
  [".replace", "clojure.string/replace"],
  [
    ".equalsIgnoreCase",
    "(fn [a b] (= (clojure.string/lower-case a) (clojure.string/lower-case b)))",
  ],
  ...[...mathematics.map((name) => [name, `js/Math.${name}`] as const), ...byFormula].flatMap(
    ([name, definition]) =>
      [`Math/${name}`, `clojure.math/${name}`].map((full) => [full, strict(definition)] as const),
  ),
  ["clojure.math/PI", "js/Math.PI"],
  ["clojure.math/E", "js/Math.E"],
  ["Math/PI", "js/Math.PI"],
  ["Math/E", "js/Math.E"],
  ["Integer/MAX_VALUE", "2147483647"],
  ["Integer/MIN_VALUE", "-2147483648"],
  ["Double/MAX_VALUE", "js/Number.MAX_VALUE"],
  [
    "Integer/parseInt",
    '(fn [s & [radix]] (if (and (string? s) (re-matches #"[-+]?[0-9a-fA-F]+" s)) (let [n (js/parseInt s (or radix 10))] (if (js/isNaN n) (throw (ex-info "no integer" {})) n)) (throw (ex-info "no integer" {}))))',
  ],
  [
    "Long/parseLong",
    '(fn [s] (if (and (string? s) (re-matches #"[-+]?[0-9]+" s)) (js/parseInt s 10) (throw (ex-info "no integer" {}))))',
  ],
  [
    "Double/parseDouble",
    '(fn [s] (let [n (js/Number s)] (if (and (string? s) (not (js/isNaN n))) n (throw (ex-info "no number" {})))))',
  ],
  ["Boolean/parseBoolean", '(fn [s] (and (string? s) (= "true" (clojure.string/lower-case s))))'],
];

/** Returns a name that can be defined and bound in any namespace. */
export function plainName(name: string): string {
  return /[./']/.test(name) && name !== "/"
    ? `ptc-${name.replaceAll(/[./]/g, "-").replace("'", "-exact")}`
    : name;
}

const defined: ReadonlySet<string> = new Set(definitions.map(([name]) => name));

/** Definitions to evaluate once before any program. */
export const clojureScriptPrelude = definitions
  .map(([name, definition]) => `(def ${plainName(name)} ${definition})`)
  .join("\n");

export function asClojureScript(form: Form): Form {
  if (typeof form !== "string") return { open: form.open, items: form.items.map(asClojureScript) };
  return form === "Exception" ? ":default" : defined.has(form) ? plainName(form) : form;
}
