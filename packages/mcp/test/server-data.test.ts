// Tests the resources and prompts of servers as tools.

import { McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { mcpTools, type McpClient, type McpToolsOptions } from "../src/index.ts";
import { linkedClient, linkedClient1 } from "./clients.ts";
import { doubleClient } from "./doubles.ts";
import { caught, play } from "./missions.ts";

function library(): McpServer {
  const server = new McpServer({ name: "library", version: "1.0.0" });
  server.registerTool("ping", { description: "Answers." }, () => ({ content: [] }));
  server.registerResource(
    "rules",
    "library://rules",
    { title: "Rules", description: "The house rules.", mimeType: "text/plain" },
    ({ href }) => ({ contents: [{ uri: href, text: "No noise." }] }),
  );
  server.registerResource(
    "cover",
    "library://cover.png",
    { mimeType: "image/png" },
    ({ href }) => ({
      contents: [
        { uri: href, blob: "iVBORw0KGgo=", mimeType: "image/png" },
        { uri: href, text: "A cover." },
      ],
    }),
  );
  server.registerResource("empty", "library://empty", {}, () => ({ contents: [] }));
  server.registerResource(
    "book",
    new ResourceTemplate("library://books/{id}", { list: undefined }),
    { description: "A book." },
    ({ href }, { id }) => ({ contents: [{ uri: href, text: `{"id":"${String(id)}"}` }] }),
  );
  server.registerPrompt(
    "review",
    { description: "Reviews a book.", argsSchema: z.object({ book: z.string() }) },
    ({ book }) => ({
      messages: [
        { role: "user", content: { type: "text", text: `Review ${book}.` } },
        {
          role: "assistant",
          content: { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
        },
      ],
    }),
  );
  return server;
}

const all = { resources: true, prompts: true } as const;

async function answered(client: McpClient, program: string, options: McpToolsOptions = all) {
  const { tools, warnings } = await mcpTools(client, options);
  const { step, modelInput } = await play([`(return ${program})`], { tools });
  return { answer: step.ok ? step.return : step.fail, warnings, modelInput };
}

describe.each([
  [1, linkedClient1],
  [2, linkedClient],
] as const)("a client of version %i", (_, connect) => {
  test.each<readonly [string, string, unknown]>([
    [
      "lists resources and templates",
      "(tool/list-resources)",
      [
        {
          uri: "library://rules",
          name: "rules",
          title: "Rules",
          description: "The house rules.",
          media_type: "text/plain",
        },
        { uri: "library://cover.png", name: "cover", media_type: "image/png" },
        { uri: "library://empty", name: "empty" },
        { uri_template: "library://books/{id}", name: "book", description: "A book." },
      ],
    ],
    ["reads a text", '(tool/read-resource {:uri "library://rules"})', "No noise."],
    ["reads nothing as nil", '(tool/read-resource {:uri "library://empty"})', null],
    ["reads a template", '(tool/read-resource {:uri "library://books/7"})', '{"id":"7"}'],
    [
      "reads several contents, with bytes as a file",
      '(map (fn [{:keys [type uri text file]}] [type uri text (:media_type file)]) (tool/read-resource {:uri "library://cover.png"}))',
      [
        ["resource", "library://cover.png", null, "image/png"],
        ["resource", "library://cover.png", "A cover.", null],
      ],
    ],
    [
      "lists prompts",
      "(tool/list-prompts)",
      [
        {
          name: "review",
          description: "Reviews a book.",
          arguments: [{ name: "book", required: true }],
        },
      ],
    ],
    [
      "gets a prompt",
      '(map (fn [{:keys [role content]}] [role (if (string? content) content (:type (first content)))]) (tool/get-prompt {:name "review" :arguments {:book "Emma"}}))',
      [
        ["user", "Review Emma."],
        ["assistant", "image"],
      ],
    ],
  ])("%s", async (_title, program, right) => {
    const { answer, warnings } = await answered(await connect(library()), program);
    expect(answer).toEqual(right);
    expect(warnings).toEqual([]);
  });

  test("reports a resource that the server doesn't have", async () => {
    const program = caught('(tool/read-resource {:uri "library://none"})');
    const { answer } = await answered(await connect(library()), program);
    expect(answer).toMatchObject([expect.stringContaining("not found"), { kind: "mcp_error" }]);
  });

  test("omits tools for a server without resources or prompts, with a warning", async () => {
    const server = new McpServer({ name: "bare", version: "1.0.0" });
    server.registerTool("ping", {}, () => ({ content: [] }));
    const { tools, warnings } = await mcpTools(await connect(server), all);
    expect(Object.keys(tools)).toEqual(["ping"]);
    expect(warnings.map(({ message }) => message)).toEqual([
      'the tool "list-resources" is left out: the server has no resources',
      'the tool "read-resource" is left out: the server has no resources',
      'the tool "list-prompts" is left out: the server has no prompts',
      'the tool "get-prompt" is left out: the server has no prompts',
    ]);
  });
});

describe("resources and prompts", () => {
  const pages = (page: (cursor: string | undefined) => unknown): McpClient => ({
    ...doubleClient([{ name: "ping" }]),
    listResources: (params) => Promise.resolve(page(params?.cursor)),
    readResource: ({ uri }) => Promise.resolve({ contents: [{ uri, text: "[1,2]" }] }),
    listResourceTemplates: () =>
      Promise.reject(Object.assign(new Error("Method not found"), { code: -32601 })),
  });
  const resources = { resources: true } as const;

  test("aren't offered unless requested, and their names have the prefix", async () => {
    const client = pages(() => ({ resources: [] }));
    expect(Object.keys((await mcpTools(client)).tools)).toEqual(["ping"]);
    const { tools } = await mcpTools(client, { ...resources, prefix: "docs/", include: [] });
    expect(Object.keys(tools)).toEqual(["docs/list-resources", "docs/read-resource"]);
  });

  test("show their types to the model", async () => {
    const { modelInput } = await answered(
      pages(() => ({ resources: [] })),
      "1",
      resources,
    );
    expect(modelInput[0]).toContain("(tool/read-resource {:uri :string})");
    expect(modelInput[0]).toContain("(tool/list-resources) -> [{uri :string?");
  });

  test("are listed page by page, and an endless list is refused", async () => {
    const entry = (index: number) => ({ uri: `a://${String(index)}`, name: String(index) });
    const three = pages((cursor = "0") => ({
      resources: [entry(Number(cursor))],
      ...(cursor === "2" ? {} : { nextCursor: String(Number(cursor) + 1) }),
    }));
    const names = await answered(three, "(map :name (tool/list-resources))", resources);
    expect(names.answer).toEqual(["0", "1", "2"]);
    for (const nextCursor of ["again", () => String(Math.random())]) {
      const endless = pages(() => ({
        resources: [entry(1)],
        nextCursor: typeof nextCursor === "string" ? nextCursor : nextCursor(),
      }));
      const { answer } = await answered(endless, caught("(tool/list-resources)"), resources);
      expect(answer).toMatchObject([
        expect.stringContaining("repeats a page or has too many"),
        { kind: "mcp_result" },
      ]);
    }
  });

  test.each<readonly [string, unknown]>([
    ["no object", null],
    ["no list", { resources: 7 }],
  ])("report a list that is %s", async (_, page) => {
    const { answer } = await answered(
      pages(() => page),
      caught("(tool/list-resources)"),
      resources,
    );
    expect(answer).toMatchObject(["its answer has no list", { kind: "mcp_result" }]);
  });

  test("are parsed with parseJson, within maxResultSize", async () => {
    const client = pages(() => ({ resources: [] }));
    const program = '(tool/read-resource {:uri "a://1"})';
    const parsed = await answered(client, program, { ...resources, parseJson: true });
    expect(parsed.answer).toEqual([1, 2]);
    const small = await answered(client, caught(program), { ...resources, maxResultSize: 20 });
    expect(small.answer).toMatchObject([expect.stringContaining("option maxResultSize"), {}]);
  });

  test("don't replace a server's tool of the same name", async () => {
    const client = {
      ...pages(() => ({ resources: [] })),
      ...doubleClient([{ name: "read-resource" }], () => ({
        content: [{ type: "text", text: "own" }],
      })),
    };
    const { answer, warnings } = await answered(client, "(tool/read-resource {})", resources);
    expect(answer).toBe("own");
    expect(warnings).toMatchObject([{ kind: "left-out", tool: '"read-resource"' }]);
  });

  test("need the client's methods", async () => {
    const client = doubleClient([]);
    await expect(mcpTools(client, resources)).rejects.toThrow(
      "option `resources`: the client has no method listResources",
    );
    await expect(mcpTools(client, { prompts: true })).rejects.toThrow(
      "option `prompts`: the client has no method listPrompts",
    );
    const wrong = { resources: 1 } as unknown as McpToolsOptions;
    await expect(mcpTools(client, wrong)).rejects.toThrow("`resources`: expected true or false");
  });
});
