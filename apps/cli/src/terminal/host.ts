// What a command uses of the process: streams, environment, folder, clock, interrupts. It is passed
// as an argument, so that tests can run commands without a process.

import type { Readable, Writable } from "node:stream";

export interface InputStream extends Readable {
  readonly isTTY?: boolean;
}

/** Where texts go: what is used of a stream by who only writes. */
export interface TextOutput {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  /** Answers false where the reader wants no more for now: "drain" follows. */
  write(text: string | Uint8Array, done?: () => void): boolean;
  once(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

export interface OutputStream extends Writable {
  readonly isTTY?: boolean;
  /** Width of the terminal in columns. */
  readonly columns?: number;
}

export type HostSignal = "SIGINT" | "SIGTERM";

export interface Host<Output extends TextOutput = OutputStream> {
  readonly input: InputStream;
  readonly output: Output;
  readonly errors: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The current folder; relative paths start here. */
  readonly folder: string;
  readonly now: () => Date;
  /**
   * Calls `listener` for every SIGINT (Ctrl-C) or SIGTERM until the returned function is called.
   * Meanwhile the signal does not end the process.
   */
  readonly onSignal: (signal: HostSignal, listener: () => void) => () => void;
}
