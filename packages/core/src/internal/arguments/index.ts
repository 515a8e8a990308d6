// `@ptc/core/internal/arguments`: matches the arguments of tool calls with the names that a tool
// declares, for the packages of this repository. It is separate from `internal/host`, so that
// programs load it lazily. Versioning doesn't cover these names.

export { DeclaredArguments } from "./declared-arguments.ts";
export type { NamedArguments } from "./declared-arguments.ts";
export { MisspelledNames } from "./misspelled-names.ts";
export { hasOwnArgumentCheck, withOwnArgumentCheck } from "./own-argument-check.ts";
export { forPrograms } from "./program-arguments.ts";
export { argumentsOfSchema, withArgumentSchema } from "./schema-arguments.ts";
export { otherFields, SchemaLocation, timeText } from "./schema-location.ts";
export { unknownArguments } from "./unknown-arguments.ts";
export { toolAlias, toolAliasText } from "./tool-aliases.ts";
