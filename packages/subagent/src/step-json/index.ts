// `@ptc/subagent/step-json`: writes steps as JSON and reads them, so that they outlive the process.
// It needs zod 4, which the application installs.

export { stepFromJson } from "./step-from-json.ts";
export type { StepFromJsonResult } from "./step-from-json.ts";
export { stepIn } from "./step-in.ts";
export type { StoreStep } from "./step-in.ts";
export { stepToJson } from "./step-to-json.ts";
export { stepSchema } from "./step-schema.ts";
export type { StepJson } from "./step-schema.ts";
