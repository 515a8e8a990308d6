// What is known of OpenAI's models by their names. Models of unknown names are taken to do
// everything; `capabilities` says otherwise.
//
// Source: https://developers.openai.com/api/docs/guides/reasoning and the errors of the API:
// models that reason refuse `temperature`, `top_p` and `stop`, the others refuse `reasoning`.

import type { ModelCapabilities } from "@ptc/llm";

/** `unknown`: nothing is held back. */
export type ModelFamily = "reasoning" | "plain" | "unknown";

export function familyOf(modelId: string): ModelFamily {
  const name = baseName(modelId);
  if (/^(?:gpt-3|gpt-4|chatgpt-|gpt-\d+-chat)/.test(name)) return "plain";
  return /^o\d/.test(name) || /^gpt-\d+(?:\.\d+)?(?:-|$)/.test(name) ? "reasoning" : "unknown";
}

/** From `gpt-5.1` on, models that are told not to reason take `temperature` and `top_p`. */
export function samplesWithoutReasoning(modelId: string): boolean {
  const [, major, minor] = /^gpt-(\d+)(?:\.(\d+))?/.exec(baseName(modelId)) ?? [];
  return Number(major) > 5 || (Number(major) === 5 && Number(minor ?? 0) >= 1);
}

/** Models that were tuned are named after their base; routers put the vendor first. */
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
    // Chat Completions fetches images only.
    // Results of Chat Completions are texts.
    ...(api === "responses" ? { resultFiles: documents } : {}),
    fileUrls: api === "responses" ? documents : images,
  };
}
