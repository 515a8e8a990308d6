// A typical server built with the SDK's helpers, so its checks and responses are the SDK's.
// `events` of the shop lists its events; the tool of the same name reports them to tests of a
// separate process.

import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

export class Shop {
  readonly events: string[] = [];
  see: () => void = () => undefined;
  /** Resolves when a client reports that it received the progress. */
  readonly seen = new Promise<void>((resolve) => {
    this.see = resolve;
  });
}

export function shopServer(shop: Shop): McpServer {
  const { events } = shop;
  const server = new McpServer({ name: "shop", version: "1.0.0" });
  server.registerTool(
    "get-price",
    {
      description: "The price of an article.",
      inputSchema: z.object({
        sku: z.string().describe("as on the label"),
        amount: z.int().min(1).max(99).optional(),
        "price-list": z.enum(["retail", "trade"]).optional(),
      }),
      outputSchema: z.object({ sku: z.string(), total: z.number(), since: z.iso.datetime() }),
      annotations: { readOnlyHint: true },
    },
    ({ sku, amount = 1, "price-list": list = "retail" }) => {
      events.push(`get-price ${sku} ${list}`);
      const structuredContent = {
        sku,
        total: amount * (list === "trade" ? 2 : 3),
        since: "2026-05-01T08:00:00Z",
      };
      return {
        content: [{ type: "text", text: JSON.stringify(structuredContent) }],
        structuredContent,
      };
    },
  );
  server.registerTool("motto", { description: "What the shop says." }, () => ({
    content: [{ type: "text", text: "Fresh every day." }],
  }));
  server.registerTool("stock.list", { description: "What is there, as JSON text." }, () => ({
    content: [{ type: "text", text: '[{"sku":"a1","left":3},{"sku":"b2","left":0}]' }],
  }));
  server.registerTool("label", { description: "The label of an article." }, () => ({
    content: [
      { type: "text", text: "front" },
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
      {
        type: "resource",
        resource: { uri: "shop://terms", mimeType: "text/plain", text: "No returns." },
      },
      { type: "resource_link", uri: "shop://labels/a1", name: "a1", mimeType: "image/png" },
    ],
  }));
  server.registerTool(
    "order",
    { description: "Orders an article.", inputSchema: z.object({ sku: z.string() }) },
    ({ sku }) => ({ isError: true, content: [{ type: "text", text: `${sku} is sold out` }] }),
  );
  server.registerTool(
    "restock",
    { description: "Tells how far it is, and goes on when that was seen." },
    async ({ mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      if (progressToken !== undefined) {
        for (const progress of [1, 2])
          await mcpReq.notify({
            method: "notifications/progress",
            params: { progressToken, progress, total: 2, message: "a\nb" },
          });
        await shop.seen;
      }
      return { content: [{ type: "text", text: "full" }] };
    },
  );
  server.registerTool("seen", { description: "The progress was seen." }, () => {
    shop.see();
    return { content: [] };
  });
  server.registerTool("wait", { description: "Never answers." }, async ({ mcpReq: { signal } }) => {
    events.push("wait began");
    await new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => {
        resolve();
      });
    });
    events.push("wait was cancelled");
    return { content: [] };
  });
  server.registerTool("events", { description: "What happened." }, () => ({
    content: [{ type: "text", text: events.join("\n") }],
  }));
  server.registerTool("die", { description: "Ends the process." }, () => process.exit(3));
  server.registerTool("huge", { description: "Answers with two megabytes." }, () => ({
    content: [{ type: "text", text: "x".repeat(2_000_000) }],
  }));
  return server;
}
