// Derives the capabilities of OpenAI's models from their names. Unknown models are assumed to
// support everything; users can set `capabilities`.
//
// Source: https://developers.openai.com/api/docs/guides/reasoning and the errors of the API:
// reasoning models refuse `temperature`, `top_p` and `stop`, the others refuse `reasoning`.

import type { ModelCapabilities } from "@ptc/llm";

/** `unknown`: all options are sent. */
export type ModelFamily = "reasoning" | "plain" | "unknown";

export function familyOf(modelId: string): ModelFamily {
  const name = baseName(modelId);
  if (/^(?:gpt-3|gpt-4|chatgpt-|gpt-\d+-chat)/.test(name)) return "plain";
  return /^o\d/.test(name) || /^gpt-\d+(?:\.\d+)?(?:-|$)/.test(name) ? "reasoning" : "unknown";
}

/** True from `gpt-5.1` on: without reasoning, these models accept `temperature` and `top_p`. */
export function samplesWithoutReasoning(modelId: string): boolean {
  const [, major, minor] = /^gpt-(\d+)(?:\.(\d+))?/.exec(baseName(modelId)) ?? [];
  return Number(major) > 5 || (Number(major) === 5 && Number(minor ?? 0) >= 1);
}

/** Returns the base of a fine-tuned model, without the vendor that routers put first. */
function baseName(modelId: string): string {
  return modelId.replace(/^(?:ft:|openai\/)/, "");
}

const images = ["image/png", "image/jpeg", "image/webp", "image/gif"];
const documents = [...images, "application/pdf"];

export function capabilitiesOf(modelId: string, api: "responses" | "chat"): ModelCapabilities {
  return {
    streaming: true,
    toolCalls: true,
    structuredOutput: "schema",
    thinking: familyOf(modelId) !== "plain",
    files: documents,
    // Chat Completions fetches only images, and its tool results are text.
    ...(api === "responses" ? { resultFiles: documents } : {}),
    fileUrls: api === "responses" ? documents : images,
  };
}
