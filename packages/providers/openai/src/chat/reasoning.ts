// Reads and returns thinking in the formats of compatible servers. OpenAI's own server doesn't send
// thinking in Chat Completions.
//
// vLLM, llama.cpp and DeepSeek use `reasoning_content`; later vLLM, Ollama and OpenRouter use
// `reasoning`. OpenRouter adds `reasoning_details` with signatures, and requires them back
// unchanged: https://openrouter.ai/docs/guides/best-practices/reasoning-tokens
// Mistral sends parts of the content, and its models expect them back:
// https://github.com/mistralai/client-ts/blob/main/examples/src/reasoning_multi_turn.ts

import type { ResponsePart, ThinkingPart } from "@ptc/llm";
import { dataFor } from "../api.ts";
import { isObject, textOrAbsent, type UncheckedObject } from "@ptc/llm/adapter";

const fieldNames = ["reasoning_content", "reasoning"] as const;
type FieldName = (typeof fieldNames)[number];

/** Returns the thinking text of a message or a delta, and its field. */
export function reasoningIn(
  delta: UncheckedObject,
): { readonly text: string; readonly field: FieldName } | undefined {
  for (const field of fieldNames) {
    const text = textOrAbsent(delta[field]);
    if (text !== undefined) return { text, field };
  }
  return undefined;
}

/** Joins `reasoning_details` that arrive in pieces. */
export class ReasoningDetails {
  /** Maps instead of objects, because the server may use any field name. */
  private readonly details: Map<string, unknown>[] = [];

  add(given: unknown): void {
    if (!Array.isArray(given)) return;
    for (const detail of given) {
      if (!isObject(detail)) continue;
      const last = this.details.at(-1);
      if (last !== undefined && isSame(last, detail)) extend(last, detail);
      else this.details.push(new Map(Object.entries(detail)));
    }
  }

  get list(): readonly UncheckedObject[] {
    return this.details.map((detail) => Object.fromEntries(detail));
  }
}

function isSame(last: ReadonlyMap<string, unknown>, next: UncheckedObject): boolean {
  return (
    next["index"] !== undefined &&
    last.get("index") === next["index"] &&
    last.get("type") === next["type"] &&
    (next["id"] ?? last.get("id")) === last.get("id")
  );
}

const growing: ReadonlySet<string> = new Set(["text", "summary", "data"]);

/** Texts are appended; other values are replaced by later ones. */
function extend(last: Map<string, unknown>, next: UncheckedObject): void {
  for (const [name, value] of Object.entries(next)) {
    if (value === null || value === undefined) continue;
    const before = last.get(name);
    const grows = growing.has(name) && typeof before === "string" && typeof value === "string";
    last.set(name, grows ? before + value : value);
  }
}

/** True for thinking that the server sent as a part of the content. */
export function isThinkingContent(part: ResponsePart, server: string): part is ThinkingPart {
  return (
    part.type === "thinking" &&
    part.text !== "" &&
    dataFor(server, part.providerData)["field"] === contentField
  );
}

/** The field of thinking that is a part of the content. */
export const contentField = "content";

/** Returns the fields of an assistant message that send thinking back to its server. */
export function returnedReasoning(parts: readonly ThinkingPart[], server: string): UncheckedObject {
  const texts = new Map<FieldName, string>();
  const details: unknown[] = [];
  for (const { text, providerData } of parts) {
    const own = dataFor(server, providerData);
    const field = fieldNames.find((name) => name === own["field"]);
    if (field !== undefined && text !== "") texts.set(field, (texts.get(field) ?? "") + text);
    const { details: given } = own;
    if (Array.isArray(given)) details.push(...(given as readonly unknown[]));
  }
  return {
    ...Object.fromEntries(texts),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
  };
}
