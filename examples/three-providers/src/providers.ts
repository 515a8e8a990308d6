// Three providers, each with its documented wire format.

import { anthropic } from "@ptc/anthropic";
import { ollama } from "@ptc/ollama";
import { openai } from "@ptc/openai";
import { serverSent, type Provider } from "./provider.ts";

const key = "a key that no server of this example looks at";

const claude: Provider = {
  model: (baseUrl) => anthropic("claude-sonnet-5", { apiKey: key, baseUrl }),
  contentType: "text/event-stream",
  events: (name, input) =>
    [
      {
        type: "message_start",
        message: { model: "claude-sonnet-5", usage: { input_tokens: 900, output_tokens: 1 } },
      },
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "toolu_1", name, input: {} },
      },
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
      },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "tool_use" },
        usage: { output_tokens: 60 },
      },
      { type: "message_stop" },
    ].map(serverSent),
};

const gpt: Provider = {
  model: (baseUrl) =>
    openai("gpt-5.1", { apiKey: key, baseUrl: `${baseUrl}/v1`, api: "responses" }),
  contentType: "text/event-stream",
  events: (name, input) => {
    const begun = { type: "function_call", id: "fc_1", call_id: "call_1", name, arguments: "" };
    const call = { ...begun, arguments: JSON.stringify(input) };
    return [
      { type: "response.created", response: { id: "resp_1", model: "gpt-5.1" } },
      { type: "response.output_item.added", output_index: 0, item: begun },
      {
        type: "response.function_call_arguments.delta",
        output_index: 0,
        delta: call.arguments,
      },
      { type: "response.output_item.done", output_index: 0, item: call },
      {
        type: "response.completed",
        response: {
          id: "resp_1",
          model: "gpt-5.1",
          status: "completed",
          output: [call],
          usage: { input_tokens: 900, output_tokens: 60 },
        },
      },
    ].map(serverSent);
  },
};

const qwen: Provider = {
  model: (baseUrl) => ollama("qwen3", { baseUrl }),
  contentType: "application/x-ndjson",
  events: (name, input) => {
    const message = { role: "assistant", content: "" };
    return [
      { message: { ...message, tool_calls: [{ function: { name, arguments: input } }] } },
      { message, done: true, done_reason: "stop", prompt_eval_count: 900, eval_count: 60 },
    ].map((line) => `${JSON.stringify({ model: "qwen3", ...line })}\n`);
  },
};

export const providers = { anthropic: claude, openai: gpt, ollama: qwen } as const;
