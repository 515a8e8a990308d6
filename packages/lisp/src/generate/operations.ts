// Builtins that generated code computes inline if the operands allow it. Each has a test of the
// operands and an expression, both templates over the operands' names. Otherwise the builtin is
// called. Tests that run both ensure that the results are equal.

/** A template over the operands `a` and `b`. */
export interface Operation {
  /** Tests whether the value is right for these operands. Absent if it always is. */
  readonly test?: string;
  readonly value: string;
  /** True if the value is a boolean, so that it can be a condition. */
  readonly isTest: boolean;
}

const bothNumbers = "typeof a==='number'&&typeof b==='number'";
const wholeParts = `${bothNumbers}&&a>=0&&b>0&&a<=9007199254740991&&b<=9007199254740991&&a%1===0&&b%1===0`;

const arithmetic: ReadonlyMap<string, string> = new Map([
  ["+ 2", "a+b"],
  ["- 2", "a-b"],
  ["* 2", "a*b"],
  ["inc 1", "a+1"],
  ["dec 1", "a-1"],
]);

/** Returns the template of a sum, a difference or a product with that many arguments. */
export function arithmeticOf(name: string, count: number): string | undefined {
  return arithmetic.get(`${name} ${String(count)}`);
}

/**
 * Tests whether such a result `r` is right. The builtin computes results outside the safe range.
 */
export const rangeTest = "r<=9007199254740991&&r>=-9007199254740991";

/** The host's operators for comparisons of two numbers. */
export const comparisons: ReadonlyMap<string, string> = new Map([
  ["=", "==="],
  ["<", "<"],
  [">", ">"],
  ["<=", "<="],
  [">=", ">="],
]);

const ofNumber = (value: string): Operation => ({
  test: "typeof a==='number'",
  value,
  isTest: true,
});

const parity = (value: string): Operation => ({
  test: "typeof a==='number'&&a%1===0&&a<=9007199254740991&&a>=-9007199254740991",
  value,
  isTest: true,
});

/** The operations by name and number of arguments. */
export const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["not 1", { value: "(a===null||a===false)", isTest: true }],
  ["nil? 1", { value: "a===null", isTest: true }],
  ["some? 1", { value: "a!==null", isTest: true }],
  ["true? 1", { value: "a===true", isTest: true }],
  ["false? 1", { value: "a===false", isTest: true }],
  ["zero? 1", ofNumber("a===0")],
  ["pos? 1", ofNumber("a>0")],
  ["neg? 1", ofNumber("a<0")],
  ["even? 1", parity("a%2===0")],
  ["odd? 1", parity("a%2!==0")],
  // Like in the builtins, a remainder is never -0.
  ["rem 2", { test: wholeParts, value: "(a%b+0)", isTest: false }],
  ["mod 2", { test: wholeParts, value: "(a%b+0)", isTest: false }],
  ["quot 2", { test: wholeParts, value: "(a-a%b)/b", isTest: false }],
  ["/ 2", { test: `${bothNumbers}&&b!==0`, value: "a/b", isTest: false }],
]);

/** Returns a template with the names of the operands and the result inserted. */
export function filled(template: string, a: string, b = "", r = ""): string {
  return template.replace(/\b[abr]\b/g, (name) => (name === "a" ? a : name === "b" ? b : r));
}
