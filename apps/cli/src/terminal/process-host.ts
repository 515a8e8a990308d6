// The host of a real process.

import { writeSync } from "node:fs";
import { DirectOutput } from "./direct-output.ts";
import type { Host, OutputStream, TextOutput } from "./host.ts";

export function processHost(): Host {
  return hostWith(standardOutput());
}

/** Returns a host for short runs, which starts faster. */
export function answeringHost(): Host<TextOutput> {
  return hostWith(new DirectOutput((bytes) => writeSync(1, bytes), standardOutput));
}

function hostWith<Output extends TextOutput>(output: Output): Host<Output> {
  let errors: OutputStream | undefined;
  return {
    // Streams open on first use, because opening takes time.
    get input() {
      return process.stdin;
    },
    output,
    get errors() {
      // Ignores the errors of a closed standard error, so that the command still works.
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

/** Ends the process silently if the reader of its output is gone, as in `ptc … | head`. */
function standardOutput(): OutputStream {
  return process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`ptc: can't write to standard output: ${error.message}\n`);
    process.exit(1);
  });
}
