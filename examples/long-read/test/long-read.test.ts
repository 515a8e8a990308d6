// Runs the recorded reading of the log, and compares it with the debts from which the log was made.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createRecordedModel, parseRecording, type ModelRequest } from "@ptc/llm";
import { run, type MissionStep } from "@ptc/subagent";
import { balances } from "../src/balances.ts";
import { longRead } from "../src/long-read.ts";
import { shipLog, type Fact } from "../src/ship-log.ts";

const log = shipLog(18);

/** Runs the recording, and returns the step and the length of each request. */
async function read(text: string) {
  const parsed = parseRecording(
    readFileSync(join(import.meta.dirname, "../recording.json"), "utf8"),
  );
  if (!parsed.ok) throw new Error(parsed.message);
  const model = createRecordedModel(parsed.recording);
  const { provider, modelId, capabilities } = model;
  const lengths: number[] = [];
  const { agent, context } = longRead(text);
  const step = await run(agent, {
    // Omits the stream, so that every request passes through here.
    llm: {
      contractVersion: 1,
      provider,
      modelId,
      capabilities,
      generate: (request: ModelRequest) => {
        lengths.push(JSON.stringify(request).length);
        return model.generate(request);
      },
    },
    context: (await context?.()) ?? {},
  });
  return { step, lengths };
}

/** Returns the missions at a level below a mission, in order. */
function missionsBelow(step: MissionStep, level: number): readonly MissionStep[] {
  return level === 0
    ? [step]
    : (step.childSteps ?? []).flatMap(({ step: child }) => missionsBelow(child, level - 1));
}

/** Returns the parts of the text passed to the tool `part` at some level. */
function partsGiven(step: MissionStep, level: number): readonly string[] {
  return missionsBelow(step, level).flatMap(({ toolCalls }) =>
    toolCalls.filter(({ name }) => name === "part").map(({ args }) => String(args["text"])),
  );
}

function factsOf(step: MissionStep): readonly Fact[] {
  return step.ok ? (step.return as readonly Fact[]) : [];
}

describe("the recorded reading", () => {
  let step: MissionStep;
  let lengths: readonly number[];
  beforeAll(async () => {
    ({ step, lengths } = await read(log.text));
  });

  test("the reading finds every debt in a million characters, and computes the balances", () => {
    expect(log.text.length).toBeGreaterThan(1_000_000);
    expect(log.facts.length).toBeGreaterThan(200);
    expect(step.ok ? step.return : step.fail).toEqual(balances(log.facts));
    expect(missionsBelow(step, 1).map(factsOf)).toEqual([log.facts]);
  });

  test("the reading recurs until a part is short, in concurrent missions", () => {
    const counts = [1, 2, 3, 4].map((level) => missionsBelow(step, level).length);
    expect(counts).toEqual([1, 3, 9, 17]);
    const [shortest, longest] = [Math.min, Math.max].map((bound) =>
      bound(...partsGiven(step, 2).map((text) => text.length)),
    );
    expect(shortest).toBeGreaterThan(100_000);
    expect(longest).toBeLessThan(150_000);
    expect(step.usage).toMatchObject({ llmRequests: 32, children: { llmRequests: 30 } });
  });

  test("the reading sends no model more than a fiftieth of the text", () => {
    expect(Math.max(...lengths)).toBeLessThan(20_000);
    expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(250_000);
  });

  test("the reading lists entries in overlaps of parts once, and loses none at a cut", () => {
    const found = missionsBelow(step, 3).flatMap(factsOf);
    const twice = found.filter(({ entry }, place) =>
      found.slice(0, place).some((earlier) => earlier.entry === entry),
    );
    expect(twice.map(({ entry }) => entry)).toEqual([4038]);
    // This part ends within a sum: "twenty", and "crowns" is in the next part.
    const ends = partsGiven(step, 2).map((text) => text.slice(text.lastIndexOf("\nNo. ") + 1));
    const cut = ends.find((end) => end.startsWith("No. 3543."));
    expect(cut).toMatch(/Oona lets Marta off twenty\n$/);
    expect(found.filter(({ entry }) => entry === 3543)).toEqual([
      { entry: 3543, debtor: "Marta", creditor: "Oona", crowns: -20 },
    ]);
  });
});
