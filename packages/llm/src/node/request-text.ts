// The files of a request to a person: JSON with all fields, and a text with the parts to read.

import { contentText } from "../kit/content-text.ts";
import type { ModelMessage } from "../contract/message.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import { exactJsonText, stringifiable } from "../kit/json-text.ts";
import { resultText } from "../kit/request-parts.ts";

/** Returns the request as JSON, without the signal and the headers, and with files in base64. */
export function requestJson(request: ModelRequest): string {
  const text = JSON.stringify(
    { ...request, signal: undefined, headers: undefined },
    (_, value: unknown) =>
      value instanceof Uint8Array
        ? Buffer.from(value).toString("base64")
        : typeof value === "bigint"
          ? stringifiable(value)
          : value,
    2,
  );
  return `${text}\n`;
}

/** Returns the messages and tools of a request as text, and how to answer. */
export function readableRequest({ messages, tools = [] }: ModelRequest, answer: string): string {
  const listed = tools.map(
    ({ name, description = "", inputSchema }) =>
      `${name}: ${description}\narguments: ${JSON.stringify(inputSchema)}`,
  );
  const parts = [
    ...messages.map((message) => `=== ${message.role}\n${readableContent(message)}`),
    ...(listed.length === 0 ? [] : [`=== tools that you can call\n${listed.join("\n\n")}`]),
    `=== how to answer\nWrite your reply, and nothing else, to ${answer}.txt.${
      listed.length === 0
        ? ""
        : ` To call tools instead, write {"calls": [{"tool": "name", "arguments": {}}]} to ${answer}.json; several calls are made together.`
    }`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function readableContent(message: ModelMessage): string {
  if (message.role === "tool")
    return message.content
      .map((part) => `result of ${part.toolName}: ${resultText(part)}`)
      .join("\n");
  const { content } = message;
  const calls =
    message.role === "assistant" && typeof message.content !== "string"
      ? message.content.flatMap((part) =>
          part.type === "tool-call"
            ? [`call of ${part.toolName}: ${exactJsonText(part.input ?? null)}`]
            : [],
        )
      : [];
  return [contentText(content), ...calls].filter((text) => text !== "").join("\n");
}
