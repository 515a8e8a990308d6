#!/usr/bin/env node
// The executable `ptc-trace-viewer`: passes its arguments on, and exits with the exit code.

import { main } from "@ptc/trace-viewer";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
process.exitCode = await main(process.argv.slice(2), {
  folder: process.cwd(),
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  signal: stop.signal,
});
