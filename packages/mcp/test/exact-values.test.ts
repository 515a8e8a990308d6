// Tests that ids, nil and times reach a server in the form that its schema describes.

import { McpServer } from "@modelcontextprotocol/server";
import { run, type AgentTools } from "@ptc/subagent";
import { describe, expect, test } from "vitest";
import { mcpTools, type McpToolsOptions } from "../src/index.ts";
import { doubleClient } from "./doubles.ts";
import { rawClient } from "./exact-client.ts";

/** Returns the result of a program, or the message of its failure. */
async function answerOf(program: string, tools: AgentTools): Promise<unknown> {
  const step = await run("Do it.", { llm: () => program, tools, maxTurns: 1 });
  return step.ok ? step.return : step.fail.message;
}

/** Returns the arguments as the client would write them, after a program called the tool. */
async function sent(
  inputSchema: object,
  program: string,
  options: McpToolsOptions = {},
): Promise<string> {
  const client = doubleClient([{ name: "read", inputSchema }]);
  const { tools } = await mcpTools(client, options);
  const answer = await answerOf(program, tools);
  const [call] = client.calls;
  return call === undefined ? String(answer) : JSON.stringify(call.arguments);
}

function object(properties: object, rest: object = {}): object {
  return { type: "object", properties, ...rest };
}

describe("nil for an optional argument", () => {
  const text = { type: "string" };

  test.each<readonly [string, object, string, string]>([
    [
      "is omitted, unless the schema allows null",
      object({ head: { type: "number" }, tag: { type: ["string", "null"] } }),
      "(tool/read {:head nil :tag nil})",
      '{"tag":null}',
    ],
    [
      "is omitted inside objects, in lists of objects and behind references",
      object(
        {
          at: object({ line: { type: "integer" } }),
          rows: { type: "array", items: { $ref: "#/$defs/Row" } },
        },
        { $defs: { Row: object({ "due-date": text, id: text }) } },
      ),
      '(tool/read {:at {:line nil} :rows [{:due-date nil :id "a"} {:id nil}]})',
      '{"at":{},"rows":[{"id":"a"},{}]}',
    ],
    [
      "is sent where a branch, an enum, a constant or an empty schema allows null",
      object({
        a: { anyOf: [text, { type: "null" }] },
        b: { enum: ["x", null] },
        c: { const: null },
        d: {},
        e: { $ref: "#/$defs/Any" },
        f: { type: "string", nullable: true },
        "$defs-unused": text,
      }),
      "(tool/read {:a nil :b nil :c nil :d nil :e nil :f nil})",
      '{"a":null,"b":null,"c":null,"d":null,"e":null,"f":null}',
    ],
    [
      "is omitted where no branch and not all parts allow null",
      object(
        {
          a: { anyOf: [text, { type: "number" }] },
          b: { enum: ["x", "y"] },
          c: { allOf: [{}, text] },
          d: { oneOf: [{ $ref: "#/$defs/Text" }] },
        },
        { $defs: { Text: text } },
      ),
      "(tool/read {:a nil :b nil :c nil :d nil})",
      "{}",
    ],
    [
      "is sent for an argument that the schema doesn't describe",
      { type: "object", additionalProperties: true },
      "(tool/read {:x nil})",
      '{"x":null}',
    ],
    [
      "is refused for a required argument",
      object({ path: text }, { required: ["path"] }),
      "(tool/read {:path nil})",
      "tool/read failed: wrong arguments: path: expected string, got nil",
    ],
  ])("%s", async (_, schema, program, expected) => {
    expect(await sent(schema, program)).toBe(expected);
  });
});

test("an instant is sent as ISO text, and text of a time unchanged", async () => {
  const time = { type: "string", format: "date-time" };
  expect(
    await sent(
      object({ since: time, times: { type: "array", items: time }, other: {} }),
      `(tool/read {:since #inst "2026-01-02T03:04:05Z" :times ["2026-01-02T09:00:00+02:00"]
                   :other {:at #inst "2026-01-02T03:04:05Z"}})`,
    ),
  ).toBe(
    '{"since":"2026-01-02T03:04:05.000Z","times":["2026-01-02T09:00:00+02:00"],"other":{"at":"2026-01-02T03:04:05.000Z"}}',
  );
});

describe("integers beyond 2^53", () => {
  const id = { type: "integer" };
  const program = "(tool/read {:id 1234567890123456789 :ids [[-9007199254740993]]})";
  const schema = object({ id, ids: { type: "array" } });

  test("are sent with all digits, as text, or not at all", async () => {
    expect(await sent(schema, program)).toBe(
      '{"id":1234567890123456789,"ids":[[-9007199254740993]]}',
    );
    expect(await sent(schema, program, { bigint: "string" })).toBe(
      '{"id":"1234567890123456789","ids":[["-9007199254740993"]]}',
    );
    expect(await sent(schema, program, { bigint: "error" })).toBe(
      "tool/read failed: id: MCP tools take JSON, which can't represent 1234567890123456789, an integer beyond 9007199254740991",
    );
  });

  test("are refused on a host that can only round them", async () => {
    const holder = JSON as { rawJSON?: unknown };
    const { rawJSON } = holder;
    try {
      delete holder.rawJSON;
      expect(await sent(schema, program)).toBe(
        'tool/read failed: id: this host can\'t send the integer 1234567890123456789 exactly: pass it as text (or set the option bigint to "string")',
      );
    } finally {
      holder.rawJSON = rawJSON;
    }
  });

  test("keep their digits in JSON text and in structured content that the text repeats", async () => {
    const body = '{"id":1234567890123456789,"rows":[[-9007199254740993,1.5]],"name":"1,\\"2"}';
    const read = async (result: object, options: McpToolsOptions = {}): Promise<unknown> => {
      const listed = { name: "read", inputSchema: { type: "object" }, outputSchema: schemaOf };
      const client = doubleClient(
        ["structuredContent" in result ? listed : { ...listed, outputSchema: undefined }],
        () => result,
      );
      const { tools } = await mcpTools(client, options);
      return await answerOf("(return (pr-str (tool/read)))", tools);
    };
    const schemaOf = object({ id: { type: "integer" }, rows: { type: "array" } });
    const exact = '{"id" 1234567890123456789, "rows" [[-9007199254740993 1.5]], "name" "1,\\"2"}';
    const content = [{ type: "text", text: body }];
    expect(await read({ content }, { parseJson: true })).toBe(exact);
    const structuredContent: unknown = JSON.parse(body);
    expect(await read({ content, structuredContent })).toBe(exact);
    // Another text doesn't replace the content.
    expect(
      await read({
        content: [{ type: "text", text: body.replace("1.5", "2") }],
        structuredContent,
      }),
    ).toContain("id: expected int or nil, got float 1234567890123456800");
  });

  test.each([1, 2] as const)("travel through version %d of the SDK unchanged", async (version) => {
    const server = new McpServer(
      { name: "raw", version: "1.0.0" },
      { capabilities: { tools: {} } },
    );
    const { client, lines } = await rawClient(version, server);
    server.server.setRequestHandler("tools/list", () => ({
      tools: [{ name: "read", inputSchema: { type: "object" as const } }],
    }));
    server.server.setRequestHandler("tools/call", () => ({ content: [] }));
    const { tools } = await mcpTools(client);
    await answerOf("(return (tool/read {:id 1234567890123456789}))", tools);
    expect(lines.find((line) => line.includes("tools/call"))).toContain(
      '"arguments":{"id":1234567890123456789}',
    );
  });
});
