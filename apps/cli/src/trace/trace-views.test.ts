import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { displayWidth } from "@ptc/subagent/internal/node";
import { formatEvent, formatTraceHeader } from "@ptc/tracer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ptc } from "../../test/memory-host.ts";

const survey = join(import.meta.dirname, "../../test/missions/survey");

let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ptc-views-"));
  await ptc(["run", survey, "--trace", "survey.jsonl"], { folder });
  write("pages.jsonl", ...pagesRun("a", "answered", 44));
  write("fewer.jsonl", ...pagesRun("a", "answered", 43));
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, ...events: readonly TraceEvent[]): void {
  const lines = [formatTraceHeader(), ...events.map((event) => formatEvent(event))];
  writeFileSync(join(folder, path), `${lines.join("\n")}\n`);
}

/** A run that calls the tool `customer` in parallel; every seventh call fails. */
function pagesRun(name: string, outcome: "answered" | "failed", calls: number): TraceEvent[] {
  const traceId = name.repeat(32);
  const event = (
    type: TraceEvent["type"],
    spanId: string,
    time: number,
    data: object,
    parent?: string,
  ) =>
    ({
      type,
      traceId,
      spanId,
      time,
      agent: "audit",
      data,
      ...(parent === undefined ? {} : { parentSpanId: parent }),
    }) as unknown as TraceEvent;
  const fail = { reason: "max_turns", message: "no answer\u001b[2J" };
  return [
    event("mission-start", "m", 0, { prompt: "Count the customers", tools: ["customer"] }),
    event("turn-start", "t", 1, { turn: 1, turnsLeft: 0 }, "m"),
    event(
      "model-request-start",
      "r",
      2,
      { messages: [{ role: "system", content: "Be brief." }], model: "large" },
      "t",
    ),
    event(
      "model-request-end",
      "r",
      50,
      {
        ok: true,
        text: "x",
        cost: 0.5,
        usage: { inputTokens: 900, outputTokens: 40, cachedInputTokens: 300 },
      },
      "t",
    ),
    event("program-start", "p", 51, { source: "(pmap f xs)" }, "t"),
    ...Array.from({ length: calls }, (_, index) =>
      event(
        "tool-call-start",
        `c${String(index)}`,
        60 + index,
        { name: "customer", args: { id: index }, address: `${traceId}/1/0.${String(index)}/0` },
        "p",
      ),
    ),
    ...Array.from({ length: calls }, (_, index) =>
      event(
        "tool-call-end",
        `c${String(index)}`,
        160 + index,
        index % 7 === 6
          ? { name: "customer", ok: false, error: "gone" }
          : { name: "customer", ok: true, result: [index] },
        "p",
      ),
    ),
    event(
      "program-end",
      "p",
      250,
      {
        ok: true,
        prints: [],
        usage: { durationMs: 1, steps: 1, memoryBytes: 1, toolCalls: calls },
      },
      "t",
    ),
    event("turn-end", "t", 251, { turn: 1, ok: true, done: true }, "m"),
    event(
      "mission-end",
      "m",
      252,
      outcome === "answered"
        ? { ok: true, turns: 1, return: calls }
        : { ok: false, turns: 1, fail },
    ),
  ];
}

async function shown(...words: readonly string[]) {
  const { code, output, errors } = await ptc(["trace", ...words], { folder });
  expect([code, errors]).toEqual([0, ""]);
  return output.split("\n").slice(0, -1);
}

describe("ptc trace summary", () => {
  test("shows a run with equal calls folded", async () => {
    expect(await shown("summary", "pages.jsonl")).toEqual([
      "audit: Count the customers",
      "answered after 252 ms",
      "",
      "Turns       1",
      "Requests    1 to large: 900 tokens in (33 % cached), 40 out, cost 0.5",
      "Tool calls  44, 6 failed; 143 bytes returned",
      expect.stringMatching(/^Prompt {6}version [0-9a-f]{12}$/) as string,
      "",
      "mission audit: Count the customers -> 1 turn, 252 ms",
      "  turn 1 -> 250 ms",
      "    model request -> 900 tokens in (300 of them cached), 40 out, 48 ms",
      "    program (pmap f xs) -> 199 ms",
      "      tool/customer × 44, 6 failed -> 4,400 ms together, the longest 100 ms; first failure: gone",
    ]);
  });

  test("folds the missions below equal calls together", async () => {
    const lines = await shown("summary", "survey.jsonl");
    expect(lines).toContain("Missions    6 inside tool calls");
    const tree = lines.slice(lines.lastIndexOf("") + 1);
    expect(tree.map((line) => line.replace(/ -> .*/, ""))).toEqual([
      "mission survey: Say of each house what it is for, region by region.",
      "  turn 1",
      "    model request",
      '    program (return (pmap #(tool/region {:region %}) ["north" "south"]))',
      "      tool/region × 2",
      "        mission region × 2",
      "          turn 1 × 2",
      "            model request × 2",
      "            program × 2",
      "              tool/houses × 2",
      "          turn 2 × 2",
      "            model request × 2",
      "            program × 2",
      "              tool/llm-query × 4",
      "                mission × 4",
      "                  turn 1 × 4",
      "                    model request × 4",
    ]);
  });

  test("shows statistics of a folder by agent, prompt and model, and its failures", async () => {
    const runs = mkdtempSync(join(folder, "runs-"));
    const put = (name: string, ...events: readonly TraceEvent[]) => {
      const lines = [formatTraceHeader(), ...events.map((event) => formatEvent(event))];
      writeFileSync(join(runs, `${name}.jsonl`), `${lines.join("\n")}\n`);
    };
    put("1", ...pagesRun("a", "answered", 44));
    put("2", ...pagesRun("b", "failed", 7));
    put("3", ...pagesRun("c", "answered", 7).filter(({ type }) => type !== "mission-end"));
    const lines = await shown("summary", runs);
    expect(lines[0]).toBe("3 runs: 1 answered, 1 failed, 1 unfinished (50 % passed)");
    expect(lines.slice(1, 4)).toEqual([
      "runs  passed  turns/run  repairs  tokens in  cached  out  cost  calls          time/run",
      "----  ------  ---------  -------  ---------  ------  ---  ----  -------------  --------",
      "   3  50 %            1        0  2,700      33 %    120  1.5   58 (8 failed)  252 ms",
    ]);
    // All runs have the same agent, prompt and model, so these groups aren't shown.
    expect(lines.filter((line) => line.startsWith("By "))).toEqual([]);
    const failures = lines.indexOf("Failures");
    expect(lines[failures + 3]).toBe("max_turns     1  no answer\\u001b[2J");
    expect(lines.slice(lines.indexOf("Runs") + 3)).toEqual([
      expect.stringMatching(/^a{32} {2}audit {2}answered /) as string,
      expect.stringMatching(/^b{32} {2}audit {2}failed: max_turns /) as string,
      expect.stringMatching(/^c{32} {2}audit {2}unfinished .* -$/) as string,
    ]);
    const groups = await shown("summary", runs, "--by", "outcome", "--json");
    expect(groups.map((line) => JSON.parse(line) as Record<string, unknown>)).toMatchObject([
      { kind: "run", outcome: "answered" },
      { kind: "run", outcome: "failed" },
      { kind: "run", outcome: "unfinished" },
      { kind: "group", by: "outcome", key: "answered", runs: 1, passRate: 1 },
      { kind: "group", by: "outcome", key: "failed", passRate: 0 },
      { kind: "group", by: "outcome", key: "unfinished" },
    ]);
  });
});

test("ptc trace slowest lists the spans with the most time of their own", async () => {
  const lines = await shown("slowest", "pages.jsonl", "--limit", "2");
  expect(lines.slice(2).map((line) => line.trimEnd())).toEqual([
    expect.stringMatching(
      /^100 ms {4}tool\/customer \{"id":0\} -> 100 ms +audit, turn 1$/,
    ) as string,
    expect.stringMatching(
      /^100 ms {4}tool\/customer \{"id":1\} -> 100 ms +audit, turn 1$/,
    ) as string,
  ]);
  const [first = "{}"] = await shown("slowest", "pages.jsonl", "--json");
  expect(JSON.parse(first)).toMatchObject({ ownMs: 100, kind: "tool-call", name: "customer" });
});

test("ptc trace timeline fits bars on one axis of time into the terminal", async () => {
  const { output } = await ptc(["trace", "timeline", "pages.jsonl"], {
    folder,
    columns: 60,
    environment: { NO_COLOR: "1" },
  });
  const lines = output.trimEnd().split("\n");
  expect(lines[0]).toBe("audit: answered");
  expect(lines[5]).toMatch(/^ {6}tool\/customer × 44?.*\| *■+ *\| 143 ms$/);
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(60);
  const bars = lines.slice(1).map((line) => line.split("|")[1] ?? "");
  expect(new Set(bars.map((bar) => bar.length)).size).toBe(1);
  // The request ends before the calls begin.
  expect(bars[2]?.trimEnd().length).toBeLessThanOrEqual((bars[4]?.search("■") ?? 0) + 1);
});

test("ptc trace tools shows the calls of each tool with the most frequent error", async () => {
  expect(await shown("tools", "pages.jsonl")).toEqual([
    "tool      calls  failed  total time  median  longest  returned   most frequent error",
    "--------  -----  ------  ----------  ------  -------  ---------  -------------------",
    "customer     44       6  4,400 ms    100 ms  100 ms   143 bytes  6 × gone",
  ]);
});

test("ptc trace compare shows the usage of two runs and their first difference", async () => {
  const lines = await shown("compare", "pages.jsonl", "fewer.jsonl");
  expect(lines).toContain("tool calls  44, 6 failed  43, 6 failed");
  expect(lines.slice(-3)).toEqual([
    "First difference, after 135 equal parts: audit, turn 1, tool/customer, different work",
    "A | tool call customer: tool",
    "B | mission audit: answer",
  ]);
  const equal = await shown("compare", "pages.jsonl", "pages.jsonl");
  expect(equal.at(-1)).toMatch(/^The runs are equal in all \d+ parts\.$/);
});

test("ptc trace export writes new files only", async () => {
  const words = [
    "export",
    "pages.jsonl",
    "--chrome",
    "chrome.json",
    "--speedscope",
    "profile.json",
  ];
  expect(await shown(...words)).toEqual([
    "chrome.json: open it in https://ui.perfetto.dev",
    "profile.json: open it in https://www.speedscope.app",
  ]);
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")) as object;
  expect(read("chrome.json")).toMatchObject({ displayTimeUnit: "ms" });
  expect(read("profile.json")).toMatchObject({
    ...{ name: "pages.jsonl", exporter: "@ptc/tracer" },
    shared: { frames: [{ name: "mission audit" }, {}, {}, {}, { name: "tool/customer" }] },
  });
  const again = await ptc(["trace", ...words], { folder });
  expect([again.code, again.errors]).toEqual([
    2,
    "ptc trace: --chrome chrome.json: the file exists already (choose another name)\n",
  ]);
});

test.each([
  [["summary"], "missing trace: pass its file, or a folder, after summary"],
  [["compare", "pages.jsonl"], "missing trace: compare needs two files or folders"],
  [["tools", "pages.jsonl", "x"], 'unexpected argument "x" (expected <file.jsonl | folder>)'],
  [["pages.jsonl", "--by", "agent"], "--by is an option of ptc trace summary"],
  [["summary", "pages.jsonl", "--depth", "1"], "--depth is an option of ptc trace"],
  [["summary", "pages.jsonl", "--by", "x"], "--by needs one of all, agent, promptVersion, model,"],
  [["slowest", "pages.jsonl", "--limit", "0"], "--limit needs a whole number from 1 to 99,999"],
  [["export", "pages.jsonl"], "missing format: pass --chrome file.json or --speedscope file.json"],
  [["tools", "nowhere"], "nowhere: no such file"],
])("rejects %j", async (words, message) => {
  const { code, output, errors } = await ptc(["trace", ...words], { folder });
  expect([code, output]).toEqual([2, ""]);
  expect(errors).toContain(message);
});
