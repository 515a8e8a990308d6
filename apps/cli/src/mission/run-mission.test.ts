import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRecordedModel } from "@ptc/llm";
import { defineAgent, type Mission, type MissionStep } from "@ptc/subagent";
import { buildTraceTree, readTrace } from "@ptc/tracer";
import { readTraceFiles } from "@ptc/tracer/node";
import { memoryHost, ptc } from "../../test/memory-host.ts";
import type { LoadedModel } from "@ptc/subagent/internal/node";
import { endingLines } from "./ending-lines.ts";
import { runMission } from "./run-mission.ts";

const stock = join(import.meta.dirname, "../../test/missions/stock");
const survey = join(import.meta.dirname, "../../test/missions/survey");
const recordingOf = (...answers: readonly string[]) =>
  ({
    format: "ptc-recording",
    version: 1,
    model: "m",
    recordedAt: "2025-01-31",
    answers: answers.map((text) => ({ text })),
  }) as const;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ptc-run-"));
  mkdirSync(join(folder, ".git"));
  for (const name of ["empty-folder", "no-default", "no-agent", "throws", "no-recording"])
    mkdirSync(join(folder, name));
  const modules: Record<string, string> = {
    "no-default": "export const mission = 1;",
    "no-agent": 'export default { title: "T", agent: { prompt: "p" } };',
    throws: 'throw new Error("at load\\u001b");',
  };
  for (const [name, source] of Object.entries(modules))
    writeFileSync(join(folder, name, "mission.mjs"), source);
  cpSync(join(stock, "recording.json"), join(folder, "recording.json"));
  writeFileSync(join(folder, "empty.json"), JSON.stringify(recordingOf()));
  writeFileSync(
    join(folder, "malformed.json"),
    JSON.stringify({ ...recordingOf("x"), answers: [{ text: "x" }, { text: 1 }] }),
  );
  writeFileSync(
    join(folder, "short.json"),
    JSON.stringify(recordingOf("```clojure\n(count (tool/items {}))\n```")),
  );
  writeFileSync(
    join(folder, "missing-tool.json"),
    JSON.stringify(recordingOf("(tool/itms {})", "(return [])")),
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("ptc run", () => {
  test("shows the turns of a running mission, then its answer, and stores the trace", async () => {
    const { code, output, errors } = await ptc(["run", stock], { folder });
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toContain("Model: a recording of written-by-hand from 2025-01-31.");
    expect(output).toContain("on current data");
    expect(output).toMatch(
      /Turn 1 of at most 4\n {2}the model read about \d+ tokens and answered with about \d+\n {4}\(def items \(tool\/items \{\}\)\)\n/,
    );
    expect(output).toMatch(
      / {2}tool\/items \{\} -> 3 rows, \d+ bytes, \d+ ms\n {2}printed\n {4}3 items\\u001b\[31m\n/,
    );
    expect(output).toMatch(/ {2}type_error\n {4}\+: expected a number, got string "Lamp"/);
    expect(output).toContain("  validation_error\n    [0].name: expected string, got nothing");
    expect(output).toContain(
      "Answer\nsku  name  value  tags\n---  ----  -----  -----------\nC-3  Desk    240  home\nA-1  Lamp     60  light, home\n",
    );
    expect(output).toMatch(
      /Data: {3}the model read about [\d,]+ tokens in 4 requests and wrote about \d+; the tools returned \d+ bytes in 1 call/,
    );
    expect(output).not.toContain("\u001b");
    const [, trace = ""] = /Trace: (.*)\n/.exec(output) ?? [];
    expect(trace).toBe(join(".ptc", "traces", "2025-01-31T09-30-00.000Z-stock.jsonl"));
    const { events, problemCount, cutLine } = readTrace(readFileSync(join(folder, trace), "utf8"));
    expect([events[0]?.type, events.at(-1)?.type, problemCount, cutLine]).toEqual([
      "mission-start",
      "mission-end",
      0,
      undefined,
    ]);
  });

  test("shows child missions on separate lines, and stores the trace of each", async () => {
    const { code, output, errors } = await ptc(["run", survey], { folder });
    expect([code, errors]).toEqual([0, ""]);
    expect(output).toMatch(/^ {4}region 1 \| Say of each house in north what it is for\.$/m);
    expect(output).toMatch(/^ {4}region 2 \| Turn 2 of at most 3$/m);
    expect(output).toMatch(/^ {8}llm-query 3 \| What is it for\? Mill\\u001b\[31m$/m);
    expect(output.match(/^Turn \d/gm)).toEqual(["Turn 1"]);
    const path = join(".ptc", "traces", "2025-01-31T09-30-00.000Z-survey");
    expect(output.split("\n").slice(-7)).toEqual([
      `Trace: ${path}.jsonl`,
      `Traces of 6 child missions: ${path}`,
      "",
      "Result: answered in 1 turn: 2 rows",
      expect.stringMatching(/^Data: {3}the model read about [\d,]+ tokens in 9 requests/) as string,
      `Next:   ptc trace summary ${path}.jsonl`,
      "",
    ]);
    expect(readdirSync(join(folder, path))).toHaveLength(6);
    const { events, missing } = await readTraceFiles(join(folder, `${path}.jsonl`));
    expect([buildTraceTree(events).length, missing]).toEqual([1, []]);
  });

  test("prints colors on a terminal, and respects its width", async () => {
    const { output } = await ptc(["run", stock, "--trace", "wide.jsonl"], { folder, columns: 20 });
    expect(output).toContain("\u001b[1mAnswer\u001b[22m");
    expect(existsSync(join(folder, "wide.jsonl"))).toBe(true);
    // A person copies the command, so that it isn't broken into lines.
    expect(output).toMatch(/\nData: {3}\S.{0,11}\n/);
    expect(output).toMatch(/\nNext: {3}ptc trace summary wide\.jsonl\n$/);
  });

  test("shows a live view at a terminal, and each event with --verbose", async () => {
    const words = ["run", survey, "--trace", "live.jsonl"];
    const options = {
      folder,
      columns: 120,
      environment: { NO_COLOR: "1", PTC_COMMAND: "npx ptc" },
    };
    const { output } = await ptc(words, options);
    expect(output).toMatch(
      /survey {3}turn 1 of 4 {3}answered .*\n {2}llm-query × 4 answered\n {2}region × 2 answered\nin all: 9 requests, /m,
    );
    expect(output).not.toContain("Turn 1 of at most");
    expect(output).toMatch(/\nNext: {3}npx ptc trace summary live\.jsonl\n$/);
    expect((await ptc([...words, "--verbose"], options)).output).toContain(
      "\nTurn 1 of at most 4\n",
    );
  });

  test.each<[string, Partial<MissionStep>, string]>([
    ["a text", { ok: true, return: "shipped\u001b[2J" }, "answered in 0 turns: shipped\\u001b[2J"],
    ["a long text", { ok: true, return: "x".repeat(200) }, "answered in 0 turns: a text"],
    [
      "a partial answer",
      { ok: true, return: { rows: [1] }, partial: { reason: "timeout", message: "" } },
      "partially answered in 0 turns: rows: 1 row",
    ],
    [
      "a failure",
      { ok: false, fail: { reason: "max_turns", message: "" } },
      "failed after 0 turns: max_turns",
    ],
  ])("ends with the result of %s and the next command", (_what, step, result) => {
    const facts = {
      step: { turns: [], ...step } as unknown as MissionStep,
      traffic: "no",
      trace: "a b's",
      screen: {},
    };
    expect(endingLines({ environment: {} }, facts)).toEqual([
      `Result: ${result}`,
      "Data:   no",
      `Next:   ptc trace ${step.ok === true ? "summary " : ""}'a b'\\''s'`,
    ]);
  });

  test.each([
    [
      "a folder that is not there",
      ["nowhere"],
      "ptc run: mission folder nowhere: no such folder\n",
    ],
    [
      "a folder whose name is too long",
      ["ß".repeat(372)],
      `ptc run: mission folder ${"ß".repeat(372)}: the name is too long\n`,
    ],
    [
      "a file",
      ["recording.json"],
      "ptc run: mission folder recording.json: this is a file; pass its folder instead\n",
    ],
    [
      "a folder without a mission",
      ["empty-folder"],
      "ptc run: mission folder empty-folder: found no mission.ts, mission.js or mission.mjs\n",
    ],
    [
      "a module without a mission",
      ["no-default"],
      "ptc run: no-default/mission.mjs: the default export is missing; expected a mission as the default export: { title, agent: defineAgent({ … }), context?: () => ({ … }) }",
    ],
    [
      "a module whose agent is none",
      ["no-agent"],
      "ptc run: no-agent/mission.mjs: `agent` was not made by defineAgent; expected",
    ],
    [
      "a module that throws",
      ["throws"],
      "ptc run: throws/mission.mjs: can't be loaded: at load\\u001b\n",
    ],
    [
      "a recording that is not there",
      [stock, "--recording", "none.json"],
      "ptc run: recording none.json: no such file\n",
    ],
    [
      "a recording without answers",
      [stock, "--recording", "empty.json"],
      "ptc run: recording empty.json: the recording has no answers",
    ],
    [
      "a malformed recording",
      [stock, "--recording", "malformed.json"],
      "ptc run: recording malformed.json: answers[1].text: expected a string, got number\n",
    ],
  ])("reports %s in one message with its location", async (_what, commandArguments, message) => {
    const { code, output, errors } = await ptc(["run", ...commandArguments], { folder });
    expect([code, output]).toEqual([2, ""]);
    expect(errors).toContain(message);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  test("fails if the recording is exhausted before the mission ends", async () => {
    const { code, output, errors } = await ptc(
      ["run", stock, "--recording", "short.json", "--trace", "short.jsonl"],
      { folder },
    );
    expect(code).toBe(1);
    expect(output).toContain("The mission failed.");
    expect(errors).toBe(
      'llm_error: the model failed: the recording is used up: it has 1 answer, and this is request 2, of the mission "List what is in stock with its value, most valuable first."; the run has changed, record it again with a model\n',
    );
    expect(readTrace(readFileSync(join(folder, "short.jsonl"), "utf8")).events.at(-1)?.type).toBe(
      "mission-end",
    );
  });

  test("shows a call of an unknown tool", async () => {
    const { code, output } = await ptc(
      ["run", stock, "--recording", "missing-tool.json", "--trace", "missing-tool.jsonl"],
      { folder },
    );
    expect(output).toMatch(/there is no tool itms[^]*did you mean `?items/);
    expect([code, output.includes("Answer")]).toEqual([0, true]);
  });

  test("continues and reports it if the trace can't be written", async () => {
    const { code, output } = await ptc(
      ["run", stock, "--trace", join("recording.json", "trace.jsonl")],
      { folder },
    );
    expect(code).toBe(0);
    const [, lost = 0] =
      /trace\.jsonl is incomplete: (\d+) events are lost, because of \S/.exec(output) ?? [];
    expect(Number(lost)).toBeGreaterThan(10);
  });
});

describe("an interrupted mission", () => {
  const model = (): LoadedModel => ({
    model: createRecordedModel(recordingOf("(tool/wait {})")),
    heading: [],
  });
  const missionOf = (wait: () => unknown): Mission => ({
    title: "T",
    agent: defineAgent({ prompt: "p", tools: { wait } }),
  });

  test("ends as cancelled, with a readable trace", async () => {
    const host = memoryHost({ folder });
    const mission = missionOf(() => {
      setTimeout(() => {
        host.signal("SIGINT");
      }, 20);
      return new Promise(() => undefined);
    });
    const trace = join(folder, "interrupted.jsonl");
    expect(await runMission(host, { mission, file: "f" }, model(), { tracePath: trace })).toBe(1);
    expect(host.outputText()).toContain("The mission was interrupted.");
    expect(host.errorText()).toContain("cancelled: ");
    const { events, problemCount } = readTrace(readFileSync(trace, "utf8"));
    expect([
      events.filter(({ type }) => type === "tool-call-end").length,
      events.at(-1)?.type,
      problemCount,
    ]).toEqual([1, "mission-end", 0]);
  });

  test("can't start without its context", async () => {
    const host = memoryHost({ folder });
    const mission = {
      ...missionOf(() => 1),
      context: () => Promise.reject(new Error("no lockfile\u0007")),
    };
    const before = readdirSync(folder).length;
    expect(
      await runMission(host, { mission, file: "f" }, model(), {
        tracePath: join(folder, "none.jsonl"),
      }),
    ).toBe(1);
    expect(host.errorText()).toBe("ptc run: f: the context function failed: no lockfile\\u0007\n");
    expect(readdirSync(folder).length).toBe(before);
  });
});
