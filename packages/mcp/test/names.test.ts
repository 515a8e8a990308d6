// Tests how tools are selected and named.
import { expect, test } from "vitest";
import { mcpTools, type McpTool, type McpToolsOptions } from "../src/index.ts";
import { doubleClient } from "./doubles.ts";
import { play } from "./missions.ts";

const named = (...names: readonly string[]): readonly McpTool[] => names.map((name) => ({ name }));

/** Returns the symbols of a server's tools, and the warnings. */
async function symbols(
  tools: readonly McpTool[],
  options: McpToolsOptions = {},
): Promise<readonly [readonly string[], readonly string[]]> {
  const made = await mcpTools(doubleClient(tools), options);
  return [Object.keys(made.tools), made.warnings.map(({ message }) => message)];
}

test("programs call a tool by its symbol, and the server receives the original name", async () => {
  const names = ["get-weather", "get.weather", "a/b", "天気", "", "2 fast", "__proto__", "return"];
  const client = doubleClient(named(...names, "x".repeat(300)));
  const { tools, warnings } = await mcpTools(client);
  const calls = Object.keys(tools).map((symbol) => `(tool/${symbol} {})`);
  const { step } = await play([`(return (do ${calls.join(" ")}))`], { tools });
  expect(step).toMatchObject({ ok: true });
  expect(client.calls.map(({ name }) => name)).toEqual([...names, "x".repeat(300)]);
  expect(warnings.map(({ kind, symbol }) => [kind, symbol])).toEqual([
    ["renamed", "tool"],
    ["renamed", "tool-2-fast"],
    ["renamed", "return-tool"],
    ["renamed", expect.stringMatching(/^x{55}-[0-9a-f]{8}$/)],
  ]);
});

test("if names share a symbol, each keeps a tool, regardless of the order", async () => {
  const names = ["get weather", "get-weather", "get  weather"];
  const [forth, messages] = await symbols(named(...names));
  expect(forth).toEqual(["get-weather-f7ed9c23", "get-weather", "get-weather-d5391f69"]);
  expect(messages).toEqual([
    'the tool "get weather" is called tool/get-weather-f7ed9c23',
    'the tool "get  weather" is called tool/get-weather-d5391f69',
  ]);
  const [back] = await symbols(named(...names.toReversed()));
  expect(back.toReversed()).toEqual(forth);
});

test("if a name is listed twice, only the first tool is kept", async () => {
  expect(await symbols(named("a", "b", "a"))).toEqual([
    ["a", "b"],
    ['the tool "a" is left out: the server lists this name twice'],
  ]);
});

test("the host selects tools and their names", async () => {
  const tools = named("list", "find", "drop all");
  expect(await symbols(tools, { include: ["find", "fnd"] })).toEqual([
    ["find"],
    [`the tool "fnd" is left out: the server doesn't list it`],
  ]);
  expect(await symbols(tools, { include: ({ name }) => name !== "drop all" })).toEqual([
    ["list", "find"],
    [],
  ]);
  expect(
    await symbols(tools, {
      prefix: "shop/",
      rename: ({ name }) => (name === "list" ? "all" : undefined),
    }),
  ).toEqual([
    ["all", "shop/find", "shop/drop-all"],
    ['the tool "drop all" is called tool/shop/drop-all'],
  ]);
});

test.each<readonly [McpToolsOptions, string]>([
  [
    { rename: () => "a b" },
    'option `rename`: returned "a b" for "x", which is not a valid tool name',
  ],
  [{ rename: () => "one" }, 'option `rename`: returned "one" for two tools: "x" and "y"'],
  [{ prefix: "a b" }, "option `prefix`: expected the start of a tool name"],
  [{ include: "x" as never }, "option `include`: expected an array of tool names"],
  [{ timeoutMs: 0 }, "option `timeoutMs`: expected milliseconds above 0"],
  [{ timeoutMs: () => -1 }, "option `timeoutMs`: its function must return milliseconds above 0"],
  [{ cache: "yes" as never }, "option `cache`: expected true or false, or a function of the tool"],
  [{ retries: -1 }, "option `retries`: expected a whole number from 0"],
  [{ concurrency: 0 }, "option `concurrency`: expected a whole number from 1"],
  [{ maxTools: 0 }, "option `maxTools`: expected a whole number from 1"],
  [{ maxResultSize: 1.5 }, "option `maxResultSize`: expected a whole number from 1"],
  [{ onProgress: 1 as never }, "option `onProgress`: expected a function"],
  [{ toString: 1 } as never, "option `toString`: unknown option (expected cache, parseJson"],
])("%j is an option error", async (options, message) => {
  await expect(mcpTools(doubleClient(named("x", "y")), options)).rejects.toThrow(
    expect.objectContaining({
      name: "OptionError",
      message: expect.stringContaining(message) as unknown,
    }) as Error,
  );
});

test("rejects a client that doesn't have the methods of one", async () => {
  await expect(mcpTools({ tools: [] } as never)).rejects.toThrow(
    "option `client`: expected a client with the methods listTools and callTool",
  );
});

test("escapes terminal control characters in a server's names", async () => {
  const [, messages] = await symbols([
    { name: "a\u001b[2J" },
    { name: "a\u001b[2J" },
    { name: "b".repeat(5_000) + "\u202e" },
  ]);
  expect(messages.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  for (const line of messages) expect(line.length).toBeLessThan(400);
});
