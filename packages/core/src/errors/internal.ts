// `@ptc/core/internal/errors`: how the packages of PTC check options and word their errors.
// Versioning does not cover it: any release may change or remove it.

export { EndOfRun } from "./end-of-run.ts";
export { issueText, issueTexts } from "./issue-texts.ts";
export { assertKnownOptions, unknownOption, wholeNumber } from "../options/known-options.ts";
export type { OptionAliases } from "../options/known-options.ts";
export { didYouMean, nearestNames } from "../options/nearest-names.ts";
export { oneLine } from "./one-line.ts";
