// A server that sends arbitrary test data, bypassing the SDK's helpers.

import { McpServer, type CallToolResult, type ListToolsResult } from "@modelcontextprotocol/server";

export interface RawAnswers {
  /** Pages by cursor; the first one has the cursor "". */
  readonly pages: (cursor: string) => unknown;
  readonly call?: (name: string, args: unknown) => unknown;
}

export function rawServer({ pages, call }: RawAnswers): McpServer {
  const raw = new McpServer({ name: "raw", version: "1.0.0" }, { capabilities: { tools: {} } });
  const { server } = raw;
  // The casts are deliberate, because the SDK's types would prevent invalid responses.
  server.setRequestHandler(
    "tools/list",
    ({ params }) => pages(params?.cursor ?? "") as ListToolsResult,
  );
  server.setRequestHandler(
    "tools/call",
    ({ params }) => call?.(params.name, params.arguments) as CallToolResult,
  );
  return raw;
}
