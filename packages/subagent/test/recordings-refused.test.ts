// Invalid and incomplete recordings, and mistakes of the host. Each causes an error that says so,
// and none of their replays counts as the recorded run.
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

test("a recording that only lacks its end isn't the whole run", async () => {
  const lines = await linesOf("(return (tool/page {:n 1}))");
  const recording = readRunRecording(lines.slice(0, -1).join(""));
  expect(await replay(agent, recording)).toMatchObject({
    isSame: false,
    step: { ok: true, return: 1 },
    divergence: {
      at: "end",
      effect: "mission",
      kind: "missing",
      message: "the recording was interrupted before the run ended, so it contains no result",
    },
  });
  const edited = await replay(agent, recording, {
    programs: { 1: "(return [(tool/page {:n 1})])" },
  });
  expect(edited.divergence).toBeUndefined();
});

describe("a call that isn't in the recording", () => {
  const left = async (recorded: string, edited: string) => {
    const recording = readRunRecording((await linesOf(recorded)).join(""));
    return await replay(agent, recording, { programs: { 1: edited } });
  };
  const pages = "(tool/page {:n 1})\n(return (pmap (fn [n] (tool/page {:n n})) [2 3]))";

  test("is shown with the recorded call in its place", async () => {
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

  test("a call in a branch is shown with the recorded call of that branch", async () => {
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
  ])("in %s, a call that isn't recorded is shown with its branch", async (_, edited) => {
    const again = await left("(return (tool/page {:n 1}))", edited);
    expect(again.divergence).toMatchObject({ kind: "missing", recordedAt: "1/0" });
    expect(again.recorded).toMatchObject({ turn: 1, position: { line: 1, column: 9 } });
  });

  test("is shown alone if the recorded program makes no more calls", async () => {
    const again = await left("(return (tool/page {:n 1}))", pages);
    expect(again.divergence).toMatchObject({ kind: "missing", at: "1/0.0/0" });
    expect(again).not.toHaveProperty("recorded");
  });
});

describe("a mistake of the host in a recording", () => {
  const write = (): void => undefined;

  test.each([undefined, null, "{}", {}, { effects: [] }])(
    "names %j as an invalid recording",
    async (given) => {
      const recording = given as never;
      const message = "option `recording`: expected the result of readRunRecording";
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
  ])("names %j as invalid options of a recorder", (options, message) => {
    expect(() => createRunRecorder(options as never)).toThrow(OptionError);
    expect(() => createRunRecorder(options as never)).toThrow(message);
  });

  test("a write that returns a rejecting promise ends the recording, and nothing else", async () => {
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
