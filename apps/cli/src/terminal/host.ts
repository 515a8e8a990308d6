// The parts of the process that commands use: streams, environment, folder, clock and signals. It
// is an argument, so that tests can run commands without a process.

import type { Readable, Writable } from "node:stream";

export interface InputStream extends Readable {
  readonly isTTY?: boolean;
}

/** The parts of a stream that writers of text use. */
export interface TextOutput {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  /** Returns false if the reader is busy; "drain" follows. */
  write(text: string | Uint8Array, done?: () => void): boolean;
  once(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

export interface OutputStream extends Writable {
  readonly isTTY?: boolean;
  /** The width of the terminal in columns. */
  readonly columns?: number;
  /** The height of the terminal in lines. */
  readonly rows?: number;
}

export type HostSignal = "SIGINT" | "SIGTERM";

export interface Host<Output extends TextOutput = OutputStream> {
  readonly input: InputStream;
  readonly output: Output;
  readonly errors: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The current folder, where relative paths start. */
  readonly folder: string;
  readonly now: () => Date;
  /**
   * Calls `listener` for every SIGINT (Ctrl-C) or SIGTERM until the returned function is called.
   * During this time, the signal doesn't end the process.
   */
  readonly onSignal: (signal: HostSignal, listener: () => void) => () => void;
}
