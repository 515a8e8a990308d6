// `@ptc/llm/node`: models that need files.

export { createManualModel } from "./manual-model.ts";
export type { ManualModelOptions } from "./manual-model.ts";
