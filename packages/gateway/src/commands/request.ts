// The request of a command line. The apps read it from their arguments.

/** The names of the actions. */
export const gatewayActions = ["serve", "list", "init", "doctor", "accept", "login"] as const;

/** The actions of `ptc mcp` and `ptc-mcp`. */
export type GatewayAction = (typeof gatewayActions)[number];

/** A request of a command line. */
export interface GatewayRequest {
  readonly action: GatewayAction;
  /** The command that the user typed, such as `ptc mcp`, for messages. */
  readonly command: string;
  /** The version that clients show. */
  readonly version?: string | undefined;
  /** The path of the configuration. Default: `ptc.json` in the current folder. */
  readonly config?: string | undefined;
  /**
   * `accept`: the upstream, and the names of its tools; default: all that differ. `login`: the
   * upstream.
   */
  readonly upstream?: string | undefined;
  readonly tools?: readonly string[];
  /** `serve`: over HTTP instead of standard input and output. */
  readonly http?: boolean;
  /** `serve`: the address and the port instead of those of the configuration. */
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** `serve`: the client of standard input and output, which has its own sessions. */
  readonly client?: string | undefined;
  /** `list` and `doctor`: one line of JSON. */
  readonly json?: boolean;
  /** `init`: files of other clients to include. */
  readonly include?: readonly string[];
  /** `init`: include the servers of all files of this project without a question. */
  readonly yes?: boolean;
}
