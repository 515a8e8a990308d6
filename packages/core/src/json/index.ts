// `@ptc/core/json`: JSON text that keeps every digit of an integer.

export { fromJson } from "./from-json.ts";
export { toJson } from "./to-json.ts";
export type { BigIntJson, ToJsonOptions } from "./to-json.ts";
