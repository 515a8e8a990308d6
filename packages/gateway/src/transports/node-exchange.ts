// Converts between `node:http` and the web-standard requests and responses of the SDK.

import type { IncomingMessage, ServerResponse } from "node:http";

/** The body of a request, or why it can't be used. */
export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly why: "too-large" | "busy" | "lost" };

/** Reads bodies within a bound for each, and a bound for all that are read at the same time. */
export class BodyReader {
  private readonly maxBytes: number;
  private readonly maxBytesOfAll: number;
  private bytesOfAll = 0;

  constructor(maxBytes: number, maxBytesOfAll: number) {
    this.maxBytes = maxBytes;
    this.maxBytesOfAll = maxBytesOfAll;
  }

  /** Reads the body. A larger one isn't read to its end. */
  async read(incoming: IncomingMessage): Promise<ReadBody> {
    if (Number(incoming.headers["content-length"] ?? 0) > this.maxBytes)
      return { ok: false, why: "too-large" };
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
        const bytes = chunk as Uint8Array;
        length += bytes.length;
        this.bytesOfAll += bytes.length;
        if (length > this.maxBytes) return { ok: false, why: "too-large" };
        if (this.bytesOfAll > this.maxBytesOfAll) return { ok: false, why: "busy" };
        chunks.push(bytes);
      }
      return { ok: true, bytes: Buffer.concat(chunks) };
    } catch {
      return { ok: false, why: "lost" };
    } finally {
      this.bytesOfAll -= length;
    }
  }
}

/** Returns the request without its body, which the caller has read. */
export function webRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  // The host was checked; the address only has to be valid.
  return new Request("http://localhost/mcp", { method: incoming.method ?? "GET", headers, signal });
}

/** Sends the response at the speed of its reader. Stops the stream if the reader leaves. */
export async function sendResponse(
  outgoing: ServerResponse,
  { status, headers, body }: Response,
): Promise<void> {
  for (const [name, value] of headers) outgoing.setHeader(name, value);
  outgoing.writeHead(status);
  if (body === null) {
    outgoing.end();
    return;
  }
  // A stream may stay silent for long, and its client waits for the headers.
  outgoing.flushHeaders();
  const reader = body.getReader();
  const leave = (): void => {
    reader.cancel().catch(() => undefined);
  };
  outgoing.once("close", leave);
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      if (!outgoing.destroyed && !outgoing.write(read.value)) await drainedOrClosed(outgoing);
    outgoing.end();
  } catch {
    outgoing.destroy();
  } finally {
    outgoing.off("close", leave);
  }
}

async function drainedOrClosed(outgoing: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      outgoing.off("drain", end).off("close", end);
      resolve();
    };
    outgoing.on("drain", end).on("close", end);
  });
}
