// What is told of tools that are not as their server lists them, and the error of a server whose
// tools cannot be had.

/** What of the tools of a server is not taken as it stands, and why. */
export interface McpToolWarning {
  /**
   * - `left-out`: the tool cannot be used, and is not among the tools;
   * - `renamed`: it has another name than at the server, and `symbol` says which;
   * - `loosened`: part of its schemas is held by the server alone.
   */
  readonly kind: "left-out" | "renamed" | "loosened";
  /** The name at the server, shortened, every character of it visible. */
  readonly tool: string;
  /** The name by which programs call it; absent for a tool that was left out. */
  readonly symbol?: string;
  /** What happened, and to which tool. */
  readonly message: string;
}

/** The tools of a server cannot be listed, or, with `strict`, one of them cannot be used. */
export class McpToolsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "McpToolsError";
  }
}
