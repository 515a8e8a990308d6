// `@ptc/subagent/internal/context`: reads JSON and the context of a run, for the apps of this
// repository. It is separate from `internal/node`, so that short commands load little. Versioning
// doesn't cover these names: they can change in any release.

export { contextFields, contextValue } from "./context-fields.ts";
export type { ContextFields } from "./context-fields.ts";
export { parseJson } from "./parse-json.ts";
export type { ParsedJson } from "./parse-json.ts";
