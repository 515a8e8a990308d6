// Tests the list of a server: valid, hostile and paged lists.
import { describe, expect, test } from "vitest";
import { mcpTools, type McpClient, type McpTool } from "../src/index.ts";
import { linkedClient, linkedClient1 } from "./clients.ts";
import { doubleClient } from "./doubles.ts";
import { play } from "./missions.ts";
import { rawServer } from "./raw-server.ts";

const inputSchema = { type: "object" };
const page = (names: readonly string[], nextCursor?: string): object => ({
  tools: names.map((name) => ({ name, inputSchema })),
  ...(nextCursor === undefined ? {} : { nextCursor }),
});

/** A client that returns the pages unchanged. */
const paging = (pages: (cursor: string) => unknown): McpClient => ({
  ...doubleClient([]),
  listTools: (params) => Promise.resolve(pages(params?.cursor ?? "") as { tools: McpTool[] }),
});

describe.each(["version 1", "version 2"] as const)("the list of the %s client", (version) => {
  test("follows the pages of a list", async () => {
    const server = rawServer({
      pages: (cursor) => (cursor === "" ? page(["a", "b"], "2") : page(["c"])),
    });
    const client =
      version === "version 2" ? await linkedClient(server) : await linkedClient1(server);
    expect(Object.keys((await mcpTools(client)).tools)).toEqual(["a", "b", "c"]);
  });

  test("refuses an endless list of tools", async () => {
    let count = 0;
    const server = rawServer({ pages: () => page([], String(++count)) });
    const client =
      version === "version 2" ? await linkedClient(server) : await linkedClient1(server);
    await expect(mcpTools(client)).rejects.toThrow(/more than 100 pages|listMaxPages/);
    expect(count).toBeLessThanOrEqual(101);
  });
});

test.each<readonly [string, (cursor: string) => unknown, string]>([
  ["leads back", (cursor) => page([], cursor === "a" ? "b" : "a"), "repeats a page"],
  ["is no list", () => ({ tools: "all" }), "the response has no list"],
  [
    "is too long",
    () => page(Array.from({ length: 1_001 }, (_, index) => `t${String(index)}`)),
    "lists more than 1000 tools (option maxTools)",
  ],
  [
    "is too large",
    () => ({
      tools: Array.from({ length: 60 }, (_, index) => ({
        name: `t${String(index)}`,
        description: "x".repeat(200_000),
      })),
    }),
    "the tool list of the MCP server has more than 10000000 characters",
  ],
])("rejects a list that %s", async (_, pages, message) => {
  await expect(mcpTools(paging(pages))).rejects.toThrow(
    expect.objectContaining({
      name: "McpToolsError",
      message: expect.stringContaining(message) as unknown,
    }) as Error,
  );
});

test("stops listing when the signal aborts", async () => {
  const controller = new AbortController();
  const client: McpClient = {
    ...doubleClient([]),
    listTools: (_, options) => {
      controller.abort(new Error("enough"));
      return Promise.reject(new Error(`aborted: ${String(options?.signal?.aborted)}`));
    },
  };
  await expect(mcpTools(client, { signal: controller.signal })).rejects.toThrow("enough");
});

describe("one bad tool does not affect the others", () => {
  const deep = (levels: number): unknown =>
    JSON.parse(`${'{"items":'.repeat(levels)}{}${"}".repeat(levels)}`) as unknown;
  test.each<readonly [string, unknown, string]>([
    ["no object", null, 'the tool "" is left out: it is not an object'],
    ["no name", { inputSchema }, 'the tool "" is left out: its name is not a string'],
    [
      "a schema without end",
      { name: "bad", inputSchema: deep(5_000) },
      'the tool "bad" is left out: its schemas are nested more than 100 levels deep',
    ],
    [
      "an enum without end",
      { name: "bad", inputSchema: { enum: Array(300_000).fill("x") } },
      'the tool "bad" is left out: its description and schemas have more than 250000 characters',
    ],
    [
      "a description without end",
      { name: "bad", description: "x".repeat(300_000) },
      'the tool "bad" is left out: its description and schemas have more than 250000 characters',
    ],
  ])("%s", async (_, tool, message) => {
    const client = doubleClient([{ name: "good" }, tool as McpTool]);
    const { tools, warnings } = await mcpTools(client);
    expect(Object.keys(tools)).toEqual(["good"]);
    expect(warnings.map(({ message: text }) => text)).toEqual([message]);
    await expect(mcpTools(client, { strict: true })).rejects.toThrow(
      `some tools can't be used (option strict): ${message}`,
    );
  });

  const object = (properties: object, rest: object = {}): McpTool => ({
    name: "odd",
    inputSchema: { type: "object", properties, ...rest },
  });
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `T${String(index)}`,
      {
        type: "object",
        properties: {
          a: { $ref: `#/$defs/T${String(index + 1)}` },
          b: { $ref: `#/$defs/T${String(index + 1)}` },
        },
      },
    ]),
  );
  test.each<readonly [string, McpTool]>([
    ["a schema that contains itself", object({ a: { $ref: "#" } })],
    ["definitions that double", object({ a: { $ref: "#/$defs/T0" } }, { $defs: doubling })],
    ["a reference elsewhere", object({ a: { $ref: "http://127.0.0.1:1/x" } })],
  ])("the server enforces %s, and the tool can be called", async (_, tool) => {
    const client = doubleClient([{ name: "good" }, tool], () => ({ content: [] }));
    const { tools, warnings } = await mcpTools(client);
    // The host can't act on constraints that the server checks.
    expect(warnings).toEqual([]);
    const { step } = await play(["(return (tool/odd {:a {:a 1}}))"], { tools });
    expect(step.ok).toBe(true);
    expect(client.calls[0]?.arguments).toEqual({ a: { a: 1 } });
  });

  test("reports a pattern that backtracks, and never runs it", async () => {
    const tool = object({ a: { type: "string", pattern: "^(a+)+$" } });
    const client = doubleClient([tool]);
    const { tools } = await mcpTools(client);
    expect(tools["odd"]?.description).toContain('a: pattern "^(a+)+$"');
    const { step } = await play([`(return (tool/odd {:a "${"a".repeat(5_000)}!"}))`], { tools });
    expect(step.ok).toBe(true);
  });
});

test("returns the server's own entries by the names of the tools in programs", async () => {
  const find = { name: "find it", description: "Finds.", inputSchema, outputSchema: inputSchema };
  const server = rawServer({ pages: () => ({ tools: [find] }) });
  const { tools, listed } = await mcpTools(await linkedClient(server), {
    prefix: "shop/",
    resources: true,
  });
  expect(Object.keys(tools)).toContain("shop/find-it");
  expect([...listed]).toEqual([["shop/find-it", find]]);
});
