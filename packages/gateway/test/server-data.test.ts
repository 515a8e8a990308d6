// Tests the resources and prompts of MCP servers behind a gateway.

import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { openGateway, parseConfiguration } from "../src/index.ts";
import { MemoryServer } from "./memory-server.ts";
import { clientOf, memoryPins, openedServers, result } from "./opened.ts";

const secret = "tok-0123456789";

function library(): MemoryServer {
  const server = new MemoryServer({ name: "find" });
  server.more = {
    "resources/list": { resources: [{ uri: "book:1", name: "One" }] },
    "resources/templates/list": { resourceTemplates: [] },
    "resources/read": { contents: [{ uri: "book:1", text: `a text with ${secret}` }] },
    "prompts/list": {
      prompts: [
        {
          name: "summarize",
          description: `Summarizes\n a book, ${"x".repeat(1_000)}`,
          arguments: [{ name: "book", required: true }],
        },
        { name: "y".repeat(101) },
      ],
    },
    "prompts/get": {
      messages: [{ role: "user", content: { type: "text", text: `Read it, ${secret}.` } }],
    },
  };
  return server;
}

describe("resources", () => {
  test("are read by tools of their server, without its secrets", async () => {
    const books = library();
    const upstreams = openedServers({ books, plain: new MemoryServer({ name: "x" }) });
    const tools = await upstreams.tools();
    expect(Object.keys(tools)).toEqual([
      "books/find",
      "books/list-resources",
      "books/read-resource",
      "plain/x",
    ]);
    expect(await result("(map :uri (tool/books/list-resources))", tools)).toEqual(["book:1"]);
    expect(await result('(tool/books/read-resource {:uri "book:1"})', tools)).toBe(
      `a text with ${secret}`,
    );
    expect(books.asked).toContainEqual({ uri: "book:1" });
  });

  test("aren't offered with a list of tools, unless the configuration says so", async () => {
    const names = async (settings: object) =>
      Object.keys(
        await openedServers(
          { books: library() },
          { settings: { upstreams: { books: { command: "books", ...settings } } } },
        ).tools(),
      );
    expect(await names({ include: ["find"] })).toEqual(["books/find"]);
    expect(await names({ include: ["find"], resources: true })).toHaveLength(3);
    expect(await names({ resources: false })).toEqual(["books/find"]);
  });

  test("wait for an approval only with the policy `all`", async () => {
    const waits = async (approve: string) =>
      await result(
        "(tool/books/list-resources)",
        await openedServers({ books: library() }, { settings: { policy: { approve } } }).tools(),
      );
    expect(await waits("writes")).toHaveLength(1);
    expect(await waits("all")).toBe("waits: books/list-resources");
  });
});

describe("prompts", () => {
  async function clientOver(books: MemoryServer, fields: object = {}): Promise<Client> {
    const text = JSON.stringify({
      upstreams: {
        books: { command: "books", env: { API_TOKEN: "env:TOKEN" }, ...fields },
        plain: { tools: "./tools.ts" },
      },
    });
    const gateway = await openGateway(parseConfiguration(text), {
      env: { TOKEN: secret },
      pins: memoryPins(),
      loadModule: () => Promise.resolve({ tools: {} }),
      transportOf: () => books.connect(),
    });
    return await clientOf(gateway);
  }

  test("reach the client under the name of their upstream, with bounded texts", async () => {
    const books = library();
    const client = await clientOver(books);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["ptc-lisp", "books.summarize"]);
    expect(prompts[1]).toMatchObject({ arguments: [{ name: "book", required: true }] });
    expect(prompts[1]?.description).toMatch(/^"Summarizes a book, x+…"$/);
    expect(prompts[1]?.description).not.toContain("\n");
    expect(prompts[1]?.description?.length).toBeLessThan(520);
    const found = await client.getPrompt({ name: "books.summarize", arguments: { book: "1" } });
    expect(found.messages).toMatchObject([{ role: "user", content: { type: "text" } }]);
    expect(books.asked.at(-1)).toEqual({ name: "summarize", arguments: { book: "1" } });
  });

  test("of unknown names are refused, and of servers that fail cost nothing else", async () => {
    const books = library();
    const client = await clientOver(books);
    for (const name of ["books", "plain.x", "none.summarize"])
      await expect(client.getPrompt({ name })).rejects.toThrow("there is no such prompt");
    books.more = { ...books.more, "prompts/list": { prompts: "none" } };
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["ptc-lisp"]);
  });

  test("aren't passed on if the configuration says so", async () => {
    const client = await clientOver(library(), { prompts: false });
    expect((await client.listPrompts()).prompts).toHaveLength(1);
  });
});
