// What is no recording, or only half of one, and what a host gets wrong: each is an error that says
// so, and no replay of it is taken for the recorded run.
import { OptionError } from "@ptc/core/errors";
import { describe, expect, test } from "vitest";
import { defineAgent, run } from "../src/index.ts";
import {
  createRunRecorder,
  readRunRecording,
  recordedModel,
  recordedTools,
  replay,
} from "../src/recording/index.ts";
import { settled } from "./missions.ts";

const agent = defineAgent({
  prompt: "Do it.",
  tools: { page: ({ n }) => n },
  maxTurns: 1,
});

async function linesOf(program: string): Promise<string[]> {
  const lines: string[] = [];
  const record = createRunRecorder({ write: (line) => lines.push(line) });
  await run(agent, { llm: () => program, record, journal: {} });
  return lines;
}

test("a recording that lacks its end alone is not the recorded run", async () => {
  const lines = await linesOf("(return (tool/page {:n 1}))");
  const recording = readRunRecording(lines.slice(0, -1).join(""));
  expect(await replay(agent, recording)).toMatchObject({
    isSame: false,
    step: { ok: true, return: 1 },
    divergence: {
      at: "end",
      effect: "mission",
      kind: "missing",
      message: "the recording does not say how the run ended: it was interrupted before",
    },
  });
  const edited = await replay(agent, recording, {
    programs: { 1: "(return [(tool/page {:n 1})])" },
  });
  expect(edited.divergence).toBeUndefined();
});

describe("a call that the recording does not have", () => {
  const left = async (recorded: string, edited: string) => {
    const recording = readRunRecording((await linesOf(recorded)).join(""));
    return await replay(agent, recording, { programs: { 1: edited } });
  };
  const pages = "(tool/page {:n 1})\n(return (pmap (fn [n] (tool/page {:n n})) [2 3]))";

  test("is shown with what the recorded program does in place of it", async () => {
    const again = await left(pages, "(tool/page {:n 1})\n\n(return (tool/page {:n 2}))");
    expect(again).toMatchObject({
      divergence: {
        kind: "missing",
        at: "1/1",
        asked: { name: "page", args: { n: 2 } },
        recordedAt: "1/0.0/0",
        recorded: { name: "page", args: { n: 2 } },
      },
      asked: { turn: 1, position: { line: 3, column: 9 } },
      recorded: { turn: 1, position: { line: 2, column: 23 } },
    });
  });

  test("in a branch is shown with what that branch does, not with another one", async () => {
    const twice = pages.replace(
      "(tool/page {:n n})",
      "(if (= n 2) [(tool/page {:n n}) (tool/page {:n 9})] (tool/page {:n n}))",
    );
    const again = await left(pages, twice);
    expect(again.divergence).toMatchObject({ kind: "missing", at: "1/0.0/1" });
    expect(again.divergence).not.toHaveProperty("recordedAt");
    expect(again).not.toHaveProperty("recorded");
  });

  test.each([
    ["a fork", "(return (pmap (fn [n] (tool/page {:n n})) [1]))"],
    ["a task", '(return (task "page_1" (tool/page {:n 1})))'],
    ["a sequence", "(return (first (map (fn [n] (tool/page {:n n})) (range))))"],
  ])(
    "in %s that the recording does not have is shown with the branch around",
    async (_, edited) => {
      const again = await left("(return (tool/page {:n 1}))", edited);
      expect(again.divergence).toMatchObject({ kind: "missing", recordedAt: "1/0" });
      expect(again.recorded).toMatchObject({ turn: 1, position: { line: 1, column: 9 } });
    },
  );

  test("has nothing beside it where the recorded program does no more", async () => {
    const again = await left("(return (tool/page {:n 1}))", pages);
    expect(again.divergence).toMatchObject({ kind: "missing", at: "1/0.0/0" });
    expect(again).not.toHaveProperty("recorded");
  });
});

describe("a mistake of the host", () => {
  const write = (): void => undefined;

  test.each([undefined, null, "{}", {}, { effects: [] }])(
    "%j in place of a recording is named",
    async (given) => {
      const recording = given as never;
      const message = "option `recording`: expected what readRunRecording answers";
      await expect(replay(agent, recording)).rejects.toThrow(OptionError);
      await expect(replay(agent, recording)).rejects.toThrow(message);
      expect(() => recordedModel(recording)).toThrow(message);
      expect(() => recordedTools(recording, {})).toThrow(message);
    },
  );

  test.each([
    [undefined, "expected an object with the options write, note, mission, maximumUnits"],
    [{ write, size: 1 }, "option `size`"],
    [{ write, maximumUnits: 0 }, "option `maximumUnits`"],
    [{ write, maximumUnits: "1" }, "option `maximumUnits`"],
    [{ write, note: 1 }, "option `note`"],
    [{ write, mission: "a/b" }, "option `mission`"],
    [{ write, mission: [1] }, "option `mission`"],
  ])("%j as the options of a recorder is named", (options, message) => {
    expect(() => createRunRecorder(options as never)).toThrow(OptionError);
    expect(() => createRunRecorder(options as never)).toThrow(message);
  });

  test("a write that answers a promise which rejects ends the recording, and nothing else", async () => {
    let lines = 0;
    const record = createRunRecorder({
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- what applications do
      write: () => {
        lines += 1;
        return Promise.reject(new Error("disk full"));
      },
    });
    const step = await run(agent, { llm: () => "(return (tool/page {:n 1}))", record });
    expect(step).toMatchObject({ ok: true, return: 1 });
    await settled();
    expect(record.error?.message).toBe("disk full");
    expect(lines).toBeLessThan(7);
  });
});
