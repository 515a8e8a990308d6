// The work of the command lines of viewers: writes a page to a file, or serves it until stopped.

import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { LoadError, fileProblem } from "@ptc/core/internal/host";
import { bytesText } from "@ptc/core/internal/json";
import { startViewer } from "./start-viewer.ts";
import type { ViewerActions } from "./viewer-actions.ts";
import { viewerHtml } from "./viewer-html.ts";

/** The options of `viewTraces`. */
export interface ViewTracesOptions {
  /** A trace file, or a folder of them. */
  readonly path: string;
  /** Relative paths start here. */
  readonly folder: string;
  /** The file to write. Without it, the page is served. */
  readonly html?: string;
  readonly port?: number;
  readonly actions?: ViewerActions;
  /** Prints a line for the person at the terminal. */
  readonly print: (line: string) => void;
  /** Ends the server. */
  readonly signal: AbortSignal;
}

const optionNames = [
  "path",
  "folder",
  "html",
  "port",
  "actions",
  "print",
  "signal",
] satisfies (keyof ViewTracesOptions)[];

/**
 * Writes the page, or serves it until the signal is aborted.
 * @throws OptionError for wrong options; LoadError if traces can't be read or the file can't be
 * written
 */
export async function viewTraces(options: ViewTracesOptions): Promise<void> {
  assertKnownOptions(options, optionNames);
  const { path, folder, html, port, actions = {}, print, signal } = options;
  if (html !== undefined) {
    if (port !== undefined) throw new OptionError("port", "port can't be used with html");
    const page = await viewerHtml({ path, folder });
    await written(resolve(folder, html), page);
    print(`${html} has the runs of ${path} (${bytesText(Buffer.byteLength(page))}).`);
    return;
  }
  const viewer = await startViewer({
    path,
    folder,
    actions,
    ...(port === undefined ? {} : { port }),
  });
  print(`Open ${viewer.url}`);
  print("Only this computer can open it, and only with this address. Ctrl-C stops the viewer.");
  await aborted(signal);
  await viewer.close();
}

/** The page has the data of runs, so only its owner can read the file. */
async function written(file: string, page: string): Promise<void> {
  try {
    await writeFile(file, page, { mode: 0o600 });
  } catch (error) {
    throw new LoadError(`${file} can't be written: ${fileProblem(error)}`);
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolved) => {
    signal.addEventListener("abort", () => resolved(), { once: true });
  });
}
