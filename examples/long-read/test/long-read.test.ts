// Runs the recorded reading of the log, and compares it with the debts that the log was made of.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createRecordedModel, parseRecording, type ModelRequest } from "@ptc/llm";
import { run, type MissionStep } from "@ptc/subagent";
import { balances } from "../src/balances.ts";
import { longRead } from "../src/long-read.ts";
import { shipLog, type Fact } from "../src/ship-log.ts";

const log = shipLog(18);

/** Runs the recording, and answers with the step and with how long each request was. */
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
    // Without its stream, so that every request passes here.
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

/** The missions of a level below a mission, in order. */
function missionsBelow(step: MissionStep, level: number): readonly MissionStep[] {
  return level === 0
    ? [step]
    : (step.childSteps ?? []).flatMap(({ step: child }) => missionsBelow(child, level - 1));
}

/** The parts of the text that were given to the tool `part` on some level. */
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

  test("finds every debt in a million characters, and what is left of them", () => {
    expect(log.text.length).toBeGreaterThan(1_000_000);
    expect(log.facts.length).toBeGreaterThan(200);
    expect(step.ok ? step.return : step.fail).toEqual(balances(log.facts));
    expect(missionsBelow(step, 1).map(factsOf)).toEqual([log.facts]);
  });

  test("recurs until a part is short, in missions that run at once", () => {
    const counts = [1, 2, 3, 4].map((level) => missionsBelow(step, level).length);
    expect(counts).toEqual([1, 3, 9, 17]);
    const [shortest, longest] = [Math.min, Math.max].map((bound) =>
      bound(...partsGiven(step, 2).map((text) => text.length)),
    );
    expect(shortest).toBeGreaterThan(100_000);
    expect(longest).toBeLessThan(150_000);
    expect(step.usage).toMatchObject({ llmRequests: 32, children: { llmRequests: 30 } });
  });

  test("sends no model more than a fiftieth of the text", () => {
    expect(Math.max(...lengths)).toBeLessThan(20_000);
    expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(250_000);
  });

  test("lists what stands where two parts overlap once, and loses none that a cut goes through", () => {
    const found = missionsBelow(step, 3).flatMap(factsOf);
    const twice = found.filter(({ entry }, place) =>
      found.slice(0, place).some((earlier) => earlier.entry === entry),
    );
    expect(twice.map(({ entry }) => entry)).toEqual([4038]);
    // The part that ends here ends within a sum: "twenty", and "crowns" is in the next one.
    const ends = partsGiven(step, 2).map((text) => text.slice(text.lastIndexOf("\nNo. ") + 1));
    const cut = ends.find((end) => end.startsWith("No. 3543."));
    expect(cut).toMatch(/Oona lets Marta off twenty\n$/);
    expect(found.filter(({ entry }) => entry === 3543)).toEqual([
      { entry: 3543, debtor: "Marta", creditor: "Oona", crowns: -20 },
    ]);
  });
});
