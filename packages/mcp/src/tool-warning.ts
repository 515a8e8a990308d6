// The warnings about tools that differ from their server's list, and the error of a server without
// usable tools.

/** A difference between a server's tool and the tool of the agent, with the reason. */
export interface McpToolWarning {
  /**
   * - `left-out`: the tool can't be used and is omitted;
   * - `renamed`: it has another name than at the server, given by `symbol`.
   */
  readonly kind: "left-out" | "renamed";
  /** The name at the server, shortened and escaped. */
  readonly tool: string;
  /** The name in programs; absent if the tool was omitted. */
  readonly symbol?: string;
  /** The problem and the tool. */
  readonly message: string;
}

/** The tools of a server can't be listed, or, with `strict`, one of them can't be used. */
export class McpToolsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "McpToolsError";
  }
}
