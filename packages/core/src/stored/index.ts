// `@ptc/core/internal/stored`: host values in the tagged encoding, for the packages of this
// repository. Versioning doesn't cover these names: they can change in any release.

export { knownNames } from "./known-names.ts";
export { decodedValue, encodedValue, isFields, isJson, storableValue } from "./host-value.ts";
export { maskedJson } from "./masked-json.ts";
export { isPlainName, plainJson } from "./plain-json.ts";
export type { JsonMask } from "./masked-json.ts";
export { PassTrace, tracedPass, traceMark } from "./trace-passes.ts";
export type { TracedPass } from "./trace-passes.ts";
