import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ptc } from "../../test/memory-host.ts";

const stock = join(import.meta.dirname, "../../test/missions/stock");
const key = "sk-canary-0123456789abcdefghij";
const program =
  "(return (->> (tool/items {}) (filter #(pos? (:count %))) (map (fn [i] {:sku (:sku i) :name (:name i) :value (* (:count i) (:price i)) :tags (:tags i)})) (sort-by :value >)))";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-model-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A server that responds to each request with `events`, in the wire format of a stream. */
async function serving(events: readonly string[]): Promise<{
  readonly address: string;
  readonly asked: readonly IncomingMessage[];
  readonly close: () => void;
}> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(events.map((event) => `${event}\n\n`).join(""));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${String(port)}`,
    asked,
    close: () => server.close(),
  };
}

const text = `\`\`\`clojure\n${program}\n\`\`\``;

const anthropicEvents = [
  {
    type: "message_start",
    message: { id: "m", model: "claude-x", usage: { input_tokens: 1_000, output_tokens: 1 } },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 90 } },
  { type: "message_stop" },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}`);

const chatEvents = [
  {
    id: "c",
    model: "qwen",
    choices: [{ index: 0, delta: { role: "assistant", content: text }, finish_reason: "stop" }],
  },
]
  .map((event) => `data: ${JSON.stringify(event)}`)
  .concat("data: [DONE]");

describe("ptc run --model", () => {
  test("runs the mission and never writes the API key to output, trace or recording", async () => {
    const { address, asked, close } = await serving(anthropicEvents);
    const trace = join(folder, "trace.jsonl");
    const record = join(folder, "run.jsonl");
    const { code, output, errors } = await ptc(
      ["run", stock, "--model", "anthropic:claude-x", "--trace", trace, "--record", record],
      { folder, environment: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: address } },
    );
    close();
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toContain("Model: claude-x (anthropic), called live.");
    expect(output).toContain("240");
    expect(asked.map(({ url }) => url)).toEqual(["/v1/messages"]);
    const written = [output, readFileSync(trace, "utf8"), readFileSync(record, "utf8")].join("");
    expect(written).not.toContain(key);
  });

  test("needs no key for a compatible server", async () => {
    const { address, asked, close } = await serving(chatEvents);
    const { code, output } = await ptc(["run", stock, "--model", "openai:qwen"], {
      folder,
      environment: { OPENAI_API_KEY: "", OPENAI_BASE_URL: `${address}/v1` },
    });
    close();
    expect(code).toBe(0);
    expect(output).toContain("240");
    expect(asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/v1/chat/completions", undefined],
    ]);
  });

  test.each<readonly [string, readonly string[], Readonly<Record<string, string>>, string]>([
    ["no key", ["anthropic:claude-x"], {}, "@ptc/anthropic needs a key (set ANTHROPIC_API_KEY)"],
    ["no key for OpenAI", ["openai:gpt"], {}, "@ptc/openai needs a key (set OPENAI_API_KEY)"],
    ["no key for Gemini", ["google:gemini"], {}, "@ptc/google needs a key (set GEMINI_API_KEY)"],
    [
      "another address that is none",
      ["anthropic:claude-x"],
      { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: "here" },
      "baseUrl: expected an http or https URL",
    ],
    [
      "no provider",
      ["claude-x"],
      {},
      "expected provider:model with one of anthropic, openai, google",
    ],
    ["no model", ["openai:"], {}, "expected provider:model"],
    ["an unknown provider", ["acme:x"], {}, 'unknown provider "acme" (use anthropic, openai'],
    [
      "a recording too",
      ["anthropic:x", "--recording", "recording.json"],
      {},
      "use either --model or --recording, not both",
    ],
  ])("reports wrong usage with %s", async (_, words, environment, message) => {
    const { code, errors } = await ptc(["run", stock, "--model", ...words], {
      folder,
      environment,
    });
    expect(code).toBe(2);
    expect(errors).toContain(message);
    expect(errors).not.toContain(key);
  });
});

test("--model manual:folder reads the responses from a folder", async () => {
  const running = ptc(["run", stock, "--model", "manual:asked"], { folder });
  const asked = join(folder, "asked");
  while (!existsSync(join(asked, "request-0001.json"))) await wait(10);
  const { messages } = JSON.parse(readFileSync(join(asked, "request-0001.json"), "utf8")) as {
    readonly messages: readonly { readonly role: string }[];
  };
  expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
  writeFileSync(join(asked, "answer-0001.txt"), program);
  const { code, output } = await running;
  expect(code).toBe(0);
  expect(output).toContain(
    `Request: ${join("asked", "request-0001.json")}. Write the answer to ${join("asked", "answer-0001.txt")}.`,
  );
  const again = await ptc(["run", stock, "--model", "manual:asked"], { folder });
  expect(again.code).toBe(1);
  expect(again.errors).toContain("contains requests of another run; use an empty folder");
});
