// Matches the value of an argument, with a part of JSON Schema. A missing argument is the value
// `undefined`, which only `not`, `anyOf` and `absent` can match.

import { isObject } from "@ptc/core/internal/host";
import { globMatches } from "./glob.ts";

/** Conditions on a value. All fields must match. */
export interface ArgumentMatcher {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A text in which `*` is any text: `*@example.com`. */
  readonly glob?: string;
  /** Matches arrays whose elements all match. */
  readonly items?: ArgumentMatcher;
  /** Matches arrays with an element that matches. */
  readonly contains?: ArgumentMatcher;
  readonly properties?: Readonly<Record<string, ArgumentMatcher>>;
  readonly anyOf?: readonly ArgumentMatcher[];
  readonly not?: ArgumentMatcher;
  /** True matches a missing argument, and false a present one. */
  readonly absent?: boolean;
}

type Fields = Required<ArgumentMatcher>;

/** One test for each field. Each one returns false for values of another type. */
const tests: {
  readonly [Name in keyof Fields]: (expected: Fields[Name], value: unknown) => boolean;
} = {
  const: (expected, value) => isEqual(expected, value),
  enum: (expected, value) => expected.some((each) => isEqual(each, value)),
  type: (expected, value) => isOfType(expected, value),
  minimum: (expected, value) => isNumber(value) && value >= expected,
  maximum: (expected, value) => isNumber(value) && value <= expected,
  exclusiveMinimum: (expected, value) => isNumber(value) && value > expected,
  exclusiveMaximum: (expected, value) => isNumber(value) && value < expected,
  minLength: (expected, value) => typeof value === "string" && value.length >= expected,
  maxLength: (expected, value) => typeof value === "string" && value.length <= expected,
  glob: (expected, value) => typeof value === "string" && globMatches(expected, value),
  items: (expected, value) =>
    Array.isArray(value) && value.every((item) => matchesArgument(expected, item)),
  contains: (expected, value) =>
    Array.isArray(value) && value.some((item) => matchesArgument(expected, item)),
  properties: (expected, value) =>
    isObject(value) &&
    Object.entries(expected).every(([name, matcher]) =>
      matchesArgument(matcher, Object.hasOwn(value, name) ? value[name] : undefined),
    ),
  anyOf: (expected, value) => expected.some((matcher) => matchesArgument(matcher, value)),
  not: (expected, value) => !matchesArgument(expected, value),
  absent: (expected, value) => (value === undefined) === expected,
};

/** The names of the fields of a matcher. */
export const matcherNames: readonly string[] = /* @__PURE__ */ Object.keys(tests);

/** True if the value matches all fields. */
export function matchesArgument(matcher: ArgumentMatcher, value: unknown): boolean {
  return Object.entries(matcher).every(([name, expected]) =>
    // The table pairs each name with the type of its field; the entries of an object don't.
    (tests[name as keyof Fields] as (expected: unknown, value: unknown) => boolean)(
      expected,
      value,
    ),
  );
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function isOfType(type: Fields["type"], value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value) && !Array.isArray(value);
    case "number":
      return isNumber(value);
    case "integer":
      return typeof value === "bigint" || Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** Compares JSON values; numbers and bigints by their value. */
function isEqual(expected: unknown, value: unknown): boolean {
  if (typeof expected === "bigint" && typeof value === "number") return isEqual(value, expected);
  if (typeof expected === "number" && typeof value === "bigint")
    return Number.isInteger(expected) && BigInt(expected) === value;
  if (Array.isArray(expected))
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((each, index) => isEqual(each, value[index]))
    );
  if (isObject(expected) && isObject(value) && !Array.isArray(value)) {
    const names = Object.keys(expected);
    return (
      names.length === Object.keys(value).length &&
      names.every((name) => Object.hasOwn(value, name) && isEqual(expected[name], value[name]))
    );
  }
  return Object.is(expected, value);
}
