// Builtins that generated code computes itself where the operands allow it. Each has a test of the
// operands and an expression, both templates over the operands' names; in any other case the
// builtin is called. That a result is the builtin's is held by tests that run both.

/** `$L`: the largest safe integer; `a`, `b`: operands; `r`: the result. */
export interface Operation {
  /** Whether the expression is right, by the operands. Absent where it always is. */
  readonly test?: string;
  /** A condition for the result: it is computed as part of it. */
  readonly value: string;
  /** Whether the value is true or false, so that it can stand in a condition. */
  readonly isTest: boolean;
}

const inRange = "r<=9007199254740991&&r>=-9007199254740991";
const bothNumbers = "typeof a==='number'&&typeof b==='number'";
const wholeParts = `${bothNumbers}&&a>=0&&b>0&&a<=9007199254740991&&b<=9007199254740991&&a%1===0&&b%1===0`;

/** Sums, differences and products; a result beyond the safe range is computed by the builtin. */
export const arithmetic: ReadonlyMap<string, string> = new Map([
  ["+", "a+b"],
  ["-", "a-b"],
  ["*", "a*b"],
]);

export const rangeTest: string = inRange;

/** Comparisons of two numbers, by the host's operator. */
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

/** By name and number of arguments. */
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
  ["rem 2", { test: wholeParts, value: "a%b", isTest: false }],
  ["mod 2", { test: wholeParts, value: "a%b", isTest: false }],
  ["quot 2", { test: wholeParts, value: "(a-a%b)/b", isTest: false }],
  ["/ 2", { test: `${bothNumbers}&&b!==0`, value: "a/b", isTest: false }],
]);

/** A template with the names of the operands, and of the result, put in. */
export function filled(template: string, a: string, b = "", r = ""): string {
  return template.replace(/\b[abr]\b/g, (name) => (name === "a" ? a : name === "b" ? b : r));
}
