// Tests the clients of both SDKs, over stdio and HTTP, against a real server.
import { systemClock } from "@ptc/core/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mcpTools, type McpClient } from "../src/index.ts";
import { jsonClient, shopClient, type Connected, type Way } from "./clients.ts";
import { Shop } from "./shop-server.ts";
import { caught, play } from "./missions.ts";

const ways: readonly (readonly [1 | 2, Way])[] = [
  [2, "stdio"],
  [2, "http"],
  [2, "http, a server for each request"],
  [1, "stdio"],
  [1, "http"],
];

describe.each(ways)("the version %i client over %s", (version, way) => {
  const shop = new Shop();
  let connected: Connected;
  let client: McpClient;
  beforeAll(async () => {
    connected = await shopClient(version, way, shop);
    ({ client } = connected);
  }, 60_000);
  afterAll(async () => {
    await connected.close();
  });

  test("programs call the tools of the server", async () => {
    const progress: unknown[] = [];
    const { tools, warnings } = await mcpTools(client, {
      onProgress: ({ callId, ...event }) => {
        progress.push({ ...event, isOfCall: callId.length > 0 });
        if (event.progress === 2) void client.callTool({ name: "seen" });
      },
      parseJson: true,
    });
    const { step, modelInput } = await play(
      [
        `(return {:prices (pmap (fn [n] (tool/get-price {:sku "a1" :amount n :price-list :trade})) [1 2])
                  :motto (tool/motto)
                  :left (map :left (tool/stock.list))
                  :label (map :type (tool/label))
                  :file (:file (second (tool/label)))
                  :order ${caught('(tool/order {:sku "c3"})')}
                  :restock (tool/restock)})`,
      ],
      { tools },
    );
    expect(step.ok ? step.return : step.fail).toEqual({
      prices: [
        { sku: "a1", total: 2, since: "2026-05-01T08:00:00Z" },
        { sku: "a1", total: 4, since: "2026-05-01T08:00:00Z" },
      ],
      motto: "Fresh every day.",
      left: [3, 0],
      label: ["text", "image", "resource", "resource_link"],
      file: {
        media_type: "image/png",
        size_bytes: 8,
        digest: "4c4b6a3be1314ab86138bef4314dde02",
      },
      order: ["c3 is sold out", { kind: "mcp_tool_error" }],
      restock: "full",
    });
    expect(progress).toEqual([
      { tool: "restock", progress: 1, total: 2, message: "a\\u000ab", isOfCall: true },
      { tool: "restock", progress: 2, total: 2, message: "a\\u000ab", isOfCall: true },
    ]);
    expect(modelInput[0]).toContain("(tool/get-price {:sku :string");
    expect(modelInput[0]).toContain("amount: minimum 1, maximum 99");
    expect(warnings).toEqual([]);
  });

  test("cancels a call at the server on timeout or when the run aborts", async () => {
    const counted = async (event: string): Promise<number> => {
      const events =
        way === "stdio"
          ? JSON.stringify(await client.callTool({ name: "events" }))
          : shop.events.join(";");
      return events.split(event).length - 1;
    };
    const passing = new AbortController();
    const { tools } = await mcpTools(client, {
      timeoutMs: ({ name }) => (name === "wait" ? 50_000 : undefined),
    });
    const late = play([`(return ${caught("(tool/wait)")})`], {
      tools,
      clock: { ...systemClock, sleep: (_, signal) => aborted(signal, passing.signal) },
    });
    await expect.poll(() => counted("wait began"), { timeout: 30_000 }).toBe(1);
    passing.abort();
    const { step: timedOut } = await late;
    expect(timedOut.ok && timedOut.return).toEqual([
      expect.stringMatching(/option timeoutMs.*may have taken effect/),
      { kind: "tool_timeout", ran: true },
    ]);
    await expect.poll(() => counted("wait was cancelled"), { timeout: 30_000 }).toBe(1);

    const ending = new AbortController();
    const ended = play(["(return (tool/wait))"], {
      tools: (await mcpTools(client)).tools,
      signal: ending.signal,
    });
    await expect.poll(() => counted("wait began"), { timeout: 30_000 }).toBe(2);
    ending.abort();
    expect((await ended).step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    await expect.poll(() => counted("wait was cancelled"), { timeout: 30_000 }).toBe(2);
  });

  if (way === "stdio")
    test("a server that dies fails the current call and later ones", async () => {
      const { tools } = await mcpTools(client);
      const { step } = await play(
        [`(return [${caught("(tool/die)")} ${caught("(tool/motto)")}])`],
        { tools },
      );
      expect(step.ok && step.return).toEqual([
        [
          "the connection to the MCP server was lost during the call: it may have taken effect",
          { kind: "mcp_connection_lost", ran: true },
        ],
        [
          "the MCP server is not connected: the call did not run",
          { kind: "mcp_connection_lost", ran: false },
        ],
      ]);
      await expect(mcpTools(client)).rejects.toThrow("the MCP server can't list its tools");
    });
});

test("rejects a result beyond the limit, and the next call still works", async () => {
  const { tools } = await mcpTools(await jsonClient(), { maxResultSize: 1_000_000 });
  const { step } = await play([`(return [${caught("(tool/huge)")} (tool/motto)])`], { tools });
  expect(step.ok && step.return).toEqual([
    [
      "its answer has more than 1000000 characters (option maxResultSize)",
      { kind: "mcp_result", ran: true },
    ],
    "Fresh every day.",
  ]);
});

/** Resolves when one of the signals aborts. */
async function aborted(...signals: readonly AbortSignal[]): Promise<void> {
  const any = AbortSignal.any([...signals]);
  if (!any.aborted)
    await new Promise<void>((resolve) => {
      any.addEventListener("abort", () => {
        resolve();
      });
    });
}
