// Firewalled fields in texts of other formats, as the guide lists them. A tool returns the text,
// and a program shows it in several ways.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, run } from "../src/index.ts";

const guide = readFileSync(
  new URL("../../../docs/guides/firewalled-fields.md", import.meta.url),
  "utf8",
);

/** Returns the texts of the table after a mark in the guide. */
function textsAfter(mark: string): readonly (readonly [form: string, text: string])[] {
  const [, after = ""] = guide.split(`<!-- ${mark} -->`);
  const [table = ""] = after.split(/\n\n(?!\|)/).filter((part) => part.trim() !== "");
  return [...table.matchAll(/^\| (.+?) +\| `(.+)` +\|$/gm)].map(([, form = "", text = ""]) => [
    form,
    text.replaceAll("\\n", "\n"),
  ]);
}

const programs = [
  "(println (tool/text))",
  "(tool/text)",
  "(prn {:text (tool/text)})",
  '(println (str "The text: " (json/generate-string [(tool/text)])))',
  "(throw (ex-info (tool/text) {:text (tool/text)}))",
  "(def t (tool/text)) (println t)",
];

async function shownFor(text: string): Promise<string> {
  const llm = createScriptedModel([...programs, "(return 1)"]);
  const agent = defineAgent({
    prompt: "Do it: {{text}}",
    maxTurns: programs.length + 1,
    tools: { text: () => text },
  });
  await run(agent, { llm, context: { text } });
  return JSON.stringify(llm.requests.map(({ messages }) => messages));
}

describe("a field in a text of another format", () => {
  test.each(textsAfter("recognized"))("is hidden: %s", async (_, text) => {
    const shown = await shownFor(text);
    expect(shown).toContain("<Firewalled>");
    expect([...shown.matchAll(/.{0,90}4711-22.{0,20}/g)].map(String)).toEqual([]);
  });

  test.each(textsAfter("unrecognized"))("is shown: %s", async (_, text) => {
    expect(await shownFor(text)).toContain("4711-22");
  });

  test("is listed in the guide", () => {
    expect(textsAfter("recognized").length).toBeGreaterThan(15);
    expect(textsAfter("unrecognized").length).toBeGreaterThan(8);
  });
});
