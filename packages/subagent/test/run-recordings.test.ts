// The contents of recordings of runs, and what reading a damaged one does.

import { describe, expect, test } from "vitest";
import { defineAgent, run } from "../src/index.ts";
import {
  createRunRecorder,
  readRunRecording,
  RecordingError,
  replay,
} from "../src/recording/index.ts";
import { answering, expectSame, recorded } from "./recorded-run.ts";

describe("a recording", () => {
  const agent = defineAgent({
    prompt: "Do it.",
    signature: "(user :any) -> :any",
    tools: {
      find: () => ({
        name: "Ann",
        _token: "tok-12345678",
        nested: [{ _id: 1 }, { _id: 1 }, { _id: 2 }],
        json: '{"_token":"inner-secret"}',
        key: "sk-abcdefghijklmnop1234",
      }),
      use: (args: Readonly<Record<string, unknown>>) =>
        args["token"] === "tok-12345678" ? "used" : "not used",
    },
  });
  const program =
    '(let [found (tool/find)] (println (:_token found)) (return {:used (tool/use {:token (:_token found) :note (str "with " (:_token found))}) :groups (count (group-by :_id (:nested found))) :_kept (:_token found)}))';

  test("contains no firewalled fields or credentials, in whatever field they appear later", async () => {
    const { text, step } = await recorded(agent, {
      llm: answering({ Do: [program] }),
      context: { user: { _ssn: "123-45-6789", name: "Ann" } },
    });
    expect(step.ok && step.return).toMatchObject({ used: "used", groups: 2 });
    for (const secret of ["tok-12345678", "inner-secret", "123-45-6789", "sk-abcdefghijklmnop1234"])
      expect(text).not.toContain(secret);
    expect(text).toContain("Ann");
  });

  test("replays to the same step if no program read the omitted values", async () => {
    const { recording, step } = await recorded(agent, {
      llm: answering({ Do: ["(return 1)"] }),
      context: { user: 1, _unread: "123-45-6789" },
    });
    await expectSame(agent, recording, step);
  });

  test("records which firewalled values are equal, so the replay takes the same path", async () => {
    const { recording } = await recorded(agent, {
      llm: answering({ Do: [program] }),
      context: { user: { _ssn: "123-45-6789" } },
    });
    const again = await replay(agent, recording);
    expect(again.divergence).toBeUndefined();
    expect(again.isSame).toBe(true);
    expect(again.step.ok && again.step.return).toMatchObject({ used: "used", groups: 2 });
  });

  test("a recording that a crash cut short replays as far as it goes", async () => {
    const { text } = await recorded(agent, {
      llm: answering({ Do: [program] }),
      context: { user: 1 },
    });
    const lines = text.trimEnd().split("\n");
    const last = lines.findLastIndex((line) => line.startsWith('{"type":"tool"'));
    const cut = `${lines.slice(0, last).join("\n")}\n${(lines[last] ?? "").slice(0, 20)}`;
    const again = await replay(agent, readRunRecording(cut));
    expect(again).toMatchObject({
      isSame: false,
      step: { ok: false, fail: { reason: "replay_diverged" } },
      divergence: {
        kind: "missing",
        at: "1/1",
        message:
          "the recording has no call of tool/use at 1/1: it was interrupted, so it ends before the run",
      },
      asked: { turn: 1, position: { line: 1 } },
    });
  });

  test.each([
    ["", 0, "the recording is empty"],
    ["\n\n", 0, "the recording is empty"],
    ["no json", 1, "line 1 of the recording is not the header of a recorded run"],
    [
      "[]",
      1,
      'line 1 of the recording is not the header of a recorded run, {"format":"ptc-run",…}: record one with createRunRecorder or ptc run --record',
    ],
    [
      "null",
      1,
      'line 1 of the recording is not the header of a recorded run, {"format":"ptc-run",…}: record one with createRunRecorder or ptc run --record',
    ],
    [
      '{"format":"ptc-run","version":3}',
      1,
      "line 1 of the recording has version 3, but this release reads versions 1 and 2",
    ],
    ['{"format":"ptc-run","version":2}', 1, "line 1 of the recording is wrong: runId: "],
  ])("refuses %j as a recording", (text, line, message) => {
    try {
      readRunRecording(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(RecordingError);
      expect(error).toMatchObject({ line });
      expect((error as Error).message).toContain(message);
    }
  });

  test.each([
    ['{"type":"tool","at":4}', "is wrong: "],
    ['{"type":"what","at":""}', "is wrong: "],
    ['{"type":"tool"', "is not JSON"],
    ["[1]", "is wrong: "],
  ])("refuses a recording with the line %j by its line number", async (line, message) => {
    const { text } = await recorded(agent, {
      llm: answering({ Do: [program] }),
      context: { user: 1 },
    });
    const [header = "", ...others] = text.split("\n");
    expect(() => readRunRecording([header, line, ...others].join("\n"))).toThrow(
      `line 2 of the recording ${message}`,
    );
  });

  test.each([
    ['{"$set":4}', "result"],
    ['{"$what":1}', undefined],
    ['{"$map":[[1]]}', "result"],
    ['{"$function":{"source":"(fn"}}', "result"],
  ])("ends the replay where a recorded tool result %s cannot be read", async (result, place) => {
    const { text } = await recorded(agent, {
      llm: answering({ Do: [program] }),
      context: { user: 1 },
    });
    const changed = text.replace(/("name":"find".*?"result":)[^\n]*\}\n/, `$1${result}}\n`);
    expect(changed).not.toBe(text);
    const again = await replay(agent, readRunRecording(changed));
    expect(again.step.ok).toBe(false);
    if (place !== undefined)
      expect(again.divergence).toMatchObject({ kind: "unreadable", at: "1/0" });
  });

  test(
    "records values of ten million characters and names of prototypes, and marks larger ones as omitted",
    { tags: "full" },
    async () => {
      const large = "x".repeat(10_000_000);
      const many = Array.from({ length: 5_000_000 }, () => 1);
      const plain = defineAgent({
        prompt: "Do it.",
        tools: {
          large: () => large,
          named: () => JSON.parse('{"constructor":{"prototype":1},"toString":2}') as unknown,
          many: () => many,
        },
      });
      const program = "(return [(count (tool/large)) (tool/named)])";
      const { step, recording } = await recorded(plain, { llm: answering({ Do: [program] }) });
      expect(step.ok && step.return).toEqual([
        large.length,
        { constructor: { prototype: 1 }, toString: 2 },
      ]);
      await expectSame(plain, recording, step);
      const tooLarge = await recorded(plain, {
        llm: answering({ Do: ["(return (count (tool/many)))"] }),
      });
      expect(tooLarge.step.ok && tooLarge.step.return).toBe(5_000_000);
      expect((await replay(plain, tooLarge.recording)).divergence).toMatchObject({
        kind: "unreadable",
        at: "1/0",
        message:
          "line 4 of the recording cannot be replayed: writing a value takes more than 4000000 units of work",
      });
    },
  );

  test.each([
    '{"type":"tool","at":"__proto__","name":"__proto__","args":{},"result":1}',
    '{"type":"model","at":"constructor","answer":{"__proto__":{"text":"(return 1)"}}}',
    '{"type":"time","at":"1/0","now":1e300}',
    '{"type":"times","at":"1/0","timestamp":-1e300,"durationMs":-1}',
    '{"type":"journal","id":"__proto__","change":0,"error":"no"}',
  ])("ignores the unused line %j of a recording", async (line) => {
    const { text, step } = await recorded(agent, {
      llm: answering({ Do: ["(return 1)"] }),
      context: { user: 1 },
    });
    const [header = "", ...others] = text.split("\n");
    const again = await replay(agent, readRunRecording([header, line, ...others].join("\n")));
    expect(again.step.ok && again.step.return).toBe(step.ok && step.return);
    expect(({} as { text?: unknown }).text).toBeUndefined();
  });

  test("a recorder serves only one run", async () => {
    const record = createRunRecorder({ write: () => undefined });
    await run("Do it.", { llm: () => "(return 1)", record });
    await expect(run("Do it.", { llm: () => "(return 1)", record })).rejects.toThrow(
      "option `record`: has already recorded a run: create a recorder for each run",
    );
    expect(() => createRunRecorder({} as never)).toThrow(
      "option `write`: expected a function of a line",
    );
    await expect(run("Do it.", { llm: () => "(return 1)", record: {} as never })).rejects.toThrow(
      "createRunRecorder",
    );
  });

  test("a recording whose lines can't be written ends, and the run continues", async () => {
    let lines = 0;
    const record = createRunRecorder({
      write: () => {
        lines += 1;
        if (lines === 2) throw new Error("disk full");
      },
    });
    const step = await run("Do it.", { llm: () => "(return 1)", record });
    expect(step.ok).toBe(true);
    expect(record.error?.message).toBe("disk full");
    expect(lines).toBe(2);
    const small = createRunRecorder({ write: () => undefined, maximumUnits: 300 });
    await run("Do it.", { llm: () => "(return 1)", record: small });
    expect(small.error?.message).toBe(
      "the recording is longer than 300 characters (option maximumUnits)",
    );
  });
});
