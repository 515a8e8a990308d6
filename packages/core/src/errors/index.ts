// `@ptc/core/errors`: the errors that users of every package may throw or catch.

export { OptionError } from "../options/option-error.ts";
export { ToolFailure } from "./tool-failure.ts";
export type { FailureOptions } from "./tool-failure.ts";
