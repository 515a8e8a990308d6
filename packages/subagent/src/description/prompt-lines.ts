// Shows the system message, or one of its sections: `## Tools` begins the section "Tools".

import { oneLine } from "@ptc/core/internal/errors";
import type { MissionStep } from "../step/step.ts";
import { countText } from "./count-text.ts";
import type { Page } from "./page.ts";
import { messagesNotStored } from "./messages-not-stored.ts";
import { note } from "./span.ts";
import { systemMessage } from "./turn-messages.ts";

const title = /^## +(\S.*)/;
const mostNamed = 20;
const longestName = 60;

export function promptLines(page: Page, step: MissionStep, prompt: boolean | string): void {
  if (prompt === false) return;
  const text = systemMessage(step);
  page.heading("System message");
  const inside = page.inside;
  if (text === undefined) {
    inside.flow("note", messagesNotStored);
    return;
  }
  if (prompt === true) {
    inside.text(text);
    return;
  }
  const sections = sectionsOf(text);
  const found = sections.get(prompt.toLowerCase());
  if (found === undefined) {
    const names = [...sections.keys()]
      .slice(0, mostNamed)
      .map((name) => oneLine(name, longestName));
    inside.line(
      note(
        `no section ${JSON.stringify(oneLine(prompt, longestName))} in its ${countText(text.length, "character")}; there are:`,
      ),
    );
    inside.inside.text(names.join(", "));
  } else inside.text(found);
}

/**
 * Returns the sections by their names in lower case. Text before the first title is the
 * "introduction".
 */
function sectionsOf(text: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  let name = "introduction";
  let lines: string[] = [];
  const end = (): void => {
    if (lines.length > 0 && !sections.has(name)) sections.set(name, lines.join("\n"));
  };
  for (const line of text.split("\n")) {
    const named = title.exec(line)?.[1]?.trimEnd();
    if (named !== undefined) {
      end();
      name = named.toLowerCase();
      lines = [];
    }
    lines.push(line);
  }
  end();
  return sections;
}
