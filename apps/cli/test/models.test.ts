// Tests `ptc run --model` as users run it: a process with a key in its environment, and a server in
// the format of each provider. The key must go only to the server.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundledCommand } from "../../../vitest.bundles.ts";

const executable = join(import.meta.dirname, "../bin/ptc.js");
const stock = join(import.meta.dirname, "missions/stock");
const key = "canary-key-0123456789abcdefghij";
const timeout = 180_000;
const fromSources = ["--conditions=@ptc/source"];
const fromBundle = await bundledCommand();

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-models-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const program =
  "(return (->> (tool/items {}) (filter #(pos? (:count %))) (map (fn [i] {:sku (:sku i) :name (:name i) :value (* (:count i) (:price i)) :tags (:tags i)})) (sort-by :value >)))";
const answer = `\`\`\`clojure\n${program}\n\`\`\``;

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

interface Served {
  readonly model: string;
  readonly environment: (address: string) => Readonly<Record<string, string>>;
  readonly type: string;
  readonly body: string;
  readonly path: string;
  /** Reads the key from the headers; absent if the provider has no key. */
  readonly keyIn?: (headers: IncomingHttpHeaders) => unknown;
}

const served: readonly Served[] = [
  {
    model: "anthropic:claude-x",
    environment: (address) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: address }),
    type: "text/event-stream",
    body: [
      {
        type: "message_start",
        message: { model: "c", usage: { input_tokens: 9, output_tokens: 1 } },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: answer } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 90 } },
      { type: "message_stop" },
    ]
      .map((event) => `event: ${event.type}\n${data(event)}`)
      .join(""),
    path: "/v1/messages",
    keyIn: (headers) => headers.authorization?.replace("Bearer ", ""),
  },
  {
    model: "openai:gpt-x",
    environment: (address) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${address}/v1` }),
    type: "text/event-stream",
    body: `${data({ choices: [{ index: 0, delta: { content: answer }, finish_reason: "stop" }] })}data: [DONE]\n\n`,
    path: "/v1/chat/completions",
    keyIn: (headers) => headers.authorization?.replace("Bearer ", ""),
  },
  {
    model: "google:gemini-x",
    environment: (address) => ({ GEMINI_API_KEY: key, GEMINI_BASE_URL: address }),
    type: "text/event-stream",
    body: data({
      candidates: [{ content: { role: "model", parts: [{ text: answer }] }, finishReason: "STOP" }],
    }),
    path: "/v1beta/models/gemini-x:streamGenerateContent?alt=sse",
    keyIn: (headers) => headers["x-goog-api-key"],
  },
  {
    model: "ollama:qwen3:8b",
    environment: (address) => ({ OLLAMA_HOST: address }),
    type: "application/x-ndjson",
    body: `${JSON.stringify({ model: "q", message: { content: answer }, done: true, done_reason: "stop" })}\n`,
    path: "/api/chat",
  },
];

interface Asked {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

async function serving(status: number, type: string, body: string) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const { url, headers } = request;
    asked.push({ url, headers });
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": type, "x-request-id": "req_7" });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}`,
    asked,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Ended {
  readonly code: number | null;
  readonly text: string;
}

/** Runs the command with these variables, and without the user's variables that may have keys. */
function ptc(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = fromBundle,
): Promise<Ended> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const child = spawn(process.execPath, [...nodeOptions, executable, ...words], {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
  });
  child.stdin.end();
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  return new Promise((resolve) =>
    child.on("close", (code) => {
      resolve({ code, text });
    }),
  );
}

describe("ptc run --model", { timeout }, () => {
  // The tests of each adapter send the other formats.
  const sample = process.env["PTC_TESTS"] === undefined ? served.slice(0, 1) : served;
  test.each(sample)("$model runs the mission and never shows the API key", async (each) => {
    using server = await serving(200, each.type, each.body);
    const name = each.model.replace(/\W.*/, "");
    const { code, text } = await ptc(
      ["run", stock, "--model", each.model, "--trace", `${name}.trace`, "--record", `${name}.run`],
      each.environment(server.address),
    );
    expect([code, text.includes("240")], text).toEqual([0, true]);
    expect(server.asked.map(({ url }) => url)).toEqual([each.path]);
    expect(each.keyIn?.(server.asked[0]?.headers ?? {})).toBe(each.keyIn && key);
    const files = readdirSync(folder).filter((file) => file.startsWith(name));
    expect(files).toHaveLength(2);
    const written = files.map((file) => readFileSync(join(folder, file), "utf8")).join("");
    expect(written).toContain("req_7");
    expect(text + written).not.toContain(key);
  });

  test("redacts the key in an error that repeats it", { tags: "full" }, async () => {
    const refusal = {
      type: "error",
      error: { type: "authentication_error", message: `wrong api key: ${key}` },
    };
    using server = await serving(401, "application/json", JSON.stringify(refusal));
    const { code, text } = await ptc(
      [
        "run",
        stock,
        "--model",
        "anthropic:claude-x",
        "--trace",
        "refused",
        "--record",
        "refused.run",
      ],
      { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: server.address },
    );
    expect([code, server.asked.length]).toEqual([1, 1]);
    expect(text).toContain("wrong api key");
    const files = readdirSync(folder).filter((file) => file.startsWith("refused"));
    const written = files.map((file) => readFileSync(join(folder, file), "utf8")).join("");
    expect(written).toContain("req_7");
    expect(text + written).not.toContain(key);
  });
});

test.each([
  ["with a key", { ANTHROPIC_API_KEY: key }],
  ["before it asks for a key", { ANTHROPIC_API_KEY: "" }],
])("names a package that is not installed, %s", { timeout }, async (_, environment) => {
  // Hides the package from Node, as if only the command were installed.
  const hooks = `import { registerHooks } from "node:module";
      registerHooks({ resolve: (name, context, next) => {
        if (name !== "@ptc/anthropic") return next(name, context);
        throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
      } });`;
  const { code, text } = await ptc(["run", stock, "--model", "anthropic:x"], environment, [
    ...fromSources,
    `--import=data:text/javascript,${encodeURIComponent(hooks)}`,
  ]);
  expect(code).toBe(2);
  expect(text).toContain("@ptc/anthropic is not installed (run npm install @ptc/anthropic)");
  expect(text).not.toContain(key);
});
