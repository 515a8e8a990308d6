// The host of a real process.

import type { Host, OutputStream } from "./host.ts";

export function processHost(): Host {
  endWithReader(process.stdout, 0);
  let errors: OutputStream | undefined;
  return {
    // Opened when they are used: each takes its time.
    get input() {
      return process.stdin;
    },
    output: process.stdout,
    get errors() {
      // When standard error is closed, its errors are ignored, so that the command still does its
      // work.
      return (errors ??= process.stderr.on("error", () => undefined));
    },
    environment: process.env,
    folder: process.cwd(),
    now: () => new Date(),
    onSignal: (signal, listener) => {
      process.on(signal, listener);
      return () => {
        process.off(signal, listener);
      };
    },
  };
}

/** Ends the process quietly when the reader of its output is gone, as in `ptc … | head`. */
function endWithReader(stream: OutputStream, exitCode: number): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCode);
    process.stderr.write(`ptc: standard output cannot be written: ${error.message}\n`);
    process.exit(1);
  });
}
