// Runs agents with the models that `ptc.json` names, through the packages of providers, which call
// a server on this computer.

import { mkdirSync, symlinkSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { defineAgent } from "@ptc/subagent";
import { describe, expect, onTestFinished, test } from "vitest";
import { openGateway, parseConfiguration } from "../../src/index.ts";
import { clientOf } from "../opened.ts";
import { temporaryFolder } from "./served.ts";

const key = "sk-a-key-of-the-test-0123456789";
const packages = join(import.meta.dirname, "../../..");

/** The events of a stream, or the body of an error. */
type Answer = { readonly events: readonly object[] } | { readonly error: object };

interface ModelServer {
  readonly url: string;
  readonly requests: {
    readonly path: string | undefined;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }[];
}

/** A server of models that answers every request in the same way. */
async function modelServer(answer: Answer): Promise<ModelServer> {
  const requests: ModelServer["requests"] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url: path, headers } = request;
      requests.push({ path, headers, body: Buffer.concat(chunks).toString("utf8") });
      if ("error" in answer) {
        response.writeHead(401, { "content-type": "application/json" });
        response.end(JSON.stringify(answer.error));
      } else {
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const event of answer.events) response.write(eventText(event));
        response.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, requests };
}

function eventText(event: { readonly type?: string }): string {
  const name = event.type === undefined ? "" : `event: ${event.type}\n`;
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}

const program = '(return {:answer (str "seven " data/word)})';

/** Each provider: the path of its requests, and the events of a text. */
const providers = {
  openai: {
    path: "/v1/chat/completions",
    base: "/v1",
    events: (content: string): readonly object[] => {
      const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "small" };
      const delta = { role: "assistant", content };
      return [
        { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
        { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
      ];
    },
  },
  anthropic: {
    path: "/v1/messages",
    base: "",
    events: (text: string): readonly object[] => [
      {
        type: "message_start",
        message: {
          id: "m",
          type: "message",
          role: "assistant",
          model: "small",
          content: [],
          stop_reason: null,
          usage: { input_tokens: 3, output_tokens: 0 },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: 2 },
      },
      { type: "message_stop" },
    ],
  },
} as const;

type ProviderName = keyof typeof providers;

/** A folder where the package of the provider is installed. */
function folderWith(provider: ProviderName): string {
  const folder = temporaryFolder();
  const path = join(folder, "node_modules/@ptc", provider);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(packages, "providers", provider), path, "dir");
  return folder;
}

const desk = defineAgent({
  prompt: "Answer with {{word}}.",
  signature: "(word :string) -> {answer :string}",
  maxTurns: 1,
});

/** Runs the agent. Returns the result as a client sees it, and everything that was logged. */
async function ranAgent(provider: ProviderName, { url }: ModelServer) {
  const text = JSON.stringify({
    agents: {
      desk: {
        agent: "./desk.ts",
        model: `${provider}:small`,
        apiKey: "env:DESK_KEY",
        baseUrl: `${url}${providers[provider].base}`,
      },
    },
  });
  const logged: string[] = [];
  const configuration = parseConfiguration(text, { folder: folderWith(provider) });
  expect(configuration.warnings).toEqual([]);
  const gateway = await openGateway(configuration, {
    env: { DESK_KEY: key },
    loadModule: () => Promise.resolve({ default: desk }),
    log: (line) => logged.push(line),
  });
  const client = await clientOf(gateway);
  const args = { agent: "desk", context: { word: "cats" } };
  const result = await client.callTool({ name: "run_agent", arguments: args });
  const seen = JSON.stringify([result, await client.listTools(), logged]);
  return { result: result.structuredContent, seen };
}

describe.each(["openai", "anthropic"] as const)("an agent with a model of %s", (provider) => {
  const { path, events } = providers[provider];

  test("runs over HTTP at its baseUrl, with a key by reference that no output shows", async () => {
    const server = await modelServer({ events: events(`\`\`\`clojure\n${program}\n\`\`\``) });
    const { result, seen } = await ranAgent(provider, server);
    expect(result).toEqual({ status: "ok", value: { answer: "seven cats" } });
    const [request, ...others] = server.requests;
    expect(others).toEqual([]);
    expect(request?.path).toBe(path);
    expect(request?.headers.authorization).toBe(`Bearer ${key}`);
    expect(request?.body).toContain("Answer with");
    expect(JSON.parse(request?.body ?? "")).toMatchObject({ model: "small" });
    for (const text of [seen, request?.body]) expect(text).not.toContain(key);
  });

  test("fails without its key if the server repeats it in an error", async () => {
    const message = `Incorrect API key provided: ${key}`;
    const error = { type: "error", error: { type: "authentication_error", message } };
    const { result, seen } = await ranAgent(provider, await modelServer({ error }));
    expect(result).toMatchObject({ status: "error" });
    expect(seen).toContain("Incorrect API key provided: ");
    expect(seen).not.toContain(key);
  });
});
