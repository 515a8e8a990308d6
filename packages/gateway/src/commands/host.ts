// The parts of the process that commands use. The command line of PTC has the same.

import type { Readable, Writable } from "node:stream";

/** The streams, the environment and the signals of a command. */
export interface GatewayHost {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
  readonly errors: Writable;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The current folder, where relative paths start. */
  readonly folder: string;
  /** Calls `listener` for the signal until the returned function is called. */
  readonly onSignal: (signal: "SIGINT" | "SIGTERM", listener: () => void) => () => void;
}
