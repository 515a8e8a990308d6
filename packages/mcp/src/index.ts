// `@ptc/mcp`: exposes the tools of MCP servers to agents.

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
