// The rows of the table of modes agree with each other and with the code of the modes.
import { describe, expect, test } from "vitest";
import { defineAgent, previewPrompt } from "../src/index.ts";
import { modeNames, traitsOf } from "../src/mode-traits/mode-table.ts";
import { modeOf } from "../src/modes/mode-of.ts";

describe.each(modeNames)("the mode %s", (mode) => {
  const traits = traitsOf({ mode });
  const agent = defineAgent({
    prompt: "Go.",
    mode,
    tools: { look: { description: "Looks.", execute: () => 1 } },
  });

  test("lets programs call tools only if the model writes programs", () => {
    const canProgramsCall = traits.callers !== "native";
    expect(canProgramsCall && traits.programsIn === "nowhere").toBe(false);
  });

  test("exposes tools by default to a layer that can call tools", () => {
    expect(agent.warnings).toEqual([]);
  });

  test("is completed by programs only if the model writes programs", () => {
    expect(traits.answerer === "program" && traits.programsIn === "nowhere").toBe(false);
  });

  test("needs a model with tool calls if the model calls anything itself", () => {
    const isCalling = traits.callers !== "program" || traits.programsIn === "calls";
    expect(modeOf(agent).needs.toolCalls ?? false).toBe(isCalling);
  });

  test("offers native tools exactly if the model calls anything itself", () => {
    const preview = previewPrompt(agent);
    const isCalling = traits.callers !== "program" || traits.programsIn === "calls";
    expect(preview).toMatchObject({ ok: true });
    expect(preview.ok && preview.tools !== undefined).toBe(isCalling);
  });
});
