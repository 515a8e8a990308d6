// `@ptc/mcp/server`: an MCP server whose clients run programs over any number of tools.

export { createMcpServer } from "./create-mcp-server.ts";
export type { PtcMcpServer } from "./create-mcp-server.ts";
export type { McpServerAgent, McpServerAgents } from "./agent-work.ts";
export type { McpServerLimits } from "./limits.ts";
export type { McpServerOptions, McpServerPrompts, McpServerTools } from "./options.ts";
