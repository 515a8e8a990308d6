// `@ptc/core/internal/json`: values as JSON and their sizes as text, for the packages and apps of
// this repository. Versioning doesn't cover these names: they can change in any release.

export { argumentsText } from "./arguments-text.ts";
export { bytesText, countText, groupedNumber } from "./count-text.ts";
export { dataSize } from "./data-size.ts";
export type { DataSize } from "./data-size.ts";
export { HostJsonError, fromHostJson, hostJson, textJson, writingBudget } from "./host-json.ts";
export { jsonLine } from "./json-line.ts";
export { rawInteger } from "./raw-integer.ts";
export { valueJson } from "./value-json.ts";
