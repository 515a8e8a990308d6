// The part of an MCP client used here, common to `@modelcontextprotocol/client` 2 and
// `@modelcontextprotocol/sdk` 1. Any object with the two required methods is a client. The results
// come from a server, so these types are not trusted.

/** A tool from a server's list. */
export interface McpTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: McpToolAnnotations | undefined;
}

/** Hints of the server about its tool. They are unverified. */
export interface McpToolAnnotations {
  readonly title?: string | undefined;
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** The progress of a call, as reported by the server. */
export interface McpProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** The options of a client's request. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal;
  /** In milliseconds; the client's default is a minute. */
  readonly timeout?: number;
}

/** The options of a tool call. */
export interface McpCallOptions extends McpRequestOptions {
  readonly onprogress?: (progress: McpProgress) => void;
}

/**
 * The same options as the second argument, where version 2 expects them. Version 1 expects the
 * result's schema there, and the options as the third argument. For version 1, this object acts as
 * a schema that accepts anything.
 */
export interface McpCallOptionsOrSchema extends McpCallOptions {
  readonly safeParse: (result: unknown) => object;
}

/** One page of a server's list of tools. */
export interface McpToolPage {
  readonly tools: readonly McpTool[];
  readonly nextCursor?: string | undefined;
}

/**
 * The methods of an MCP client. The clients of the official SDKs have them all; the optional ones
 * are used for the options `resources` and `prompts`.
 */
export interface McpClient {
  listTools(params?: { cursor?: string }, options?: McpRequestOptions): Promise<McpToolPage>;
  callTool(
    params: { name: string; arguments?: Record<string, unknown>; _meta?: Record<string, unknown> },
    optionsOrSchema?: McpCallOptionsOrSchema,
    options?: McpCallOptions,
  ): Promise<unknown>;
  getServerCapabilities?(): unknown;
  listResources?(params?: { cursor?: string }, options?: McpRequestOptions): Promise<unknown>;
  listResourceTemplates?(
    params?: { cursor?: string },
    options?: McpRequestOptions,
  ): Promise<unknown>;
  readResource?(params: { uri: string }, options?: McpRequestOptions): Promise<unknown>;
  listPrompts?(params?: { cursor?: string }, options?: McpRequestOptions): Promise<unknown>;
  getPrompt?(
    params: { name: string; arguments?: Record<string, string> },
    options?: McpRequestOptions,
  ): Promise<unknown>;
}
