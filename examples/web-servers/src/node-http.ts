// Converts between requests of Node and of the web. A client that disconnects aborts the signal of
// its request.

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export function webRequest(request: IncomingMessage, response: ServerResponse): Request {
  const disconnected = new AbortController();
  response.once("close", () => {
    disconnected.abort();
  });
  const { method = "GET", url = "/", headers } = request;
  const texts = Object.entries(headers).filter(([, value]) => typeof value === "string");
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, "http://localhost"), {
    method,
    headers: texts as [string, string][],
    signal: disconnected.signal,
    ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: "half" } : {}),
  });
}

/** Sends as fast as the client reads. */
export async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) response.end();
  // A client that disconnects ends the pipeline with an error.
  else await pipeline(Readable.fromWeb(answer.body), response).catch(() => undefined);
}
