// Converts the messages of a conversation for the API: system texts are separate, tool results are
// user parts, and the roles alternate.

import { createPartFromFunctionResponse, type Content, type Part } from "@google/genai";
import type {
  AssistantMessage,
  ModelMessage,
  ProviderData,
  ToolMessage,
  UserMessage,
} from "@ptc/llm";
import { argumentsObject } from "@ptc/llm/adapter";
import { filePart, resultFile } from "./file-part.ts";

export function contentsOf(messages: readonly ModelMessage[]): Content[] {
  const contents: { readonly role: "user" | "model"; readonly parts: Part[] }[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const parts = partsOf(message);
    if (parts.length === 0) continue;
    const role = message.role === "assistant" ? "model" : "user";
    const last = contents.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts: [...parts] });
  }
  return contents;
}

function partsOf(message: Exclude<ModelMessage, { role: "system" }>): readonly Part[] {
  switch (message.role) {
    case "user":
      return userParts(message);
    case "assistant":
      return assistantParts(message);
    case "tool":
      return resultParts(message);
  }
}

function userParts({ content }: UserMessage): readonly Part[] {
  if (typeof content === "string") return textParts(content);
  return content.flatMap((part) =>
    part.type === "file" ? [filePart(part)] : textParts(part.text),
  );
}

function assistantParts({ content }: AssistantMessage): readonly Part[] {
  if (typeof content === "string") return textParts(content);
  return content.flatMap((part): readonly Part[] => {
    const signature = signatureOf(part.providerData);
    if (part.type === "tool-call") {
      const { toolCallId: id, toolName: name, input } = part;
      return [{ functionCall: { id, name, args: argumentsObject(input) }, ...signature }];
    }
    // Thoughts are for the user; the model only needs their signature back.
    if (part.type === "thinking")
      return "thoughtSignature" in signature
        ? [{ text: part.text, thought: true, ...signature }]
        : [];
    return "thoughtSignature" in signature
      ? [{ text: part.text, ...signature }]
      : textParts(part.text);
  });
}

/** Omits signatures of other providers' models. */
function signatureOf(providerData: ProviderData | undefined): Pick<Part, "thoughtSignature"> {
  const signature = providerData?.["google"]?.["thoughtSignature"];
  return typeof signature === "string" && signature !== "" ? { thoughtSignature: signature } : {};
}

function resultParts({ content }: ToolMessage): readonly Part[] {
  return content.map(({ toolCallId, toolName, output, files = [], isError }) =>
    createPartFromFunctionResponse(
      toolCallId,
      toolName,
      { [isError === true ? "error" : "output"]: output ?? null },
      files.map(resultFile),
    ),
  );
}

function textParts(text: string): readonly Part[] {
  return text === "" ? [] : [{ text }];
}
