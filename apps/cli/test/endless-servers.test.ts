// Tests the memory of processes whose provider never stops sending. Each runs alone, because the
// system reports the peak of a process.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const x = "x".repeat(1_000);

interface Body {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly first?: string;
  readonly then: string | Uint8Array;
}

const bodies: Readonly<Record<string, Body>> = {
  "an error": { status: 500, then: x.repeat(1_000) },
  "the message of an error": {
    status: 400,
    headers: { "content-type": "application/json" },
    first: '{"error":{"message":"',
    then: x.repeat(1_000),
  },
  "a line": { first: "data: ", then: x.repeat(1_000) },
  "lines of one event": { then: `data: ${x}\n`.repeat(1_000) },
  comments: { then: `: ${x}\n\n`.repeat(1_000) },
  "compressed lines": {
    headers: { "content-type": "text/event-stream", "content-encoding": "gzip" },
    // Several members make one body.
    then: gzipSync(`data: ${x}\n`.repeat(20_000)),
  },
};

const everything = Object.keys(bodies).flatMap((body) =>
  ["anthropic", "google", "ollama", "openai"].map((provider) => [provider, body] as const),
);
// Five is coprime to the number of providers, so `.ci/run` has each provider, with changing bodies.
const cases =
  { whole: everything, full: everything.filter((_, index) => index % 5 === 0) }[
    process.env["PTC_TESTS"] ?? ""
  ] ?? everything.slice(8, 9);

test.runIf(process.platform === "linux").each(cases)(
  "a process stays below 200 MB when %s never stops sending %s",
  { timeout: 120_000, tags: "full" },
  async (provider, name) => {
    const { status = 200, headers, first = "", then } = bodies[name] ?? { then: "" };
    const type = provider === "ollama" ? "application/x-ndjson" : "text/event-stream";
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, headers ?? { "content-type": type });
      response.write(first);
      void sendEndlessly(response, then);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const script = new URL("endless-client.ts", import.meta.url).pathname;
    const url = `http://127.0.0.1:${String(port)}`;
    const client = ["--conditions=@ptc/source", script, provider, url];
    const { stdout } = await promisify(execFile)(process.execPath, client);
    server.closeAllConnections();
    server.close();
    const { message, peakMB } = JSON.parse(stdout) as { message: string; peakMB: number };
    expect(message).toMatch(/maxResponseBytes|expected JSON|[45]00/);
    expect(peakMB).toBeLessThan(200);
  },
);

async function sendEndlessly(response: ServerResponse, piece: string | Uint8Array): Promise<void> {
  while (!response.destroyed)
    if (!response.write(piece))
      await Promise.race([once(response, "drain"), once(response, "close")]);
}
