// `ptc-mcp`: reads the arguments and hands them to the gateway with the streams of the process.

import { readFileSync } from "node:fs";
import { runGateway, type GatewayHost } from "@ptc/gateway";
import { help } from "./help.ts";
import { readArguments } from "./read-arguments.ts";

/**
 * Runs `ptc-mcp` with the given arguments. Resolves to the exit code: 0 for success, 1 if something
 * doesn't work, 2 for wrong usage.
 */
export async function main(
  words: readonly string[],
  host: GatewayHost = processHost(),
): Promise<number> {
  const read = readArguments(words);
  switch (read.kind) {
    case "help":
      host.output.write(help);
      return 0;
    case "version":
      host.output.write(`${version()}\n`);
      return 0;
    case "mistake":
      host.errors.write(`ptc-mcp: ${read.message}\nRun "ptc-mcp --help" for its options.\n`);
      return 2;
    case "request":
      return await runGateway({ ...read.request, command: "ptc-mcp", version: version() }, host);
  }
}

function processHost(): GatewayHost {
  return {
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    environment: process.env,
    folder: process.cwd(),
    onSignal: (signal, listener) => {
      process.on(signal, listener);
      return () => {
        process.off(signal, listener);
      };
    },
  };
}

function version(): string {
  const manifest = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}
