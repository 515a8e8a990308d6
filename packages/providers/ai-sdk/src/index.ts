// `@ptc/ai-sdk`: models of the AI SDK for PTC, and PTC as tools of the AI SDK.

export { aiSdkTools } from "./bridges/ai-sdk-tools.ts";
export type { AiSdkTools, AiSdkToolWarning } from "./bridges/ai-sdk-tools.ts";
export { asAiSdkTool } from "./bridges/as-ai-sdk-tool.ts";
export type {
  AgentAsAiSdkTool,
  AsAiSdkToolOptions,
  ResumeAgentOptions,
  WaitingAgent,
} from "./bridges/as-ai-sdk-tool.ts";
export type { WaitingOutput } from "./bridges/waiting-output.ts";
export { createProgramTool } from "./bridges/program-tool.ts";
export type {
  AiSdkProgramTool,
  AiSdkProgramToolOptions,
  ProgramInput,
  ProgramOutput,
  ResumeProgramOptions,
  WaitingProgram,
} from "./bridges/program-tool.ts";
export type { AiSdkToolsOptions } from "./bridges/tool-options.ts";
export { aiSdkModel } from "./model.ts";
export type { AiSdkModelOptions } from "./options.ts";
