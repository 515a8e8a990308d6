// A host without a process: its input is text, and its output is collected.

import { devNull } from "node:os";
import { Readable, Writable } from "node:stream";
import { main } from "../src/main.ts";
import type { Host, HostSignal, OutputStream } from "../src/terminal/host.ts";

export interface MemoryHostOptions {
  readonly input?: string | Uint8Array | readonly (string | Uint8Array)[];
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** If set, both output streams are terminals with this width. */
  readonly columns?: number;
}

export interface MemoryHost extends Host {
  outputText(): string;
  errorText(): string;
  signal(name: HostSignal): void;
}

export function memoryHost(options: MemoryHostOptions = {}): MemoryHost {
  const { input = [], folder = process.cwd(), environment = {} } = options;
  const chunks = (typeof input === "string" || input instanceof Uint8Array ? [input] : input).map(
    (chunk) => Buffer.from(chunk),
  );
  const output = collector(options.columns);
  const errors = collector(options.columns);
  const listeners = { SIGINT: new Set<() => void>(), SIGTERM: new Set<() => void>() };
  return {
    input: Readable.from(chunks),
    output: output.stream,
    errors: errors.stream,
    // Tests without a folder for state store nothing.
    environment: { XDG_STATE_HOME: devNull, ...environment },
    folder,
    now: () => new Date(Date.UTC(2025, 0, 31, 9, 30)),
    onSignal: (signal, listener) => {
      listeners[signal].add(listener);
      return () => listeners[signal].delete(listener);
    },
    outputText: output.text,
    errorText: errors.text,
    signal: (name) => {
      for (const listener of listeners[name]) listener();
    },
  };
}

function collector(columns: number | undefined): {
  readonly stream: OutputStream;
  readonly text: () => string;
} {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return {
    stream: columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns }),
    text: () => Buffer.concat(chunks).toString("utf8"),
  };
}

export interface Outcome {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs `ptc` inside this process. */
export async function ptc(
  commandLine: readonly string[],
  options: MemoryHostOptions = {},
): Promise<Outcome> {
  const host = memoryHost(options);
  const code = await main(commandLine, host);
  return { code, output: host.outputText(), errors: host.errorText() };
}
