// Runs the recorded research, and compares its answer with the facts behind the notes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createRecordedModel, parseRecording } from "@ptc/llm";
import { run, type MissionStep } from "@ptc/subagent";
import { corpusOf, suppliers } from "../src/notes.ts";
import { researchDesk } from "../src/research-desk.ts";

const corpus = corpusOf(1);

async function research(): Promise<MissionStep> {
  const parsed = parseRecording(
    readFileSync(join(import.meta.dirname, "../recording.json"), "utf8"),
  );
  if (!parsed.ok) throw new Error(parsed.message);
  const { agent, context } = researchDesk(corpus);
  return run(agent, {
    llm: createRecordedModel(parsed.recording),
    collectMessages: true,
    context: (await context?.()) ?? {},
    price: ({ inputTokens, outputTokens }) => inputTokens + 5 * outputTokens,
  });
}

/** Returns the messages of a mission, both to and from the model. */
function messagesOf(step: MissionStep | undefined): string {
  return (step?.messages ?? []).map(({ content }) => content).join("\n");
}

/** Returns the lines of notes that a text contains. */
function notesIn(text: string): readonly string[] {
  return corpus.notes
    .flatMap((note) => note.text.split("\n"))
    .filter((line) => line.length > 20 && text.includes(line));
}

describe("the recorded research", () => {
  let step: MissionStep;
  /** The direct child missions. */
  let below: readonly { readonly tool: string; readonly step: MissionStep }[];
  beforeAll(async () => {
    step = await research();
    below = step.childSteps ?? [];
  });

  test("the research returns the totals of the notes, and the suppliers without notes", () => {
    const rows = suppliers.map((supplier) => {
      const slips = corpus.slips.get(supplier) ?? [];
      const delivered = slips.reduce((sum, slip) => sum + slip.delivered, 0);
      const returned = slips.reduce((sum, slip) => sum + slip.returned, 0);
      const percent = Math.round((1000 * returned) / delivered) / 10;
      return { supplier, slips: slips.length, delivered, returned, percent };
    });
    expect(rows.map(({ percent }) => percent)).toEqual([4.7, 10, 4.5]);
    expect(step.ok ? step.return : step.fail).toEqual({
      suppliers: rows,
      least: "Cobalt Marine",
      unanswered: [
        {
          supplier: "Dunlin Supply",
          why: "the mission failed: no_notes: no note names Dunlin Supply",
        },
      ],
    });
  });

  test("the research runs agents on two levels with a judge below them, and one agent that fails alone", () => {
    expect(below.map(({ tool, step: { ok } }) => [tool, ok])).toEqual([
      ["find", true],
      ["check", true],
      ["find", true],
      ["check", true],
      ["find", true],
      ["check", true],
      ["find", false],
    ]);
    expect(below.at(-1)?.step).toMatchObject({ fail: { reason: "no_notes" } });
    const judges = below.map(({ step: { childSteps = [] } }) => childSteps.length);
    expect(judges).toEqual([0, 6, 0, 6, 0, 6, 0]);
  });

  test("the research counts the usage of all missions on one budget", () => {
    expect(step.usage).toMatchObject({
      llmRequests: 34,
      children: { llmRequests: 32, turns: 14, toolCalls: 43 },
    });
    const { cost = 0, children } = step.usage ?? {};
    const costBelow = below.reduce((sum, { step: { usage } }) => sum + (usage?.cost ?? 0), 0);
    expect(children?.cost).toBe(costBelow);
    expect(cost - costBelow).toBeGreaterThan(0);
    expect(cost - costBelow).toBeLessThan(cost / 4);
  });

  test("the research shows the leading model no note, and shows all notes to the agents that need them", () => {
    expect(notesIn(messagesOf(step))).toEqual([]);
    expect(notesIn(messagesOf(below[0]?.step)).length).toBeGreaterThan(5);
    const [judge] = below[1]?.step.childSteps ?? [];
    expect(notesIn(messagesOf(judge?.step)).length).toBe(1);
  });
});
