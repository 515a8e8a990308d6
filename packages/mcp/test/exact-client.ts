// Clients of both SDKs that write their messages as text, and keep the lines.

import { Client as Client2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport, type McpServer } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import type { McpClient } from "../src/index.ts";

export interface RawClient {
  readonly client: McpClient;
  /** The messages of the client, as a pipe or a request would carry them. */
  readonly lines: readonly string[];
}

/** Connects a client to `server`, until the test ends. */
export async function rawClient(version: 1 | 2, server: McpServer): Promise<RawClient> {
  const [there, here] = InMemoryTransport.createLinkedPair();
  const lines: string[] = [];
  const send = here.send.bind(here);
  here.send = async (message, options) => {
    const line = JSON.stringify(message);
    lines.push(line);
    await send(JSON.parse(line) as typeof message, options);
  };
  const info = { name: "test", version: "1.0.0" };
  const client = version === 2 ? new Client2(info) : new Client1(info);
  await server.connect(there);
  await client.connect(here);
  onTestFinished(() => client.close());
  return { client, lines };
}
