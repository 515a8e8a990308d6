// `@ptc/subagent/step-json`: steps that outlive the process. The shape is a schema of zod 4, which
// the application installs.

export { stepFromJson } from "./step-from-json.ts";
export type { StepFromJsonResult } from "./step-from-json.ts";
export { stepToJson } from "./step-to-json.ts";
export { stepSchema } from "./step-schema.ts";
export type { StepJson } from "./step-schema.ts";
