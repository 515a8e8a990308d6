// Runs the recorded triage. Compares the model's judgement of each text with the truth, and the
// answer with a plain computation.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createRecordedModel, parseRecording } from "@ptc/llm";
import { run, type MissionStep } from "@ptc/subagent";
import { ticketDay } from "../src/tickets.ts";
import { ticketTriage } from "../src/triage.ts";

interface Judgement {
  readonly category: string;
  readonly urgent: boolean;
}

const { tickets, truths } = ticketDay(1);

async function triage(): Promise<MissionStep> {
  const parsed = parseRecording(
    readFileSync(join(import.meta.dirname, "../recording.json"), "utf8"),
  );
  if (!parsed.ok) throw new Error(parsed.message);
  const { agent, context } = ticketTriage(tickets);
  return run(agent, {
    llm: createRecordedModel(parsed.recording),
    collectMessages: true,
    context: (await context?.()) ?? {},
  });
}

describe("the recorded triage", () => {
  let step: MissionStep;
  let judgements: readonly Judgement[];
  beforeAll(async () => {
    step = await triage();
    judgements = (step.childSteps ?? []).map(({ step: asked }) =>
      asked.ok ? (asked.return as Judgement) : { category: asked.fail.message, urgent: false },
    );
  });

  test("the triage counts the model's judgements of each text", () => {
    const rows = tickets.map(({ id }, index) => ({ id, ...judgements[index] }));
    const categories = ["billing", "outage", "account", "other"].map((category) => {
      const urgent = rows.filter((row) => row.category === category && row.urgent === true);
      return {
        category,
        count: rows.filter((row) => row.category === category).length,
        urgent: urgent.length,
        urgent_ids: urgent.map(({ id }) => id),
      };
    });
    expect(step.ok ? step.return : step.fail).toEqual(categories);
    expect(categories.map(({ count, urgent }) => [count, urgent])).toEqual([
      [81, 14],
      [37, 22],
      [37, 11],
      [45, 1],
    ]);
  });

  test("the triage finds every category as generated, and 192 of 200 urgencies", () => {
    const agreeing = (name: keyof Judgement) =>
      truths.filter((truth, index) => truth[name] === judgements[index]?.[name]).length;
    expect([agreeing("category"), agreeing("urgent")]).toEqual([200, 192]);
  });

  test("the triage asks once for each text within its bound, and shows a model only that text", () => {
    expect(step.usage).toMatchObject({ llmRequests: 202, children: { llmRequests: 200 } });
    const childPrompts = (step.childSteps ?? []).map(
      ({ step: asked }) => asked.messages?.[1]?.content,
    );
    const texts = childPrompts.map((prompt) => prompt?.split("The ticket: ")[1]);
    expect(texts).toEqual(tickets.map(({ text }) => text));
  });

  test("the triage shows the model that writes the programs at most three texts", () => {
    const conversation = (step.messages ?? []).map(({ content }) => content).join("\n");
    expect(tickets.filter(({ text }) => conversation.includes(text)).length).toBeLessThanOrEqual(3);
  });
});
