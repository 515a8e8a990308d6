// Shows the messages that were sent to a model, each with its role.

import { oneLine } from "@ptc/core/internal/errors";
import type { StepFilePart, StepMessage } from "../step/step-message.ts";
import { sizeText } from "../files/size-text.ts";
import { countText, numberText } from "./count-text.ts";
import type { Page } from "./page.ts";
import { note } from "./span.ts";
import { valueText } from "./shown-value.ts";

const mostMessages = 50;
const mostParts = 20;
const longestName = 60;

/** Writes the messages. Shows only the length of the system message, which has its own option. */
export function messageLines(page: Page, messages: readonly StepMessage[]): void {
  for (const message of messages.slice(0, mostMessages)) {
    const { role, content } = message;
    if (role === "system") {
      page.label("system", `${countText(content.length, "character")}; shown with prompt`);
      continue;
    }
    page.label(role);
    if (content !== "") page.inside.text(content);
    partLines(page.inside, message);
  }
  if (messages.length > mostMessages)
    page.line(note(`… ${countText(messages.length - mostMessages, "more message")}`));
}

/** Writes the parts of a message that are not text. */
function partLines(page: Page, { role, parts = [] }: StepMessage): void {
  let shown = 0;
  for (const part of parts) {
    if (shown === mostParts) {
      page.line(note(`… of ${countText(parts.length, "part")}`));
      return;
    }
    if (part.type === "file") page.line(note(fileText(part)));
    else if (part.type === "tool-call")
      page.line(
        note(
          page.short(
            `calls ${oneLine(part.toolName, longestName)} ${valueText(part.input, page.room)}`,
            page.room,
          ),
        ),
      );
    else if (role === "tool" && part.type === "tool-result")
      for (const file of (part.files ?? []).slice(0, mostParts)) page.line(note(fileText(file)));
    else continue;
    shown += 1;
  }
}

function fileText({ mediaType, filename, sizeBytes, data }: StepFilePart): string {
  const bytes = sizeBytes ?? (data instanceof Uint8Array ? data.length : undefined);
  return [
    `file ${oneLine(mediaType, longestName)}`,
    ...(filename === undefined ? [] : [oneLine(filename, longestName)]),
    ...(bytes === undefined
      ? []
      : [Number.isSafeInteger(bytes) ? sizeText(bytes) : numberText(bytes)]),
  ].join(", ");
}
