// Serves one MCP server over streamable HTTP on a free local port.

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import {
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  type McpServer,
} from "@modelcontextprotocol/server";

export interface Served {
  readonly url: URL;
  readonly close: () => Promise<void>;
}

/** Serves one server with one session. */
export async function serveSession(
  server: McpServer,
  options: { readonly enableJsonResponse?: boolean } = {},
): Promise<Served> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    ...options,
  });
  await server.connect(transport);
  return await serve((request) => transport.handleRequest(request));
}

/** Creates a server per request, as the 2026 protocol requires. */
export async function serveRequests(makeServer: () => McpServer): Promise<Served> {
  return await serve(createMcpHandler(makeServer).fetch);
}

async function serve(answer: (request: Request) => Promise<Response>): Promise<Served> {
  const http = createServer((incoming, outgoing) => {
    void exchange(incoming, outgoing, answer);
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${String(port)}/mcp`),
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const { method = "GET", url = "/", headers } = incoming;
  const controller = new AbortController();
  outgoing.on("close", () => {
    controller.abort();
  });
  const hasBody = method === "POST";
  const response = await answer(
    new Request(new URL(url, `http://${headers.host ?? "127.0.0.1"}`), {
      method,
      headers: Object.entries(headers).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value] as [string, string]] : [],
      ),
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" } : {}),
      signal: controller.signal,
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else
    Readable.fromWeb(response.body as never)
      .on("error", () => undefined)
      .pipe(outgoing);
}
