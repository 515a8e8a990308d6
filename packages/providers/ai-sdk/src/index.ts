// `@ptc/ai-sdk`: models of the AI SDK for PTC, and PTC as tools of the AI SDK.

export { asAiSdkTool } from "./bridges/as-ai-sdk-tool.ts";
export type { AgentAsAiSdkTool, AsAiSdkToolOptions } from "./bridges/as-ai-sdk-tool.ts";
export { fromAiSdkTools } from "./bridges/from-ai-sdk-tools.ts";
export type { FromAiSdkToolsOptions } from "./bridges/tool-options.ts";
export { ptcTool } from "./bridges/ptc-tool.ts";
export type { ProgramInput, ProgramOutput, PtcTool, PtcToolOptions } from "./bridges/ptc-tool.ts";
export { aiSdkModel } from "./model.ts";
export type { AiSdkModelOptions } from "./options.ts";
