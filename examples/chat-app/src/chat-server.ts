// Serves the page and the API on this machine, with web requests and responses on Node's server.

import { readFileSync, readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ChooseModel } from "./models.ts";
import { chatRoutes, type Handler } from "./routes.ts";

export interface ChatServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface ChatServerOptions {
  /** The folder of the built page. */
  readonly folder: string;
  readonly choose: ChooseModel;
  /** Default 0: any free port. */
  readonly port?: number;
}

const types: ReadonlyMap<string, string> = new Map([
  [".css", "text/css; charset=utf-8"],
  [".csv", "text/csv; charset=utf-8"],
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
]);

const security = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const longestBody = 8_000_000;

export async function startChatServer({
  folder,
  choose,
  port = 0,
}: ChatServerOptions): Promise<ChatServer> {
  const files = pageFiles(folder);
  const handle = chatRoutes(choose);
  const server = createServer((request, response) => {
    answer(request, response, files, handle).catch((error: unknown) => {
      // The client disconnected, or sent too much.
      if (!response.headersSent) response.writeHead(400).end();
      else response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve, reject) =>
    server.on("error", reject).listen(port, "127.0.0.1", resolve),
  );
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pageFiles(folder: string): ReadonlyMap<string, Buffer> {
  return new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, Buffer>,
  handle: Handler,
): Promise<void> {
  const { url = "/", headers } = request;
  const { host = "" } = headers;
  // Another site's page must not use the server of this machine.
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host) || isForeign(headers.origin, host)) {
    response.writeHead(403).end();
    return;
  }
  const path = url === "/" ? "/index.html" : url;
  const file = files.get(path);
  if (file !== undefined) {
    const type = types.get(extname(path)) ?? "application/octet-stream";
    response.writeHead(200, { ...security, "content-type": type }).end(file);
    return;
  }
  const body = request.method === "POST" ? await bodyOf(request) : undefined;
  const asked = new Request(`http://${host}${url}`, {
    method: request.method ?? "GET",
    ...(body === undefined ? {} : { body }),
  });
  await send((await handle(asked)) ?? new Response("Not found.", { status: 404 }), response);
}

function isForeign(origin: string | undefined, host: string): boolean {
  return origin !== undefined && origin !== `http://${host}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > longestBody) throw new Error("the request is too long");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

/** A client that disconnects cancels the body of the response, and so its run. */
async function send(answered: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answered.status, { ...security, ...Object.fromEntries(answered.headers) });
  if (answered.body === null) response.end();
  else await pipeline(Readable.fromWeb(answered.body), response);
}
