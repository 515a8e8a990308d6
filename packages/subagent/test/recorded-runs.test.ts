// Recorded and replayed runs: the step is the same, and no model or tool is called.

import { ToolFailure } from "@ptc/core/errors";
import { ModelError, type ModelRequest } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import {
  asTool,
  defineAgent,
  depsOf,
  llmTool,
  run,
  type Agent,
  type AgentTools,
  type MissionOptions,
  type MissionStep,
} from "../src/index.ts";
import {
  createRunRecorder,
  readRunRecording,
  RecordingError,
  recordedModel,
  recordedTools,
  replay,
  type RunRecording,
} from "../src/recording/index.ts";
import { stepToJson } from "../src/step-json/index.ts";
import { fenced, textOf } from "./missions.ts";

/** Chooses the response by the start of the prompt, one program after the other. */
function answering(programs: Readonly<Record<string, readonly string[]>>) {
  const asked = new Map<string, number>();
  return async ({ messages }: ModelRequest): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    const prompt = textOf(messages.find(({ role }) => role === "user")?.content);
    const [start = "", answers = []] =
      Object.entries(programs).find(([beginning]) => prompt.startsWith(beginning)) ?? [];
    const turn = asked.get(prompt) ?? 0;
    asked.set(prompt, turn + 1);
    return fenced(answers[turn] ?? `(fail "nothing for ${start}")`);
  };
}

async function recorded(
  agent: Agent,
  options: Omit<MissionOptions, "record"> & { context?: Record<string, unknown> },
) {
  const lines: string[] = [];
  const recorder = createRunRecorder({
    write: (line) => {
      lines.push(line);
    },
  });
  const step = await run(agent, { ...options, record: recorder });
  expect(recorder.error).toBeUndefined();
  const text = lines.join("");
  return { step, text, recording: readRunRecording(text) };
}

/** Returns the step as JSON, without the order in which branches committed their tasks. */
function unordered(step: MissionStep) {
  return { ...stepToJson(step), journal: step.journal };
}

/** Replays a run with tools and models that must not be called. */
async function expectSame(
  agent: Agent,
  recording: RunRecording,
  step: Awaited<ReturnType<typeof run>>,
) {
  const again = await replay(agent, recording);
  expect(unordered(again.step)).toEqual(unordered(step));
  expect(again.divergence).toBeUndefined();
  expect(again.isSame).toBe(true);
}

describe("a replay of a run", () => {
  test("has the same step, with child missions, branches, clock, random numbers and journal", async () => {
    let calls = 0;
    const child = defineAgent({
      name: "child",
      prompt: "Look at {{id}}.",
      signature: "(id :int) -> {id :int, at :any, draw :int}",
      tools: {
        look: async (args: Readonly<Record<string, unknown>>) => {
          const id = Number(args["id"]);
          calls += 1;
          await Promise.resolve();
          return { id, $date: new Date(id), seen: new Map([["a", 1n]]) };
        },
      },
    });
    const agent = defineAgent({
      name: "lead",
      prompt: "Lead over {{rows}}.",
      signature: "(rows [:map]) -> :any",
      tools: {
        child: asTool(child),
        word: llmTool({ prompt: "A word for {{id}}", signature: "(id :int) -> :string" }),
        row: () => {
          calls += 1;
          throw new Error("no such row");
        },
        now: () => {
          calls += 1;
          return new Date(0);
        },
      },
      maxTurns: 5,
    });
    const llm = answering({
      Lead: [
        '(def seen (pmap (fn [row] {:child (task (str "look_" (:id row)) (tool/child {:id (:id row)})) :word (tool/word {:id (:id row)}) :now (currentTimeMillis)}) data/rows)) (println (rand-int 1000))',
        "(def failed (try (tool/row {:a 1}) (catch Exception e (ex-message e)))) (tool/row {:b 2})",
        "(return {:seen seen :at (tool/now) :draw (rand-int 100000)})",
      ],
      Look: [
        '(let [x (tool/look {:id data/id})] (return {:id data/id :at (get x "$date") :draw (rand-int 1000000)}))',
      ],
      "A word": ["w"],
    });
    const { step, recording, text } = await recorded(agent, {
      llm,
      context: { rows: [{ id: 1 }, { id: 2 }, { id: 3 }] },
      journal: { earlier: 1 },
    });
    expect(step.ok).toBe(true);
    expect(calls).toBe(6);
    await expectSame(agent, recording, step);
    expect(calls).toBe(6);
    expect(text.split("\n")[0]).toContain('"format":"ptc-run"');
  });

  test("has the results of tools, of every type, with failures, outcomes and steps of missions", async () => {
    const below = defineAgent({ prompt: "Below." });
    const llm = answering({
      Below: ["(return 7)"],
      Do: [
        "(def all (mapv (fn [f] (try (f) (catch Exception e [(ex-message e) (ex-data e)]))) [ (fn [] (tool/a)) (fn [] (tool/b)) (fn [] (tool/c)) (fn [] (tool/d)) (fn [] (tool/e)) (fn [] (tool/f)) (fn [] (tool/g)) (fn [] (tool/h)) (fn [] (tool/i)) (fn [] (tool/j))])) (println all) (return (count all))",
      ],
    });
    const agent = defineAgent({
      prompt: "Do it.",
      tools: {
        a: () => new Map<unknown, unknown>([[{ k: 1 }, new Set([1n, Number.NaN, -0])]]),
        b: () => ({ constructor: 1, $set: [1], $instant: "x", nested: { $map: 2 } }),
        c: () => undefined,
        d: () => Promise.reject(new ToolFailure("busy", { at: new Date(5) })),
        e: () => {
          // eslint-disable-next-line @typescript-eslint/only-throw-error -- what tools do
          throw "text";
        },
        f: () => ({ ok: false, error: "no" }),
        g: () => ({ ok: true, value: { ok: true, value: 3 } }),
        h: async () => await run(below, { llm }),
        i: () => {
          // eslint-disable-next-line @typescript-eslint/only-throw-error -- what tools do
          throw { code: 4 };
        },
        j: () => new Uint8Array([1, 2]),
      },
    });
    const { step, recording } = await recorded(agent, { llm, random: () => 0 });
    expect(step.ok && step.return).toBe(10);
    expect(step.childSteps).toHaveLength(1);
    await expectSame(agent, recording, step);
  });

  test("repeats the retried failures of models and tools without waiting", async () => {
    let requests = 0;
    let calls = 0;
    const agent = defineAgent({
      prompt: "Do it.",
      maxTurns: 1,
      llmRetry: { maxAttempts: 3, baseDelayMs: 1 },
      tools: {
        flaky: {
          retries: 2,
          execute: () => {
            calls += 1;
            if (calls < 3) throw new Error("busy");
            return calls;
          },
        },
        gone: {
          retries: 1,
          execute: () => {
            throw new Error("gone");
          },
        },
      },
    });
    const clock = { now: () => 5, monotonic: () => 7, sleep: () => Promise.resolve() };
    const { step, recording } = await recorded(agent, {
      clock,
      llm: async () => {
        await Promise.resolve();
        requests += 1;
        if (requests % 2 === 1)
          throw new ModelError({
            kind: "overloaded",
            retryAfterMs: 2,
            usage: { inputTokens: 3, outputTokens: 0 },
          });
        return "(return [(tool/flaky) (tool/gone)])";
      },
    });
    expect(!step.ok && step.fail.message).toContain("failed 2 times: gone");
    expect(step.toolCalls.map(({ attempts }) => attempts)).toEqual([3, 2]);
    const before = { requests, calls };
    await expectSame(agent, recording, step);
    expect({ requests, calls }).toEqual(before);
  });

  test("ends at the pause before a retry in which the caller ended the run", async () => {
    const stop = new AbortController();
    const agent = defineAgent({
      prompt: "Do it.",
      tools: {
        flaky: {
          retries: 3,
          execute: () =>
            Promise.reject(new ToolFailure("busy", undefined, { retryAfterMs: 20_000 })),
        },
      },
    });
    const { step, recording } = await recorded(agent, {
      signal: stop.signal,
      llm: answering({ Do: ["(tool/flaky)"] }),
      clock: {
        now: () => 5,
        monotonic: () => 7,
        sleep: async (_milliseconds, _signal, place) => {
          if (place !== undefined) stop.abort();
          else await new Promise(() => undefined);
        },
      },
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    await expectSame(agent, recording, step);
  });

  test("ends where a limit or the caller ended the run, without taking that time", async () => {
    const never = () => new Promise(() => undefined);
    const agent = defineAgent({
      prompt: "Do it.",
      missionTimeoutMs: 300,
      maxTurns: 3,
      tools: { slow: { timeoutMs: 40, execute: never }, never },
    });
    const timedOut = await recorded(agent, {
      llm: answering({
        Do: ["(println (try (tool/slow) (catch Exception e (ex-message e)))) (tool/never)"],
      }),
    });
    expect(timedOut.step).toMatchObject({ ok: false, fail: { reason: "mission_timeout" } });
    await expectSame(agent, timedOut.recording, timedOut.step);
    const long = defineAgent({
      prompt: "Do it.",
      missionTimeoutMs: 3_600_000,
      maxTurns: 3,
      tools: { slow: { timeoutMs: 40, execute: never }, never },
    });
    const stop = new AbortController();
    const aborted = await recorded(long, {
      signal: stop.signal,
      llm: answering({
        Do: ["(println (try (tool/slow) (catch Exception e (ex-message e)))) (tool/never)"],
      }),
      onEvent: ({ type, data }) => {
        if (type === "tool-call-start" && "name" in data && data.name === "never")
          setTimeout(() => {
            stop.abort();
          }, 5);
      },
    });
    expect(aborted.step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    await expectSame(long, aborted.recording, aborted.step);
  });

  test("fails where the journal store failed", async () => {
    const agent = defineAgent({ prompt: "Do it.", tools: { pay: () => 1 } });
    let written = 0;
    const { step, recording } = await recorded(agent, {
      llm: answering({ Do: ['(task "a_1" (tool/pay)) (task "b_2" (tool/pay))'] }),
      journal: {},
      onJournal: async () => {
        await Promise.resolve();
        written += 1;
        if (written === 2) throw new Error("disk full");
      },
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "journal_failed" } });
    await expectSame(agent, recording, step);
  });
});

describe("a run that overrides options of its agent", () => {
  const agent = defineAgent({
    prompt: "Count.",
    maxTurns: 1,
    depsType: depsOf<{ user: string }>(),
    systemPrompt: { suffix: "For everyone." },
    tools: { count: () => 1 },
  });
  const otherwise = {
    maxTurns: 3,
    systemPrompt: (_assembled: string, { deps }: { deps: { user: string } }) => `For ${deps.user}.`,
    tools: { count: () => 7, more: () => 5 },
  } as const;

  test("replays with the same options, and diverges without them", async () => {
    const { step, recording } = await recorded(
      agent as Agent,
      {
        ...(otherwise as object),
        llm: answering({
          "Count.": ["(println (tool/count))", "(return [(tool/count) (tool/more)])"],
        }),
        deps: { user: "ann" },
      } as MissionOptions,
    );
    expect(step).toMatchObject({ ok: true, return: [7, 5] });
    const again = await replay(agent, recording, { ...otherwise, deps: { user: "ann" } });
    expect(again).toMatchObject({ isSame: true, step: { ok: true, return: [7, 5] } });
    expect(await replay(agent, recording, { deps: { user: "ann" } })).toMatchObject({
      isSame: false,
    });
  });
});

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
    const cut = `${lines.slice(0, 5).join("\n")}\n${(lines[5] ?? "").slice(0, 20)}`;
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
      '{"format":"ptc-run","version":2}',
      1,
      "line 1 of the recording has version 2, but this release reads version 1",
    ],
    ['{"format":"ptc-run","version":1}', 1, "line 1 of the recording is wrong: runId: "],
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

  test("records values of ten million characters and names of prototypes, and marks larger ones as omitted", async () => {
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
  });

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

describe("a replay that diverges", () => {
  const calls: unknown[] = [];
  const agent = defineAgent({
    prompt: "Do it.",
    tools: { a: (args) => calls.push(args), b: (args) => calls.push(args) },
    maxTurns: 4,
  });
  const first =
    "(def x (tool/a {:n 1}))\n(pmap (fn [n] (tool/b {:n n})) [1 2 3])\n(try\n  (tool/a {:n 2})\n  (catch Exception e 0))";
  const made = async () =>
    await recorded(agent, {
      llm: answering({ Do: [first, "(return (tool/b {:n (currentTimeMillis)}))"] }),
    });

  test("ends at a call with other arguments, whatever the program catches, and shows the location in both programs", async () => {
    const { recording } = await made();
    const count = calls.length;
    const edited =
      "(def x (tool/a {:n 1}))\n(pmap (fn [n] (tool/b {:n n})) [1 2 3])\n\n(try (do (println 1)   (tool/a {:n 3}))\n  (catch Exception e 0))";
    const again = await replay(agent, recording, { programs: { 1: edited } });
    expect(again).toMatchObject({
      isSame: false,
      step: { ok: false, fail: { reason: "replay_diverged" }, turns: [{ program: edited }] },
      divergence: {
        at: "1/1",
        kind: "different",
        message: "tool/a is called with other arguments at 1/1 than in the recording",
        recorded: { name: "a", args: { n: 2 } },
        asked: { name: "a", args: { n: 3 } },
      },
      asked: { turn: 1, position: { line: 4, column: 24 } },
      recorded: { turn: 1, position: { line: 4, column: 3 } },
    });
    expect(calls).toHaveLength(count);
  });

  test("ends in a branch that diverges", async () => {
    const { recording } = await made();
    const again = await replay(agent, recording, {
      programs: { 1: first.replace("{:n n}", "{:n (if (= n 2) 9 n)}") },
    });
    expect(again.divergence).toMatchObject({
      at: "1/0.1/0",
      kind: "different",
      asked: { args: { n: 9 } },
    });
    expect(again.asked).toMatchObject({ turn: 1, position: { line: 2 } });
    expect(again.recorded).toMatchObject({ turn: 1, position: { line: 2, column: 15 } });
  });

  test("reports another tool, an additional call or a missing call", async () => {
    const { recording } = await made();
    const other = await replay(agent, recording, { programs: { 1: "(tool/b {:n 1})" } });
    expect(other.divergence?.message).toBe(
      "tool/b is called at 1/0, where the recording has tool/a",
    );
    const more = await replay(agent, recording, { programs: { 1: `${first} (tool/b {:n 5})` } });
    expect(more.divergence).toMatchObject({
      kind: "missing",
      at: "1/2",
      message: "the recording has no call of tool/b at 1/2",
      asked: { name: "b", args: { n: 5 } },
    });
    expect(more.recorded).toBeUndefined();
    const less = await replay(agent, recording, { programs: { 1: "(return (tool/a {:n 1}))" } });
    expect(less.step).toMatchObject({ ok: true });
    expect(less.divergence).toMatchObject({
      kind: "unused",
      at: "1/0.0/0",
      message: "the recorded run calls tool/b at 1/0.0/0, but this one does not",
    });
    expect(less.recorded).toMatchObject({ turn: 1, position: { line: 2 } });
  });

  test("an edited program that makes the same calls doesn't diverge", async () => {
    const { recording } = await made();
    const again = await replay(agent, recording, {
      programs: { 2: "(let [t (currentTimeMillis)] (return {:later (tool/b {:n t})}))" },
    });
    expect(again.divergence).toBeUndefined();
    expect(again.step.ok && again.step.return).toHaveProperty("later");
    const same = await replay(agent, recording, { programs: { 1: `(println "more") ${first}` } });
    expect(same.divergence).toBeUndefined();
    expect(same.step.ok).toBe(true);
    expect(same.isSame).toBe(false);
    expect(same.step.prints).toEqual(["more"]);
  });

  test("reports a different definition of the agent", async () => {
    const { recording } = await made();
    const other = defineAgent({ prompt: "Do it.", tools: { a: () => 1, b: () => 2 }, maxTurns: 1 });
    expect(await replay(other, recording)).toMatchObject({
      isSame: false,
      divergence: { kind: "unused", at: "2/m0.1" },
    });
    const renamed = defineAgent({
      prompt: "Do this.",
      tools: { a: () => 1, b: () => 2 },
      maxTurns: 4,
    });
    expect(await replay(renamed, recording)).toMatchObject({
      isSame: false,
      step: { ok: true },
      divergence: {
        at: "end",
        message: "every effect matches the recording, but the step differs",
      },
    });
  });

  test("isn't started for a turn that the recording doesn't have", async () => {
    const { recording } = await made();
    await expect(replay(agent, recording, { programs: { 7: "1" } })).rejects.toThrow(
      "option `programs`: the recording has no turn 7; it has 1, 2",
    );
  });
});

describe("doubles of a recorded run", () => {
  const tools = {
    find: {
      signature: "(q :string) -> [:int]",
      execute: ({ q }: Readonly<Record<string, unknown>>) => [String(q).length],
    },
  };
  const child = (over: AgentTools) =>
    defineAgent({ prompt: "Find {{q}}.", signature: "(q :string) -> :int", tools: over });
  const lead = (over: AgentTools) =>
    defineAgent({ prompt: "Lead.", tools: { part: asTool(child(over)), ...over } });
  const llm = () =>
    answering({
      Lead: ['(return (pmap (fn [q] [(tool/part {:q q}) (tool/find {:q q})]) ["a" "bb" "ccc"]))'],
      Find: ["(return (first (tool/find {:q data/q})))"],
    });

  test("replace the model, the tools, or both by their recorded results", async () => {
    const { step, recording } = await recorded(lead(tools), { llm: llm() });
    const expected = step.ok && step.return;
    expect(expected).toEqual([
      [1, [1]],
      [2, [2]],
      [3, [3]],
    ]);
    for (const [agent, model] of [
      [lead(tools), recordedModel(recording)],
      [lead(recordedTools(recording, tools)), llm()],
      [lead(recordedTools(recording, tools)), recordedModel(recording)],
    ] as const)
      expect(await run(agent, { llm: model })).toMatchObject({ ok: true, return: expected });
  });

  test("end the run if the recording has no result, whatever a program catches", async () => {
    const { recording } = await recorded(lead(tools), { llm: llm() });
    const agent = lead(recordedTools(recording, tools));
    const step = await run(agent, {
      llm: answering({ Lead: ['(try (tool/find {:q "other"}) (catch Exception e (return 1)))'] }),
    });
    expect(step).toMatchObject({
      ok: false,
      fail: { reason: "replay_diverged", message: "the recording has no call of tool/find at 1/0" },
    });
    const model = recordedModel(recording);
    expect(await run(lead(tools), { llm: model })).toMatchObject({ ok: true });
    expect(await run(lead(tools), { llm: model })).toMatchObject({
      ok: false,
      fail: {
        reason: "replay_diverged",
        message: "the recording has no model response at 1/m0.1",
      },
    });
    await expect(model.generate({ messages: [] })).rejects.toThrow(
      "a recorded model answers only requests of missions, which have a requestId",
    );
  });
});
