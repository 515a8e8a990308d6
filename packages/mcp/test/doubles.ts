// A client without an SDK and without checks: it returns the data of a test.

import type { McpClient, McpTool } from "../src/index.ts";

export interface DoubleClient extends McpClient {
  /** The arguments of the calls so far. */
  readonly calls: readonly Parameters<McpClient["callTool"]>[0][];
}

type Answer = (name: string, args: Readonly<Record<string, unknown>>) => unknown;

export function doubleClient(
  tools: readonly Partial<McpTool>[],
  answer: Answer = () => ({ content: [] }),
): DoubleClient {
  const calls: Parameters<McpClient["callTool"]>[0][] = [];
  return {
    calls,
    // The cast is deliberate, because a server may list anything.
    listTools: () => Promise.resolve({ tools: tools as readonly McpTool[] }),
    callTool: async (params) => {
      calls.push(params);
      return await answer(params.name, params.arguments ?? {});
    },
  };
}
