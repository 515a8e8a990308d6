// Clients of both SDKs, connected to real servers. They close when their test ends.

import { join } from "node:path";
import {
  Client as Client2,
  StreamableHTTPClientTransport as Http2,
} from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport, type McpServer } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import type { McpClient } from "../src/index.ts";
import { serveRequests, serveSession, type Served } from "./http-server.ts";
import { Shop, shopServer } from "./shop-server.ts";

export interface Connected {
  readonly client: McpClient;
  readonly close: () => Promise<void>;
}

const info = { name: "test", version: "1.0.0" };

const stdioServer = {
  command: process.execPath,
  args: [join(import.meta.dirname, "stdio-server.ts")],
};

export type Way = "stdio" | "http" | "http, a server for each request";

/** Connects a client of the given SDK version to a shop; over HTTP, to `shop`. */
export async function shopClient(version: 1 | 2, way: Way, shop = new Shop()): Promise<Connected> {
  if (way === "stdio") return await stdioClient(version);
  return way === "http"
    ? await httpClient(version, await serveSession(shopServer(shop)), "legacy")
    : await httpClient(version, await serveRequests(() => shopServer(shop)), "modern");
}

async function stdioClient(version: 1 | 2): Promise<Connected> {
  if (version === 2) {
    const client = new Client2(info);
    await client.connect(new Stdio2(stdioServer));
    return { client, close: () => client.close() };
  }
  const client = new Client1(info);
  await client.connect(new Stdio1(stdioServer));
  return { client, close: () => client.close() };
}

async function httpClient(
  version: 1 | 2,
  served: Served,
  era: "legacy" | "modern",
): Promise<Connected> {
  const closing = (client: McpClient & { close(): Promise<void> }): Connected => ({
    client,
    close: async () => {
      await client.close();
      await served.close();
    },
  });
  if (version === 1) {
    const client = new Client1(info);
    await client.connect(new Http1(served.url));
    return closing(client);
  }
  const mode = era === "modern" ? { pin: "2026-07-28" } : era;
  const client = new Client2(info, { versionNegotiation: { mode } });
  await client.connect(new Http2(served.url));
  return closing(client);
}

/** Returns a version 2 client over HTTP that gets each response in one piece. */
export async function jsonClient(): Promise<McpClient> {
  const served = await serveSession(shopServer(new Shop()), { enableJsonResponse: true });
  const { client, close } = await httpClient(2, served, "legacy");
  onTestFinished(close);
  return client;
}

/** Returns a version 2 client linked to a server in this process, until the test ends. */
export async function linkedClient(server: McpServer): Promise<McpClient> {
  const [there, here] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  const client = new Client2(info);
  await client.connect(here);
  onTestFinished(() => client.close());
  return client;
}

/** Returns a version 1 client, otherwise the same. */
export async function linkedClient1(server: McpServer): Promise<McpClient> {
  const [there, here] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  const client = new Client1(info);
  await client.connect(here);
  onTestFinished(() => client.close());
  return client;
}
