// `@ptc/mcp`: exposes the tools of MCP servers to agents, and asks users of MCP clients about
// calls that wait.

export { elicitationForm, elicitedDecision } from "./elicitation.ts";
export type { ElicitationForm, ElicitedField } from "./elicitation.ts";
export { mcpTools } from "./mcp-tools.ts";
export type { McpTools } from "./mcp-tools.ts";
export type { McpApproval, McpCallProgress, McpToolsOptions } from "./options.ts";
export { McpToolsError } from "./tool-warning.ts";
export type { McpToolWarning } from "./tool-warning.ts";
export type {
  McpCallOptions,
  McpCallOptionsOrSchema,
  McpClient,
  McpProgress,
  McpRequestOptions,
  McpTool,
  McpToolAnnotations,
  McpToolPage,
} from "./mcp-client.ts";
