// `ptc-trace-viewer`: reads the arguments and hands them to the viewer.

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { viewTraces } from "@ptc/viewer";
import { help } from "./help.ts";

/** The parts of the process that the command uses. */
export interface ViewerHost {
  readonly folder: string;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Ends the server. */
  readonly signal: AbortSignal;
}

const options = {
  html: { type: "string" },
  port: { type: "string" },
  help: { type: "boolean" },
  version: { type: "boolean" },
} as const;

/**
 * Runs `ptc-trace-viewer` with the given arguments. Resolves to the exit code: 0 for success, 1 if
 * the traces can't be shown, 2 for wrong usage.
 */
export async function main(words: readonly string[], host: ViewerHost): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    return mistake(host, messageOf(error));
  }
  const { values, positionals } = parsed;
  if (values.help === true) {
    host.print(help.trimEnd());
    return 0;
  }
  if (values.version === true) {
    host.print(version());
    return 0;
  }
  const [path = ".ptc/traces", ...more] = positionals;
  const { html, port } = values;
  if (more.length > 0) return mistake(host, `unexpected argument ${JSON.stringify(more[0])}`);
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    return mistake(host, "--port needs a whole number from 0 to 65535");
  if (port !== undefined && html !== undefined)
    return mistake(host, "--port can't be used with --html");
  const { folder, print, signal } = host;
  try {
    await viewTraces({
      ...{ path, folder, print, signal },
      ...(html === undefined ? {} : { html }),
      ...(port === undefined ? {} : { port: Number(port) }),
    });
    return 0;
  } catch (error) {
    host.printError(`ptc-trace-viewer: ${messageOf(error)}`);
    return 1;
  }
}

function mistake({ printError }: ViewerHost, message: string): number {
  printError(`ptc-trace-viewer: ${message}`);
  printError('Run "ptc-trace-viewer --help" for its options.');
  return 2;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function version(): string {
  const manifest = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
}
