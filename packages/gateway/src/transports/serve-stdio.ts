// Serves one client over standard input and output, which then belong to the protocol.

import { Writable, type Readable } from "node:stream";
import type { McpServer } from "@modelcontextprotocol/server";
import { serveStdio as serveSdk, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

/** The options of `serveStdio`. */
export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Returns a server of the SDK for the connection. */
  readonly makeServer: () => McpServer;
  /** The largest message in bytes. */
  readonly maxMessageBytes: number;
  readonly onError?: (error: unknown) => void;
}

/** A connection over streams. */
export interface StdioServing {
  /** Resolves when the client has left, or after `close`. */
  readonly closed: Promise<void>;
  /** Ends the connection and the programs that run in it. */
  readonly close: () => Promise<void>;
}

/** Starts to serve the client at the other end of the streams. */
export function serveStdio(options: StdioOptions): StdioServing {
  const { input, output, makeServer, maxMessageBytes, onError } = options;
  const transport = new StdioServerTransport(input, output, { maxBufferSize: maxMessageBytes });
  let leave = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const handle = serveSdk(makeServer, {
    transport,
    ...(onError === undefined ? {} : { onerror: onError }),
  });
  // The SDK has set its own listener by now.
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    leave();
  };
  return {
    closed,
    close: async () => {
      await handle.close();
      leave();
    },
  };
}

/**
 * Returns a stream to the standard output of the process, and lets everything else that is written
 * there, such as `console.log` of a module of tools, go to standard error.
 */
export function ownStandardOutput(process: {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout) as (
    chunk: unknown,
    done: (error?: Error | null) => void,
  ) => boolean;
  stdout.write = stderr.write.bind(stderr);
  return new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      write(chunk, done);
    },
  });
}
