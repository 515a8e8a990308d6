// Converts the conversation of a step for the next request. A step may come from an untrusted file,
// so conversations that providers would refuse are refused here.

import { OptionError } from "@ptc/core/errors";
import type { FilePart, ModelMessage, ToolResultPart } from "@ptc/llm";
import { presentFields } from "@ptc/llm/adapter";
import type { StepFilePart, StepMessage } from "../step/step-message.ts";

/**
 * Returns the messages without the system prompt, which the next mission writes itself.
 * @throws OptionError naming `option` and the message
 */
export function modelMessages(
  messages: readonly StepMessage[],
  option: string,
): readonly ModelMessage[] {
  const said = messages.filter(({ role }) => role !== "system");
  said.forEach((message, index) => {
    const wrong = problemOf(message, said[index - 1]);
    if (wrong !== undefined)
      throw new OptionError(`${option}[${String(index + messages.length - said.length)}]`, wrong);
  });
  const last = said.at(-1);
  if (last === undefined || last.role === "user" || callsOf(last).length > 0)
    throw new OptionError(option, "ends before the model's response, so it can't be continued");
  return said.map(modelMessage);
}

/** Returns why a message may not follow `before`, or `undefined` if it may. */
function problemOf(message: StepMessage, before: StepMessage | undefined): string | undefined {
  const { role } = message;
  if (before === undefined) return role === "user" ? undefined : "expected a user message first";
  const open = callsOf(before);
  if (role !== "tool") {
    if (open.length > 0) return "expected the results of the calls in the previous message";
    return role === before.role ? `expected no second ${role} message` : undefined;
  }
  const results = new Set(message.parts.map(({ toolCallId }) => toolCallId));
  return open.length > 0 && open.length === results.size && open.every((id) => results.has(id))
    ? undefined
    : "expected one result for each call in the previous message";
}

function callsOf(message: StepMessage): readonly string[] {
  if (message.role !== "assistant") return [];
  return (message.parts ?? []).flatMap((part) =>
    part.type === "tool-call" ? [part.toolCallId] : [],
  );
}

function modelMessage({ content, ...message }: StepMessage): ModelMessage {
  const options =
    message.providerOptions === undefined ? {} : { providerOptions: message.providerOptions };
  switch (message.role) {
    case "system":
      return { role: "system", content: message.parts ?? content, ...options };
    case "assistant":
      return { role: "assistant", content: message.parts ?? content, ...options };
    case "user":
      return {
        role: "user",
        content:
          message.parts?.map((part) => (part.type === "file" ? filePart(part) : part)) ?? content,
        ...options,
      };
    case "tool":
      return {
        role: "tool",
        content: message.parts.map(({ files, ...result }): ToolResultPart =>
          files === undefined ? result : { ...result, files: files.map(filePart) },
        ),
        ...options,
      };
  }
}

/** Converts a file. A file whose bytes were not stored is sent empty. */
function filePart({ type, mediaType, filename, digest, data, url }: StepFilePart): FilePart {
  const named = { type, mediaType, ...presentFields({ filename, digest }) };
  return url === undefined ? { ...named, data: data ?? new Uint8Array() } : { ...named, url };
}
