import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TraceEvent } from "@ptc/core/contracts";
import { nothingUsed } from "@ptc/core/internal/contracts";
import { formatEvent, formatTraceHeader } from "@ptc/tracer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { displayWidth } from "@ptc/subagent/internal/node";
import { ptc } from "../../test/memory-host.ts";

const survey = join(import.meta.dirname, "../../test/missions/survey");

let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ptc-show-"));
  await ptc(["run", survey, "--trace", "survey.jsonl"], { folder });
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, ...events: readonly TraceEvent[]): void {
  const lines = [formatTraceHeader(), ...events.map((event) => formatEvent(event))];
  writeFileSync(join(folder, path), `${lines.join("\n")}\n`);
}

/** Returns the output of `ptc trace`, with every duration as 1 ms. */
async function shown(...commandArguments: readonly string[]) {
  const { code, output, errors } = await ptc(["trace", ...commandArguments], { folder });
  return { code, lines: output.replace(/[\d,]+ ms/g, "1 ms").split("\n"), errors };
}

type Data<Type extends TraceEvent["type"]> = (TraceEvent & { readonly type: Type })["data"];

/** Returns an event of trace `t`. Its span is `spanId`, or else has the name of the type. */
function event<Type extends TraceEvent["type"]>(
  type: Type,
  data: Data<Type>,
  more: Partial<TraceEvent> = {},
): TraceEvent {
  const spanId = type.replace(/-(?:start|end)$/, "");
  // The type and its data match.
  return { type, traceId: "t", spanId, time: 1, data, ...more } as TraceEvent;
}

describe("ptc trace", () => {
  test("shows a mission and its child missions as one tree, from their files", async () => {
    const { code, lines, errors } = await shown("survey.jsonl");
    expect([code, errors]).toEqual([0, ""]);
    expect(lines.slice(0, 18)).toEqual([
      "mission survey: Say of each house what it is for, region by region. -> 1 turn, 1 ms",
      "  turn 1 -> 1 ms",
      "    model request -> 1 ms",
      '    program (return (pmap #(tool/region {:region %}) ["north" "south"])) -> 1 ms',
      '      tool/region {"region":"north"} -> 1 ms',
      "        mission region: Say of each house in north what it is for. -> 2 turns, 1 ms",
      "          turn 1 -> 1 ms",
      "            model request -> 1 ms",
      "            program (def houses (tool/houses {:region data/region})) -> 1 ms",
      '              tool/houses {"region":"north"} -> 1 ms',
      "          turn 2 -> 1 ms",
      "            model request -> 1 ms",
      '            program (return (pmap #(tool/llm-query {:prompt "What is it for? {{house}}" :house %}) houses)) -> 1 ms',
      '              tool/llm-query {"prompt":"What is it for? {{house}}","house":"Mill\\u001b[31m"} -> 1 ms',
      "                mission: What is it for? Mill\\u001b[31m -> 1 turn, 1 ms",
      "                  turn 1 -> 1 ms",
      "                    model request -> 1,200 tokens in, 3 out, 1 ms",
      '              tool/llm-query {"prompt":"What is it for? {{house}}","house":"Barn"} -> 1 ms',
    ]);
    expect(lines.slice(-3)).toEqual([
      "",
      "7 missions, 9 turns, 9 model requests (4,800 tokens in, 12 out), 8 tool calls",
      "",
    ]);
  });

  test("shows missions down to the given depth", async () => {
    const missions = async (depth: string) => {
      const { lines } = await shown("survey.jsonl", "--depth", depth);
      return [lines.length, lines.filter((line) => line.endsWith(" …")).length];
    };
    expect(await missions("0")).toEqual([11, 2]);
    expect(await missions("1")).toEqual([33, 4]);
    expect(await missions("2")).toEqual([41, 0]);
  });

  test("prints each span as a line of JSON", async () => {
    const { lines, errors } = await shown("survey.jsonl", "--depth", "0", "--json");
    expect(errors).toBe("");
    const spans = lines.slice(0, -1).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(spans).toHaveLength(8);
    expect(spans[4]).toMatchObject({
      level: 3,
      kind: "tool-call",
      agent: "survey",
      name: "region",
      text: '{"region":"north"}',
      ok: true,
      durationMs: expect.any(Number) as number,
    });
    expect(spans[5]).toMatchObject({
      kind: "mission",
      agent: "region",
      parentTraceId: spans[4]?.["traceId"],
      turns: 2,
    });
  });

  test("shows the missions of a folder, including those without a parent", async () => {
    const { lines } = await shown("survey");
    const missions = lines.filter((line) => line.startsWith("mission"));
    expect(missions).toHaveLength(2);
    expect(missions[0]).toMatch(/ \(child of trace [0-9a-f]{32}\)$/);
    for (const name of ["survey.jsonl", "survey"])
      cpSync(join(folder, name), join(folder, "alone", name), { recursive: true });
    expect((await shown("alone")).lines).toContain((await shown("survey.jsonl")).lines.at(-2));
  });

  test("reports a missing trace, in its position and at the end", async () => {
    await ptc(["run", survey, "--trace", "partly.jsonl"], { folder });
    const [name = ""] = readdirSync(join(folder, "partly"));
    rmSync(join(folder, "partly", name));
    const { code, lines, errors } = await shown("partly.jsonl");
    const line = `mission: the trace ${name.slice(0, 32)} is missing`;
    expect(lines.filter((each) => each.trim() === line)).toHaveLength(1);
    expect([code, errors]).toEqual([0, `ptc trace: missing: ${name}\n`]);
    const json = await shown("partly.jsonl", "--json");
    expect(json.lines.filter((each) => each.includes('"kind":"missing"'))).toHaveLength(1);
  });

  test("shows failures once, cached calls, retries, and unfinished spans", async () => {
    const fail = {
      reason: "eval_error",
      message: "no\nway",
      details: { kind: "type_error" },
    } as const;
    write(
      "failed.jsonl",
      event("mission-start", { prompt: "\n\n  Do it.\nThen rest.", tools: [] }),
      event("turn-start", { turn: 1, turnsLeft: 1 }, { parentSpanId: "mission" }),
      event("model-request-start", { messages: [] }, { parentSpanId: "turn" }),
      event("model-request-end", { ok: false, error: "busy", retryInMs: 500 }, { time: 1_201 }),
      event("program-start", { source: "(+ 1\n :a)" }, { parentSpanId: "turn" }),
      event(
        "tool-call-start",
        { name: "pay", args: { a: 1 }, address: "a" },
        { parentSpanId: "program" },
      ),
      event("tool-call-end", { name: "pay", ok: true, cached: true }),
      event(
        "tool-call-start",
        { name: "wait", args: {}, address: "b" },
        { parentSpanId: "program", spanId: "w" },
      ),
      event("program-end", {
        ok: false,
        fail,
        prints: [],
        usage: nothingUsed,
        warnings: ["nothing was\nremembered", "another"],
      }),
      event("turn-end", { turn: 1, ok: true, done: false, fail }),
    );
    expect((await shown("failed.jsonl")).lines).toEqual([
      "mission: Do it. did not end",
      "  turn 1 -> 1 ms",
      "    model request failed after 1 ms: busy; retried after 1 ms",
      "    program (+ 1 failed after 1 ms: type_error: no\\u000away; warning: nothing was\\u000aremembered",
      '      tool/pay {"a":1} -> cached, 1 ms',
      "      tool/wait {} did not end",
      "",
      "1 mission, 1 turn, 1 model request, 2 tool calls",
      "",
    ]);
  });

  test("shows the readable part of damaged files, and reports the rest", async () => {
    mkdirSync(join(folder, "damaged"));
    write("damaged.jsonl", event("turn-start", { turn: 1, turnsLeft: 0 }));
    writeFileSync(join(folder, "damaged", `${"a".repeat(32)}.jsonl`), "\u001b\nx\n{");
    mkdirSync(join(folder, "damaged", `${"b".repeat(32)}.jsonl`));
    const { code, lines, errors } = await shown("damaged.jsonl");
    expect([code, lines[0]]).toEqual([0, "turn 1 did not end"]);
    expect(errors.split("\n")).toEqual([
      `ptc trace: damaged/${"a".repeat(32)}.jsonl: line 1: not JSON, and 1 more line like it`,
      `ptc trace: damaged/${"a".repeat(32)}.jsonl: ends inside line 3 (the run was interrupted or is still running)`,
      `ptc trace: damaged/${"b".repeat(32)}.jsonl: can't be read: is not a file`,
      "",
    ]);
  });

  test("says from which line on a file with too many problems wasn't read", async () => {
    write("broken.jsonl", event("turn-start", { turn: 1, turnsLeft: 0 }));
    appendFileSync(join(folder, "broken.jsonl"), "x\n".repeat(1_001));
    expect((await shown("broken.jsonl")).errors).toMatch(
      /broken.jsonl: not read from line 1,00\d on, because it has 1,000 problems before\n/,
    );
  });

  test.each([
    [[], "ptc trace: missing trace: pass its file, or a folder\n"],
    [["nowhere.jsonl"], "ptc trace: nowhere.jsonl: no such file\n"],
    [["empty.txt"], "ptc trace: empty.txt: this is not a trace\n"],
    [
      ["survey.jsonl", "x"],
      'ptc trace: unexpected argument "x" (expected <file.jsonl | folder>, or a view first: summary, slowest,',
    ],
    [["survey.jsonl", "--depth", "-1"], "ptc trace: --depth needs a whole number, 0 or more\n"],
    [["survey.jsonl", "--depth", "1e9"], "ptc trace: --depth needs a whole number, 0 or more\n"],
  ])("rejects %j", async (commandArguments, message) => {
    writeFileSync(join(folder, "empty.txt"), "");
    const { code, lines, errors } = await shown(...commandArguments);
    expect([code, lines]).toEqual([2, [""]]);
    expect(errors).toContain(message);
  });
});

describe("a hostile trace", () => {
  const forged = "no\n  turn 2 -> 1 ms\u001b[31m\u202e";

  test("begins no new line, contains no control characters, and fits the width", async () => {
    write(
      "forged.jsonl",
      event("mission-start", { name: forged, prompt: "界".repeat(500), tools: [] }),
      event("program-start", { source: forged }, { parentSpanId: "mission", agent: forged }),
      event(
        "tool-call-start",
        { name: forged, args: { [forged]: forged }, address: "a" },
        { parentSpanId: "program" },
      ),
      event("tool-call-end", { name: "x", ok: false, error: forged, childTraceIds: [forged] }),
    );
    const plain = await shown("forged.jsonl");
    expect(plain.lines).toHaveLength(7);
    expect(plain.lines.join("")).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(plain.errors.slice(0, -1)).not.toMatch(/[\p{Cc}\u202e]/u);
    const { output } = await ptc(["trace", "forged.jsonl"], {
      folder,
      columns: 100,
      environment: { NO_COLOR: "1" },
    });
    for (const line of output.split("\n")) expect(displayWidth(line)).toBeLessThanOrEqual(170);
    expect([99, 100]).toContain(displayWidth(output.split("\n")[0] ?? ""));
  });

  test(
    "shows a trace of missions nested twenty thousand deep within bounds",
    { tags: "full" },
    async () => {
      const events = Array.from({ length: 20_000 }, (_, index) =>
        event(
          "mission-start",
          { prompt: "p", tools: [], ...(index === 0 ? {} : { parentTraceId: String(index - 1) }) },
          { traceId: String(index), ...(index === 0 ? {} : { parentSpanId: "mission" }) },
        ),
      );
      write("deep.jsonl", ...events);
      const { lines } = await shown("deep.jsonl");
      expect(lines).toHaveLength(5_004);
      expect(lines.slice(-4)).toEqual([
        "… 15,000 more lines (use --depth for fewer, --json for all)",
        "",
        "20,000 missions, 0 turns, 0 model requests, 0 tool calls",
        "",
      ]);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(130);
    },
  );
});

test("ptc trace shows the shortening of a conversation and its summary", async () => {
  const within = (parentSpanId: string) => ({ parentSpanId });
  write(
    "compacted.jsonl",
    event("mission-start", { prompt: "Read.", tools: [] }),
    event("turn-start", { turn: 9, turnsLeft: 3 }, within("mission")),
    event(
      "compaction-start",
      { strategy: "summarize", reason: "turns", messages: 18, estimatedTokens: 9_000 },
      within("turn"),
    ),
    event("model-request-start", { messages: [], purpose: "summary" }, within("compaction")),
    event("model-request-end", { ok: false, error: "no\u001b[31m key" }, within("compaction")),
    event(
      "compaction-end",
      {
        ok: false,
        error: "there is no summary\nforged",
        droppedTurns: 5,
        messages: 8,
        estimatedTokens: 1_200,
        overBudget: false,
      },
      within("turn"),
    ),
  );
  const { lines } = await shown("compacted.jsonl");
  expect(lines.slice(2, 4)).toEqual([
    "    compaction summarize, by turns -> 5 turns dropped, about 9,000 tokens to 1,200, 1 ms: there is no summary\\u000aforged",
    "      model request for a summary failed after 1 ms: no\\u001b[31m key",
  ]);
  expect(lines.join()).toContain("1 model request, 0 tool calls, 1 compaction");
});

describe("ptc trace shows a run that waits", () => {
  const within = (parentSpanId: string, spanId?: string) => ({
    parentSpanId,
    ...(spanId === undefined ? {} : { spanId }),
  });
  const call = { name: "refund", args: { amount: 120 }, address: "r/1/0" };
  const request = { id: "r/1/0", tool: "refund", address: "r/1/0", arguments: { amount: 120 } };
  const paused = [
    event("program-start", { source: "(tool/refund {:amount 120})" }),
    event("tool-call-start", call, within("program")),
    event("approval-requested", { ...request, reason: "approval" }, within("tool-call")),
    event("run-paused", { pending: ["r/1/0"], effects: 0 }),
  ];

  test("while it is paused", async () => {
    write("paused.jsonl", ...paused);
    expect((await shown("paused.jsonl")).lines).toEqual([
      "program (tool/refund {:amount 120}) did not end",
      '  tool/refund {"amount":120} waits',
      '    waits for a decision: {"amount":120} (approval, id r/1/0)',
      "paused with 1 call that waits: r/1/0",
      "",
      "0 missions, 0 turns, 0 model requests, 1 tool call, 1 pause",
      "",
    ]);
  });

  test("after it was resumed, with each kind of decision", async () => {
    const end = { name: "refund", ok: true, decision: { decision: "approved" } } as const;
    write(
      "resumed.jsonl",
      ...paused,
      event("run-resumed", { decided: ["r/1/0"] }, { spanId: "resumed" }),
      event(
        "approval-decided",
        { id: "r/1/0", tool: "refund", decision: "edited", arguments: { amount: 9 } },
        within("tool-call", "d1"),
      ),
      event(
        "approval-decided",
        { id: "r/1/0", tool: "refund", decision: "denied", message: "over\nbudget" },
        within("tool-call", "d2"),
      ),
      event("tool-call-end", end, within("program")),
      event("program-end", { ok: true, prints: [], usage: nothingUsed }),
    );
    expect((await shown("resumed.jsonl")).lines).toEqual([
      "program (tool/refund {:amount 120}) -> 1 ms",
      '  tool/refund {"amount":120} -> 1 ms',
      '    waits for a decision: {"amount":120} (approval, id r/1/0)',
      '    edited: {"amount":9}',
      "    denied: over",
      "paused with 1 call that waits: r/1/0",
      "resumed with 1 decision: r/1/0",
      "",
      "0 missions, 0 turns, 0 model requests, 1 tool call, 1 pause",
      "",
    ]);
    const json = await shown("resumed.jsonl", "--json");
    expect(json.lines.slice(0, -1).map((line) => JSON.parse(line) as unknown)[3]).toMatchObject({
      level: 2,
      kind: "approval-decided",
      name: "refund",
      id: "r/1/0",
      decision: "edited",
      text: '{"amount":9}',
    });
  });

  test("without control characters or new lines of the events", async () => {
    const forged = "no\n  turn 2 -> 1 ms\u001b[31m\u202e";
    write(
      "forged-pause.jsonl",
      event("approval-requested", {
        ...{ id: forged, tool: forged, address: forged, reason: forged },
        arguments: { [forged]: forged },
      }),
      event("approval-decided", { id: forged, tool: forged, decision: "denied", message: forged }),
      event("run-paused", { pending: Array<string>(1_000).fill(forged), effects: 0 }),
      event("run-resumed", { decided: [forged] }),
    );
    const { lines } = await shown("forged-pause.jsonl");
    expect(lines).toHaveLength(7);
    expect(lines.join("")).not.toMatch(/[\p{Cc}\u202e]/u);
    for (const line of lines) expect(line.length).toBeLessThan(400);
  });
});
