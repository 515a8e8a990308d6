// Tests the results of a server, and the values programs get for them.
import type { contextFile } from "@ptc/subagent";
import { describe, expect, test } from "vitest";
import { mcpTools, type McpToolsOptions } from "../src/index.ts";
import { linkedClient } from "./clients.ts";
import { doubleClient } from "./doubles.ts";
import { caught, play } from "./missions.ts";
import { rawServer } from "./raw-server.ts";

const inputSchema = { type: "object" };
const priced = {
  type: "object",
  properties: { total: { type: "number" } },
  required: ["total"],
};

/** Returns the value a program gets if the server responds with `result`. */
async function valueOf(
  result: unknown,
  options: McpToolsOptions = {},
  outputSchema?: object,
): Promise<unknown> {
  const listed = { name: "look", inputSchema, ...(outputSchema && { outputSchema }) };
  const { tools } = await mcpTools(
    doubleClient([listed], () => result),
    options,
  );
  const { step } = await play([`(return ${caught("(tool/look)")})`], { tools });
  return step.ok ? step.return : step.fail;
}

const text = (words: string): object => ({ type: "text", text: words });
const png = { type: "image", data: "AQID", mimeType: "image/png" };
const pngFields = {
  media_type: "image/png",
  size_bytes: 3,
  digest: "039058c6f2c0cb492c533b0a4d14ef77",
};

describe("content", () => {
  test.each<readonly [string, readonly object[], unknown]>([
    ["nothing", [], null],
    ["one text", [text("12")], "12"],
    ["a JSON text", [text('{"a":1}')], '{"a":1}'],
    [
      "two texts",
      [text("a"), text("b")],
      [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
    ],
    ["one image", [png], [{ type: "image", file: pngFields }]],
    [
      "sound with a parameter",
      [{ type: "audio", data: "AQID", mimeType: "audio/wav; rate=1" }],
      [{ type: "audio", file: { ...pngFields, media_type: "audio/wav" } }],
    ],
    [
      "bytes of a resource",
      [{ type: "resource", resource: { uri: "a://b/c.png", mimeType: "image/png", blob: "AQID" } }],
      [
        {
          type: "resource",
          uri: "a://b/c.png",
          media_type: "image/png",
          file: { name: "c.png", ...pngFields },
        },
      ],
    ],
    [
      "a link",
      [{ type: "resource_link", uri: "a://b", name: "b", mimeType: "text/csv", size: 9, x: 1 }],
      [{ type: "resource_link", uri: "a://b", name: "b", media_type: "text/csv", size_bytes: 9 }],
    ],
    ["what comes later", [{ type: "video", of: 1 }], [{ type: "video", of: 1 }]],
    [
      "bytes that are none, beside good ones",
      [{ ...png, data: "AQ?=" }, png],
      [
        { type: "image", problem: expect.stringContaining("is not base64") as unknown },
        { type: "image", file: pngFields },
      ],
    ],
  ])("%s", async (_, content, value) => {
    expect(await valueOf({ content })).toEqual(value);
  });

  test("parses a text with a JSON object or array if parseJson is set", async () => {
    const parseJson = true;
    expect(await valueOf({ content: [text(' {"a":[1]}')] }, { parseJson })).toEqual({ a: [1] });
    expect(await valueOf({ content: [text("12")] }, { parseJson })).toBe("12");
    expect(await valueOf({ content: [text("[1, 2")] }, { parseJson })).toBe("[1, 2");
    const only = { parseJson: ({ name }: { readonly name: string }) => name === "other" };
    expect(await valueOf({ content: [text("[1]")] }, only)).toBe("[1]");
  });

  test("passes a file from the server unchanged to another tool", async () => {
    const { tools } = await mcpTools(doubleClient([{ name: "shot" }], () => ({ content: [png] })));
    const given: unknown[] = [];
    const { step } = await play(["(return (tool/keep {:photo (:file (first (tool/shot)))}))"], {
      tools: {
        ...tools,
        keep: {
          signature: "(photo :file) -> :string",
          execute: ({ photo }: { readonly photo?: unknown }) => {
            given.push((photo as ReturnType<typeof contextFile>).content());
            return "kept";
          },
        },
      },
    });
    expect(step).toMatchObject({ ok: true, return: "kept" });
    expect(given).toEqual([{ data: "AQID" }]);
  });
});

describe("structured content", () => {
  test("is the result, no matter what the content contains", async () => {
    const result = { content: [text("other")], structuredContent: { total: 3 } };
    expect(await valueOf(result, {}, priced)).toEqual({ total: 3 });
    expect(await valueOf(result)).toEqual({ total: 3 });
  });

  test("structured content with the fields of an outcome is still data", async () => {
    for (const structuredContent of [
      { ok: true, value: 3 },
      { ok: false, error: "no" },
    ])
      expect(await valueOf({ structuredContent })).toEqual(structuredContent);
  });

  test("with the names of prototypes is plain data", async () => {
    const structuredContent: unknown = JSON.parse('{"__proto__":{"total":1},"constructor":2}');
    const { tools } = await mcpTools(
      doubleClient([{ name: "look" }], () => ({ structuredContent })),
    );
    const { step } = await play(['(return (get (tool/look) "constructor"))'], { tools });
    expect(step).toMatchObject({ ok: true, return: 2 });
    expect(({} as { readonly total?: unknown }).total).toBeUndefined();
  });

  test("that violates its schema fails the call", async () => {
    expect(await valueOf({ structuredContent: { total: "3" } }, {}, priced)).toEqual([
      'its result does not match its contract: total: expected float, got string "3"',
      null,
    ]);
  });

  test("that is missing although a schema requires it fails the call", async () => {
    expect(await valueOf({ content: [text('{"total":3}')] }, {}, priced)).toEqual([
      "its answer has no structured content, which its outputSchema requires",
      { kind: "mcp_result", ran: true },
    ]);
  });

  test("that violates its schema also fails the call through the SDK's client", async () => {
    const client = await linkedClient(
      rawServer({
        pages: () => ({ tools: [{ name: "look", inputSchema, outputSchema: priced }] }),
        call: () => ({ content: [], structuredContent: { total: "3" } }),
      }),
    );
    const { step } = await play([`(return ${caught("(tool/look)")})`], {
      tools: (await mcpTools(client)).tools,
    });
    expect(step.ok && step.return).toEqual([
      expect.stringContaining("Structured content does not match the tool's output schema"),
      { kind: "mcp_error", code: -32602 },
    ]);
  });
});

describe("failed calls", () => {
  test("a failing tool reports its server's text, bounded, and its structured content", async () => {
    expect(
      await valueOf({
        isError: true,
        content: [text("a"), png, text("b")],
        structuredContent: { retry: true },
      }),
    ).toEqual(["a\nb", { kind: "mcp_tool_error", details: { retry: true } }]);
    expect(await valueOf({ isError: true, content: [] })).toEqual([
      "the tool failed, and its server gives no reason",
      { kind: "mcp_tool_error" },
    ]);
    const [words] = (await valueOf({ isError: true, content: [text("x".repeat(9_000))] })) as [
      string,
    ];
    expect(words).toHaveLength(1_501);
  });

  test.each<readonly [string, unknown, string]>([
    ["no result", "text", "its answer is not a tool result"],
    ["no object", null, "its answer is not a tool result"],
    [
      "more than the option allows",
      { content: [text("x".repeat(200))] },
      "its answer has more than 150 characters (option maxResultSize)",
    ],
  ])("%s", async (_, result, message) => {
    expect(await valueOf(result, { maxResultSize: 150 })).toEqual([
      message,
      { kind: "mcp_result", ran: true },
    ]);
  });

  test("a result of fifty megabytes, in one text or in many parts", async () => {
    const large = [
      { content: [text("x".repeat(50_000_000))] },
      { structuredContent: Array<string>(1_500_000).fill("0123456789") },
    ];
    for (const result of large)
      expect(await valueOf(result)).toEqual([
        "its answer has more than 10000000 characters (option maxResultSize)",
        { kind: "mcp_result", ran: true },
      ]);
  });

  test("rejects a result nested as deeply as the stack", async () => {
    const structuredContent: unknown = JSON.parse("[".repeat(5_000) + "]".repeat(5_000));
    expect(await valueOf({ structuredContent })).toEqual([
      "its answer is nested more than 500 levels deep",
      { kind: "mcp_result", ran: true },
    ]);
  });

  test("report JSON-RPC and network errors as such", async () => {
    const server = rawServer({
      pages: () => ({ tools: [{ name: "look", inputSchema }] }),
      call: () => {
        throw Object.assign(new Error("no such shop"), { code: -32011 });
      },
    });
    const { tools } = await mcpTools(await linkedClient(server));
    const { step } = await play([`(return ${caught("(tool/look)")})`], { tools });
    expect(step.ok && step.return).toEqual([
      "the MCP server answered with error -32011: no such shop",
      { kind: "mcp_error", code: -32011 },
    ]);
    const refusing = doubleClient([{ name: "look" }], () => {
      throw new TypeError(`fetch failed ${"x".repeat(9_000)}`);
    });
    const { step: lost } = await play([`(return ${caught("(tool/look)")})`], {
      tools: (await mcpTools(refusing)).tools,
    });
    expect(lost.ok && lost.return).toEqual([
      expect.stringMatching(/^the MCP server could not be called: fetch failed x{1400,1500}…$/),
      { kind: "mcp_failed" },
    ]);
  });

  test("show the server's error text to the model", async () => {
    const failing = doubleClient([{ name: "look" }], () => ({
      isError: true,
      content: [text("the shelf is empty")],
    }));
    const { modelInput } = await play(["(tool/look)", "(return 1)"], {
      tools: (await mcpTools(failing)).tools,
    });
    expect(modelInput[1]).toContain("tool/look failed: the shelf is empty");
  });
});
