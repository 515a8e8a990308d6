// The server of a viewer. It listens on this computer only, and follows the traces while a page is
// open.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { EventStreams } from "./event-streams.ts";
import { builtPage, filledPage, policyOf } from "./page-file.ts";
import { RequestGuard } from "./request-guard.ts";
import { TraceLibrary } from "./trace-library.ts";
import { answer } from "./viewer-routes.ts";
import type { ViewerActions } from "./viewer-actions.ts";

/** The options of `startViewer`. */
export interface ViewerOptions {
  /** A trace file, or a folder of them. */
  readonly path: string;
  /** Relative paths start here. Default: the current folder. */
  readonly folder?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** The actions of the page, such as decisions. Default: none. */
  readonly actions?: ViewerActions;
  /** The HTML of the page. Default: the built page of this package. */
  readonly page?: string;
  /** The milliseconds between two looks for new events. Default 500. */
  readonly intervalMs?: number;
}

/** A running viewer. */
export interface Viewer {
  /** The address of the page, with a random token. Give it only to people who may see the runs. */
  readonly url: string;
  readonly port: number;
  /** Stops the server and ends open connections. */
  close(): Promise<void>;
}

const optionNames = [
  "path",
  "folder",
  "port",
  "actions",
  "page",
  "intervalMs",
] satisfies (keyof ViewerOptions)[];

/** A look takes at most this part of the time. */
const largestShare = 5;

/**
 * Serves a page on 127.0.0.1 that shows the runs of a trace file or of a folder, and follows them.
 * @throws OptionError for wrong options; LoadError if the path can't be read or the page isn't
 * built
 */
export async function startViewer(options: ViewerOptions): Promise<Viewer> {
  assertKnownOptions(options, optionNames);
  const { path, folder = process.cwd(), port = 0, actions = {}, intervalMs = 500 } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new OptionError("port", "port must be a whole number from 0 to 65535");
  const library = new TraceLibrary(path, folder);
  const streams = new EventStreams();
  // Only the first file is awaited, so that a page of many opens at once.
  await library.refresh(() => false);
  const page = filledPage(options.page ?? (await builtPage()), { mode: "live" });
  const served = {
    library,
    actions,
    streams,
    title: basename(library.path),
    page,
    policy: policyOf(page),
  };
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const guard = new RequestGuard(address.port);
  server.on("request", (request, response) => {
    for (const [name, value] of commonHeaders) response.setHeader(name, value);
    const checked = guard.check(request);
    if (typeof checked === "string") {
      void answer(served, checked, request, response);
      return;
    }
    response.writeHead(checked.status, { "content-type": "text/plain" });
    response.end(checked.message);
  });
  const stop = follow(library, streams, intervalMs);
  return {
    url: `http://127.0.0.1:${String(address.port)}/${guard.token}/`,
    port: address.port,
    close: async () => {
      stop();
      streams.close();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

const commonHeaders = [
  ["cache-control", "no-store"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
] as const;

/**
 * Looks for changes until the returned function is called: the more rarely, the longer it takes.
 */
function follow(library: TraceLibrary, streams: EventStreams, intervalMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async (): Promise<void> => {
    const startedAt = performance.now();
    if (streams.count > 0 || library.unread > 0) {
      const isChanged = await library
        .refresh(() => {
          streams.send("runs");
          return !isStopped;
        })
        .catch(() => false);
      if (isChanged) streams.send("runs");
    }
    const tookMs = performance.now() - startedAt;
    if (!isStopped) timer = setTimeout(() => void look(), intervalMs + tookMs * largestShare);
  };
  timer = setTimeout(() => void look(), 0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
