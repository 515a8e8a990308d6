// Tests how responses are written to a slow reader.

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { sendResponse } from "../../src/transports/node-exchange.ts";

test("a long response to a slow reader leaves no listeners", { tags: "full" }, async () => {
  const chunks = 40;
  const counts: number[] = [];
  const server = createServer((_incoming, outgoing) => {
    const listeners = (): number =>
      outgoing.listenerCount("close") +
      outgoing.listenerCount("drain") +
      outgoing.listenerCount("error");
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        counts.push(listeners());
        if (counts.length > chunks) controller.close();
        else controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    void sendResponse(outgoing, new Response(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${String(port)}/`);
  expect((await response.arrayBuffer()).byteLength).toBe(chunks * 1_000_000);
  // One waits for the end of the connection, and two wait for the reader.
  expect(Math.max(...counts)).toBeLessThanOrEqual((counts[0] ?? 0) + 3);
  server.close();
});
