// Asks one model of an endless server, and prints the peak memory of this process in MB:
//
//   endless-client.ts openai http://127.0.0.1:1234

import { readFileSync } from "node:fs";
import { anthropic } from "@ptc/anthropic";
import { google } from "@ptc/google";
import { collectStream, type LanguageModel } from "@ptc/llm";
import { ollama } from "@ptc/ollama";
import { openai } from "@ptc/openai";

const [, , provider = "", baseUrl = ""] = process.argv;

const options = { apiKey: "sk-key-1234567", baseUrl, timeoutMs: 60_000 };
const models: Readonly<Record<string, LanguageModel>> = {
  anthropic: anthropic("m", options),
  google: google("m", options),
  ollama: ollama("m", options),
  openai: openai("m", options),
};
const events = models[provider]?.stream?.({ messages: [{ role: "user", content: "Hello." }] });
if (events === undefined) throw new Error(`no model of ${provider}`);

let message = "the request succeeded";
await collectStream(events).catch((error: unknown) => {
  message = String(error);
});
const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
console.log(JSON.stringify({ message, peakMB: Math.round(Number(kilobytes) / 1024) }));
