// A loopback server that sends scripted replies and stores the requests it receives.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import type { WireReply, WireRequest } from "./wire-format.ts";

/** A reply in pieces, which may stop midway. */
export interface ServedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, with a turn of the event loop between pieces. */
  readonly pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  /** `cut`: the connection breaks after the last piece. `hang`: it stays open silently. */
  readonly end?: "cut" | "hang";
}

export interface LoopbackServer extends AsyncDisposable {
  /** `http://127.0.0.1:…`, without a trailing slash. */
  readonly url: string;
  readonly requests: readonly WireRequest[];
  /** Returns how many connections the client closed before their reply was complete. */
  readonly closedEarly: () => number;
  /** Returns how many replies are neither complete nor closed. */
  readonly open: () => number;
  /** Returns the bytes of all bodies sent, including those in the system's buffers. */
  readonly sentBytes: () => number;
}

/** Serves the replies in order. The last one serves all later requests. */
export async function serveReplies(replies: readonly ServedReply[]): Promise<LoopbackServer> {
  const requests: WireRequest[] = [];
  let closedEarly = 0;
  let open = 0;
  let sentBytes = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.on("close", () => {
      open -= 1;
      if (!response.writableFinished && !response.destroyed) return;
      if (!response.writableFinished) closedEarly += 1;
    });
    const count = (bytes: number): void => {
      sentBytes += bytes;
    };
    void answer(request, response, requests, replies, count).catch(() => {
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    requests,
    closedEarly: () => closedEarly,
    open: () => open,
    sentBytes: () => sentBytes,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}

/** Returns a reply in one piece. */
export function whole({ status, headers, body }: WireReply): ServedReply {
  return { status, headers, pieces: [body] };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  requests: WireRequest[],
  replies: readonly ServedReply[],
  count: (bytes: number) => void,
): Promise<void> {
  const reply = replies[Math.min(requests.length, replies.length - 1)];
  const { method = "", url = "" } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const index = requests.length;
  requests.push({ method, path: url, headers, body: "" });
  requests[index] = { method, path: url, headers, body: await text(request) };
  if (reply === undefined) {
    response.writeHead(500).end();
    return;
  }
  response.writeHead(reply.status, reply.headers);
  response.flushHeaders();
  for await (const piece of reply.pieces) {
    if (response.destroyed) return;
    count(Buffer.byteLength(piece));
    if (!response.write(piece)) await drained(response);
    await turn();
  }
  if (reply.end === "cut") response.destroy();
  else if (reply.end !== "hang") response.end();
}

/** Waits until the client reads on or closes the connection. */
async function drained(response: ServerResponse): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  stop.abort();
}
