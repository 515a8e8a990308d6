import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LspClient } from "../../test/lsp-client.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-lsp-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const uri = "file:///program.clj";

async function started(parameters: unknown = {}): Promise<LspClient> {
  const client = new LspClient(folder);
  await client.initialize(parameters);
  return client;
}

async function stopped(client: LspClient): Promise<number> {
  await client.request("shutdown", undefined);
  client.notify("exit", undefined);
  return await client.ended;
}

test("reports mistakes at UTF-16 positions, after astral characters and CRLF", async () => {
  const client = await started();
  const found = await client.diagnosticsOf(uri, '(println "😀")\r\n[😀 "😀" mapp]');
  expect(found).toEqual([
    expect.objectContaining({ range: range(1, 1, 1, 3), source: "ptc" }),
    {
      range: range(1, 9, 1, 13),
      severity: 1,
      code: "analysis_error",
      source: "ptc",
      message: "unknown symbol mapp (did you mean `map` or `map?` or `mapv`?)",
    },
  ]);
  client.notify("textDocument/didChange", {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: "(map inc [1])" }],
  });
  expect(await client.diagnostics(uri)).toEqual([]);
  client.notify("textDocument/didClose", { textDocument: { uri } });
  expect(await client.diagnostics(uri)).toEqual([]);
  expect(await stopped(client)).toBe(0);
  expect(client.log).toBe("");
});

test("describes names of the language, and nothing for other names", async () => {
  const client = await started();
  client.open(uri, "😀 (sum-by :n data/rows) (if x)");
  const hover = async (character: number): Promise<unknown> =>
    (await client.request("textDocument/hover", at(0, character))).result;
  expect(await hover(6)).toEqual({
    contents: {
      kind: "markdown",
      value: [
        "```clojure\n(sum-by key coll)\n```",
        "Adds the values that key (keyword, field name, path or function) reads.",
        "*function*: `sum-by`",
        "```clojure\n(sum-by :n [{:n 1} {:n 2} {}]) => 3\n```",
      ].join("\n\n"),
    },
    range: range(0, 4, 0, 10),
  });
  expect(await hover(16)).toMatchObject({
    contents: { value: matching(/A field of the context/) },
  });
  expect(await hover(28)).toMatchObject({
    contents: { value: matching(/\*special form\*: `if`/) },
  });
  expect(await hover(0)).toBeNull();
  expect(await hover(29)).toBeNull();
  await stopped(client);
});

test("completes names of the language and the document, but not inside texts", async () => {
  const client = await started();
  client.open(uri, '(let [summary 1] (sum))\r\n"(su" ; (su\n😀 (data/r) data/rows\n  ');
  const complete = async (line: number, character: number): Promise<readonly string[]> => {
    const { result } = await client.request("textDocument/completion", at(line, character));
    return (result as { readonly items: readonly { label: string }[] }).items.map(
      ({ label }) => label,
    );
  };
  expect(await complete(0, 21)).toEqual(["summary", "sum", "sum-by"]);
  expect(await complete(1, 4)).toEqual([]);
  expect(await complete(1, 10)).toEqual([]);
  expect(await complete(2, 10)).toEqual(["data/rows"]);
  const { result } = await client.request("textDocument/completion", at(2, 10));
  expect(result).toMatchObject({ items: [{ textEdit: { range: range(2, 4, 2, 10) } }] });
  const resolved = await client.request("completionItem/resolve", { label: "sum-by" });
  expect(resolved.result).toMatchObject({ documentation: { value: matching(/Adds the values/) } });
  await stopped(client);
});

test("formats documents with their kind of line ends, and leaves wrong ones unchanged", async () => {
  const client = await started();
  const edits = async (text: string): Promise<unknown> => {
    client.open(uri, text);
    return (await client.request("textDocument/formatting", { textDocument: { uri } })).result;
  };
  expect(await edits('(f   1)\r\n(g "a\r\nb"  )\r\n')).toEqual([
    { range: range(0, 0, 3, 0), newText: '(f 1)\r\n(g "a\r\nb")\r\n' },
  ]);
  expect(await edits("(f   1)\n")).toEqual([{ range: range(0, 0, 1, 0), newText: "(f 1)\n" }]);
  expect(await edits("(f 1)\n")).toEqual([]);
  expect(await edits("(f   1")).toEqual([]);
  await stopped(client);
});

test("knows the tools of modules and pins in ptc.json, and reads it again when it changes", async () => {
  const project = join(folder, "project");
  mkdirSync(join(project, "ptc.pins"), { recursive: true });
  const digests = { description: "d", input: "i", output: "o", hints: "h" };
  const pins = { version: 1, tools: { "crm/find": digests } };
  writeFileSync(join(project, "ptc.pins/crm.json"), JSON.stringify(pins));
  writeFileSync(
    join(project, "tools.mjs"),
    `console.log("Content-Length: 3");
     export const tools = { price: { description: "The *price*.", signature: "(sku :string) -> :int", execute: () => 1 } };`,
  );
  const server = { command: "no-such-command" };
  const upstreams = { shop: { tools: "./tools.mjs" }, crm: server, unpinned: server };
  const configuration = join(project, "ptc.json");
  writeFileSync(configuration, JSON.stringify({ upstreams }));
  const client = await started({ workspaceFolders: [{ uri: pathToFileURL(project).href }] });
  const program =
    "(tool/shop/price {}) (tool/shop/prize {}) (tool/crm/find {}) (tool/crm/lose {}) (tool/unpinned/x {})";
  expect(await client.diagnosticsOf(uri, program)).toMatchObject([
    { code: "tool_not_found", message: matching(/shop\/prize/) },
    { code: "tool_not_found", message: matching(/crm\/lose/) },
  ]);
  expect((await client.request("textDocument/hover", at(0, 10))).result).toMatchObject({
    contents: {
      value: "```clojure\ntool/shop/price (sku :string) -> :int\n```\n\nThe \\*price\\*\\.",
    },
  });
  const { result } = await client.request("textDocument/completion", at(0, 11));
  expect(result).toMatchObject({
    items: [{ label: "tool/shop/prize" }, { label: "tool/shop/price" }],
  });
  writeFileSync(configuration, JSON.stringify({ upstreams: { unpinned: server } }));
  client.notify("workspace/didChangeWatchedFiles", {
    changes: [{ uri: pathToFileURL(configuration).href, type: 2 }],
  });
  expect(await client.diagnostics(uri)).toHaveLength(4);
  writeFileSync(configuration, "{");
  client.notify("workspace/didChangeWatchedFiles", {
    changes: [{ uri: pathToFileURL(configuration).href, type: 2 }],
  });
  expect(await client.diagnostics(uri)).toEqual([]);
  expect(client.log).toContain("ptc.json is invalid");
  await stopped(client);
});

test("refuses a document of more than a million characters with one diagnostic", async () => {
  const client = await started();
  expect(await client.diagnosticsOf(uri, "x".repeat(1_000_001))).toEqual([
    {
      range: range(0, 0, 0, 0),
      severity: 2,
      code: "document_too_large",
      source: "ptc",
      message:
        "This document has 1000001 characters, more than the limit of 1000000: ptc doesn't check it",
    },
  ]);
  expect((await client.request("textDocument/hover", at(0, 0))).result).toBeNull();
  client.notify("textDocument/didChange", {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: "[1]" }],
  });
  expect(await client.diagnostics(uri)).toEqual([]);
  await stopped(client);
});

test("answers after hostile messages, and skips those beyond its limit", async () => {
  const client = await started();
  client.open(uri, "(map inc [1])");
  const document = { uri };
  for (const position of [
    undefined,
    { line: -1, character: 0 },
    { line: 1e9, character: 1e9 },
    { line: 0.5, character: "x" },
    { line: 0, character: Number.MAX_SAFE_INTEGER },
  ])
    for (const method of ["textDocument/hover", "textDocument/completion"]) {
      const answer = await client.request(method, { textDocument: document, position });
      expect(answer).toHaveProperty("result");
    }
  for (const params of [null, [], [1, 2, 3], { textDocument: [] }, { textDocument: { uri: 7 } }])
    for (const method of [
      "textDocument/didOpen",
      "textDocument/didChange",
      "textDocument/didClose",
      "workspace/didChangeWatchedFiles",
      "initialized",
      "$/cancelRequest",
      "$/progress",
      "$/setTrace",
    ])
      client.notify(method, params);
  for (const id of [null, {}, [], "7", -1, 1e99])
    client.send({ jsonrpc: "2.0", id, result: { hostile: true } });
  for (const id of [{}, [], true, 1.5])
    client.send({ jsonrpc: "2.0", id, method: "textDocument/hover", params: at(0, 0) });
  for (const message of [7, null, [], "text", {}, { jsonrpc: "1.0" }, { method: 7, id: 1 }])
    client.send(message);
  client.send({ jsonrpc: "2.0", id: 900, method: "textDocument/hover", params: at(0, 2) });
  client.notify("$/cancelRequest", { id: 900 });
  expect((await client.next(({ id }) => id === 900)).error?.code).toBe(-32_800);
  client.raw(`Content-Length: 9\r\n\r\nnot json!Content-Length: 9000000\r\n\r\n`);
  for (let megabyte = 0; megabyte < 9; megabyte++) client.raw(" ".repeat(1_000_000));
  const unknown = await client.request("textDocument/rename", at(0, 0));
  expect(unknown.error?.code).toBe(-32_601);
  const hover = await client.request("textDocument/hover", at(0, 2));
  expect(hover.result).toMatchObject({ range: range(0, 1, 0, 4) });
  expect(client.log).toContain(
    "a message of 9000000 bytes was skipped: the limit is 8000000 bytes",
  );
  expect(client.log).toContain("a message isn't a JSON object");
  expect(await stopped(client)).toBe(0);
});

test("asks for the whole document after a change of a part", async () => {
  const client = await started();
  client.open(uri, "[1]");
  await client.diagnostics(uri);
  client.notify("textDocument/didChange", {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: range(9, 9, 3, 3), text: "x" }],
  });
  expect(await client.diagnostics(uri)).toMatchObject([
    { message: matching(/sent a part of the document, but ptc needs the whole/) },
  ]);
  await stopped(client);
});

test("refuses requests before initialize and after shutdown, and ends with its input", async () => {
  const client = new LspClient(folder);
  expect((await client.request("textDocument/hover", at(0, 0))).error?.code).toBe(-32_002);
  await client.initialize();
  expect((await client.request("initialize", {})).error?.code).toBe(-32_600);
  client.closeInput();
  expect(await client.ended).toBe(1);
  const other = await started();
  await other.request("shutdown", undefined);
  expect((await other.request("textDocument/hover", at(0, 0))).error?.code).toBe(-32_600);
  other.closeInput();
  expect(await other.ended).toBe(0);
});

test.each([
  ["a header has no Content-Length: the connection ends", "Hello: 1\r\n\r\n"],
  ["a header is too long: the connection ends", "x".repeat(5_000)],
])("ends the connection with the message: %s", async (message, bytes) => {
  const client = await started();
  client.raw(bytes);
  expect(await client.ended).toBe(1);
  expect(client.log).toBe(`ptc lsp: ${message}\n`);
});

function range(line: number, character: number, endLine: number, endCharacter: number): unknown {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

function at(line: number, character: number): unknown {
  return { textDocument: { uri }, position: { line, character } };
}

function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}
