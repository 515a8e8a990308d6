// `@ptc/core/errors`: what errors of all packages share.

export { EndOfRun } from "./end-of-run.ts";
export { issueTexts } from "./issue-texts.ts";
export { assertKnownOptions, unknownOption } from "../options/known-options.ts";
export type { OptionAliases } from "../options/known-options.ts";
export { OptionError } from "../options/option-error.ts";
export { didYouMean, nearestNames } from "../options/nearest-names.ts";
export { oneLine } from "./one-line.ts";
export { ToolFailure } from "./tool-failure.ts";
export type { FailureOptions } from "./tool-failure.ts";
export { excerptAt, positionAt } from "./source-position.ts";
