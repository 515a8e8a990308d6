// The part of an MCP client that is used here, which the clients of `@modelcontextprotocol/client`
// 2 and of `@modelcontextprotocol/sdk` 1 have in common. Whatever has these two methods is a
// client. What they answer comes from a server: it is not trusted to be what these types say.

/** A tool as a server lists it. */
export interface McpTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: McpToolAnnotations | undefined;
}

/** Hints of the server about its tool. Nothing holds the server to them. */
export interface McpToolAnnotations {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** How far a call has come, as the server says. */
export interface McpProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** What a request of a client may be given. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal;
  /** In milliseconds; by itself a client gives up after a minute. */
  readonly timeout?: number;
}

/** What a call of a tool is given besides its arguments. */
export interface McpCallOptions extends McpRequestOptions {
  readonly onprogress?: (progress: McpProgress) => void;
}

/**
 * The same options as the second argument, where version 2 has them. Version 1 has the schema of
 * the result there, and the options as the third argument: to it this is a schema that takes anything.
 */
export interface McpCallOptionsOrSchema extends McpCallOptions {
  readonly safeParse: (result: unknown) => object;
}

/** One page of the list of tools of a server. */
export interface McpToolPage {
  readonly tools: readonly McpTool[];
  readonly nextCursor?: string | undefined;
}

/** What is used of a client of MCP; the clients of the official SDKs fit. */
export interface McpClient {
  listTools(params?: { cursor?: string }, options?: McpRequestOptions): Promise<McpToolPage>;
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    optionsOrSchema?: McpCallOptionsOrSchema,
    options?: McpCallOptions,
  ): Promise<unknown>;
}
