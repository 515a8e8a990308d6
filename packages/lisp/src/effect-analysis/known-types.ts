// The types of the results of builtins.

import type { ShapeType } from "./effect-analysis.ts";
import { anyOf, anything, type Foreseen } from "./foreseen-value.ts";

const typesOfResults: Readonly<Record<Exclude<ShapeType, "value" | "function">, string>> = {
  string:
    "str subs join format upper-case lower-case capitalize trim triml trimr name pr-str prn-str json/generate-string",
  number: "+ - * / inc dec quot rem mod count sum avg max min abs long int double round floor ceil",
  boolean:
    "= not= < > <= >= not nil? some? empty? contains? even? odd? zero? pos? neg? string? number? map? vector?",
  keyword: "keyword",
  map: "zipmap group-by frequencies hash-map",
  vector: "vector split",
  set: "hash-set",
};
const typeOfResult = new Map<string, Foreseen>(
  Object.entries(typesOfResults).flatMap(([type, names]) =>
    names.split(" ").map((name): [string, Foreseen] => [name, anyOf(type as ShapeType)]),
  ),
);

/** True if the type of the builtin's result is known. */
export function hasKnownType(name: string): boolean {
  return typeOfResult.has(name);
}

/** Returns what is known about the result of a builtin. */
export function resultOf(name: string): Foreseen {
  return typeOfResult.get(name) ?? anything;
}
