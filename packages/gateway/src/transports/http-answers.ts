// The answers that the HTTP server gives itself, as errors of JSON-RPC. They contain nothing of the
// request, and nothing of the server's secrets.

import type { IncomingMessage } from "node:http";

export interface RefusalOptions {
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns an error of JSON-RPC with an HTTP status. */
export function refusal(
  status: number,
  message: string,
  { code = -32_000, headers = {} }: RefusalOptions = {},
): Response {
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
  return new Response(body, {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/** Headers that pages of allowed origins may send; more begin with `mcp-`. */
const usualHeaders = new Set(["accept", "authorization", "content-type", "last-event-id"]);

/** Answers the question of a browser whether a page of an allowed origin may send its request. */
export function preflightAnswer(incoming: IncomingMessage): Response {
  const asked = (incoming.headers["access-control-request-headers"] ?? "").slice(0, 2_000);
  const allowed = asked
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => usualHeaders.has(name) || /^mcp-[a-z0-9-]{1,100}$/.test(name));
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-allow-headers": allowed.join(", "),
      "access-control-max-age": "600",
    },
  });
}

/** Lets a page of an allowed origin read the answer. */
export function withCors(response: Response, origin: string): Response {
  const headers = new Headers(response.headers);
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", "mcp-session-id, www-authenticate, retry-after");
  headers.append("vary", "origin");
  return new Response(response.body, { status: response.status, headers });
}
