// Tests agents of a configuration: their models by name, with credentials by reference.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineAgent } from "@ptc/subagent";
import { describe, expect, onTestFinished, test } from "vitest";
import { openGateway, parseConfiguration, type Gateway } from "../../src/index.ts";
import { clientOf } from "../opened.ts";
import { temporaryFolder } from "./served.ts";

const key = "a-key-of-the-test-0123456789";

/** A package of a provider whose model answers with its own options. */
const provider = `export const openai = (model, { apiKey, baseUrl }) => async () =>
  \`(return \${JSON.stringify([model, String(apiKey === "${key}"), String(baseUrl)].join(" "))})\`;\n`;

/** Returns a folder with the package of a provider, as a user has installed it. */
function folderWithProvider(): string {
  const folder = temporaryFolder();
  const path = join(folder, "node_modules/@ptc/openai");
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "package.json"), '{ "type": "module", "main": "index.js" }');
  writeFileSync(join(path, "index.js"), provider);
  return folder;
}

const desk = defineAgent({ prompt: "Answer.", signature: "() -> :string" });

async function gatewayWith(
  agent: object,
  env: Readonly<Record<string, string>> = {},
  exported: object = desk,
): Promise<Gateway> {
  const text = JSON.stringify({ agents: { desk: agent } });
  const configuration = parseConfiguration(text, { folder: folderWithProvider() });
  const loadModule = () => Promise.resolve({ default: exported });
  const gateway = await openGateway(configuration, { env, loadModule });
  onTestFinished(() => gateway.close());
  return gateway;
}

async function answerOf(gateway: Gateway): Promise<unknown> {
  const client = await clientOf(gateway);
  const call = { name: "run_agent", arguments: { agent: "desk" } };
  return (await client.callTool(call)).structuredContent;
}

describe("an agent", () => {
  test("calls the model that the configuration names, with a key by reference", async () => {
    const baseUrl = "https://models.example/v1";
    const gateway = await gatewayWith(
      { agent: "./desk.ts", model: "openai:gpt-5", apiKey: "env:DESK_KEY", baseUrl },
      { DESK_KEY: key, OPENAI_API_KEY: "another" },
    );
    expect(await answerOf(gateway)).toEqual({ status: "ok", value: `gpt-5 true ${baseUrl}` });
    expect(gateway.hideSecrets(`the key ${key}`)).toBe("the key [secret]");
  });

  test("uses the provider's variable without a reference, and its own name of a model", async () => {
    const own = defineAgent({ prompt: "Answer.", signature: "() -> :string", llm: "openai:mini" });
    const gateway = await gatewayWith({ agent: "./desk.ts" }, { OPENAI_API_KEY: key }, own);
    expect(await answerOf(gateway)).toEqual({ status: "ok", value: "mini true undefined" });
    expect(gateway.hideSecrets(key)).toBe("[secret]");
  });

  test("shows its description to clients", async () => {
    const agent = { agent: "./desk.ts", model: "openai:mini", description: "Knows the orders." };
    const client = await clientOf(await gatewayWith(agent, { OPENAI_API_KEY: key }));
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "run_agent")?.description).toContain(
      "- desk: Knows the orders. () -> :string",
    );
  });

  test.each([
    [{}, /agents\.desk: the agent has no llm: name its model/],
    [{ model: "openai:x" }, /agents\.desk: .*@ptc\/openai needs a key \(set OPENAI_API_KEY\)/],
    [{ model: "openai:x", apiKey: "env:K" }, /apiKey: the environment variable K is not set/],
    [{ model: "ollama:x", apiKey: "env:HOME" }, /apiKey: @ptc\/ollama takes no key: remove it/],
    [{ model: "acme:x" }, /unknown provider "acme" \(use anthropic, openai, google, ollama\)/],
  ])("without a usable model is refused at the start: %j", async (fields, message) => {
    await expect(gatewayWith({ agent: "./desk.ts", ...fields })).rejects.toThrow(message);
  });
});
