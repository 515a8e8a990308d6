// Builtins that never look at the elements of a sequence, whatever they are given. Every other one may meet an element
// that waits for a tool, so in a program with tools a call of it may yield a promise; a test holds the list to its word.

/** Names of builtins, as documented. */
export const elementFree: ReadonlySet<string> = new Set([
  "+", "-", "*", "/", "quot", "rem", "mod", "inc", "dec", "abs", "max", "min",
  "round", "floor", "ceil", "trunc", "sqrt", "pow", "rand", "rand-int", "==", "int", "long", "double", "float", "num",
  "bit-and", "bit-or", "bit-xor", "bit-not", "bit-shift-left", "bit-shift-right", "bit-test",
  "<", ">", "<=", ">=", "compare",
  "nil?", "some?", "any?", "not", "boolean", "true?", "false?", "boolean?", "identical?", "number?", "integer?", "int?", "float?", "string?",
  "keyword?", "symbol?", "fn?", "ifn?", "coll?", "vector?", "map?", "set?", "list?", "seq?", "sequential?", "zero?", "pos?", "neg?", "even?", "odd?",
  "NaN?", "type", "keyword", "name", "namespace", "identity", "constantly", "partial", "comp", "complement",
  "get", "contains?", "find", "assoc", "dissoc", "key", "val", "vector", "list", "hash-map", "peek",
  "upper-case", "lower-case", "trim", "blank?", "starts-with?", "ends-with?", "parse-long", "parse-double",
  "reduced", "reduced?", "unreduced", "atom", "deref", "reset!", "ex-info", "ex-message", "ex-data", "ex-cause",
]);
