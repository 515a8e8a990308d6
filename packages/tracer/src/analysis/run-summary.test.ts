import { describe, expect, test } from "vitest";
import type { TraceEvent } from "@ptc/core/contracts";
import { call, eventsOf, mission, program, request, turn } from "../../test/recorded-runs.ts";
import { briefEvent } from "../node/description/brief-event.ts";
import { buildTraceTree } from "../trace-tree.ts";
import { analysisEvents } from "./analysis-events.ts";
import { groupRuns } from "./run-groups.ts";
import { summarizeRuns } from "./run-summary.ts";

const fail = { reason: "tool_error", message: "no such page" } as const;

/** A run whose first turn fails, and whose second one runs a child mission with another model. */
function audit(end: Parameters<typeof mission>[1] = { ok: true, turns: 2 }): TraceEvent[] {
  const usage = { inputTokens: 100, outputTokens: 10, cachedInputTokens: 40 };
  const child = mission(
    [50, 70],
    { ok: true, turns: 1 },
    [
      turn(1, [51, 69], { ok: true, done: true }, [
        request(
          [52, 60],
          { ok: true, usage: { inputTokens: 7, outputTokens: 1 }, cost: 1 },
          { model: "small", messages: [{ role: "system", content: "A child." }] },
        ),
      ]),
    ],
    { traceId: "c".repeat(32), agent: "helper" },
  );
  return eventsOf([
    mission(
      [0, 100],
      end,
      [
        turn(1, [1, 40], { ok: true, done: false, fail }, [
          request([2, 20], { ok: false, error: "busy" }),
          request([22, 30], { ok: true, usage, cost: 3 }),
          program([31, 39], { ok: false, fail }, [
            call("page", [32, 33], { ok: false, error: "no such page" }),
          ]),
        ]),
        turn(2, [41, 99], { ok: true, done: true }, [
          program([45, 98], {}, [
            call("page", [46, 47], { result: ["ab"], cached: true }),
            call("ask", [48, 90], { result: 1 }, {}, [child]),
          ]),
        ]),
      ],
      { agent: "audit" },
    ),
  ]);
}

const [run] = summarizeRuns(buildTraceTree(audit()));

describe("summarizeRuns", () => {
  test("adds up a run with its child missions", () => {
    const { roots, promptVersion, models, ...rest } = run ?? {};
    expect(rest).toEqual({
      traceId: "t".repeat(32),
      agent: "audit",
      prompt: "Audit it",
      outcome: "answered",
      startedAt: 0,
      durationMs: 100,
      ...{ childMissions: 1, turns: 3, repairs: 1 },
      ...{ toolCalls: 3, failedCalls: 1, cachedCalls: 1, toolBytes: 7 },
      ...{ requests: 3, failedRequests: 1, cost: 4 },
      ...{ inputTokens: 107, cachedInputTokens: 40, outputTokens: 11 },
    });
    expect(roots).toHaveLength(1);
    expect(promptVersion).toMatch(/^[0-9a-f]{12}$/);
    expect(models?.map(({ model, requests, cost }) => [model, requests, cost])).toEqual([
      ["large", 2, 3],
      ["small", 1, 1],
    ]);
  });

  test("gives the same sums for events that were reduced while reading", () => {
    const reduced = audit().map(analysisEvents(briefEvent));
    expect(JSON.stringify(reduced)).not.toContain('"ab"');
    const [brief] = summarizeRuns(buildTraceTree(reduced));
    expect({ ...brief, roots: [] }).toEqual({ ...run, roots: [] });
  });

  test("names the version of the prompt by the system message of the outermost mission", () => {
    const versions = ["Be brief.", "Be brief.", "Be long."].map((content) => {
      const messages = [{ role: "system", content } as const];
      const events = eventsOf([
        mission([0, 9], { ok: true, turns: 1 }, [
          turn(1, [1, 8], { ok: true, done: true }, [request([2, 3], { ok: true }, { messages })]),
        ]),
      ]);
      return summarizeRuns(buildTraceTree(events))[0]?.promptVersion;
    });
    expect(versions[0]).toBe(versions[1]);
    expect(versions[2]).not.toBe(versions[1]);
  });

  test.each([
    [{ ok: true, turns: 1, partial: fail }, "partial", "tool_error"],
    [{ ok: false, turns: 1, fail }, "failed", "tool_error"],
    [undefined, "unfinished", undefined],
  ] as const)("reads the outcome of %j", (end, outcome, reason) => {
    const [summary] = summarizeRuns(buildTraceTree(eventsOf([mission([0, 9], end, [])])));
    expect([summary?.outcome, summary?.reason]).toEqual([outcome, reason]);
  });

  test("a run that paused waits until it is resumed", () => {
    const events = eventsOf([mission([0, 9], undefined, [])]);
    const [{ traceId, spanId } = { traceId: "", spanId: "" }] = events;
    const mark = { traceId, spanId: "mark", parentSpanId: spanId, time: 5 };
    const paused: TraceEvent = { ...mark, type: "run-paused", data: { pending: [], effects: 0 } };
    const resumed: TraceEvent = { ...mark, type: "run-resumed", data: { decided: [] } };
    const outcomeOf = (...more: readonly TraceEvent[]) =>
      summarizeRuns(buildTraceTree([...events, ...more]))[0]?.outcome;
    expect(outcomeOf(paused)).toBe("waiting");
    expect(outcomeOf(paused, { ...resumed, spanId: "later" })).toBe("unfinished");
  });

  test("a trace without its beginning is an unfinished run, and wrong numbers count as zero", () => {
    const events = audit()
      .filter(({ type, traceId }) => traceId.startsWith("c") || !type.startsWith("mission"))
      .map((event): TraceEvent =>
        event.type === "model-request-end"
          ? { ...event, data: { ...event.data, usage: { inputTokens: -5, outputTokens: NaN } } }
          : event,
      );
    const runs = summarizeRuns(buildTraceTree(events));
    expect(runs).toMatchObject([
      { outcome: "unfinished", turns: 3, childMissions: 1, inputTokens: 0, outputTokens: 0 },
    ]);
    expect(runs[0]).not.toHaveProperty("agent");
  });
});

describe("groupRuns", () => {
  const runs = [
    ...summarizeRuns(buildTraceTree(audit())),
    ...summarizeRuns(buildTraceTree(audit({ ok: false, turns: 2, fail }))),
    ...summarizeRuns(buildTraceTree(eventsOf([mission([0, 9], undefined, [])]))),
  ];

  test("gives the pass rate, spreads and the cache hit rate of all runs", () => {
    const [group] = groupRuns(runs);
    expect(group).toMatchObject({
      ...{ runs: 3, answered: 1, failed: 1, unfinished: 1, passRate: 0.5 },
      turns: { total: 6, median: 3, maximum: 3 },
      cost: { total: 8, median: 4, maximum: 4 },
      durationMs: { total: 200, median: 100, maximum: 100 },
    });
    expect(group?.cacheHitRate).toBeCloseTo(80 / 214);
    expect(group).not.toHaveProperty("key");
    expect(groupRuns([])).toEqual([]);
  });

  test("groups by agent, by all models of a run and by reason, the largest group first", () => {
    const keys = (by: Parameters<typeof groupRuns>[1]) =>
      groupRuns(runs, by).map(({ key, runs: count }) => [key, count]);
    expect(keys("agent")).toEqual([
      ["audit", 2],
      [undefined, 1],
    ]);
    expect(keys("model")).toEqual([
      ["large + small", 2],
      [undefined, 1],
    ]);
    expect(keys("reason")).toEqual([
      [undefined, 2],
      ["tool_error", 1],
    ]);
  });

  test("keys groups by hostile names without touching prototypes", () => {
    const hostile = ["__proto__", "constructor", "toString"].map((agent) =>
      mission([0, 1], { ok: true, turns: 0 }, [], { agent, traceId: agent }),
    );
    const groups = groupRuns(summarizeRuns(buildTraceTree(eventsOf(hostile))), "agent");
    expect(groups.map(({ key }) => key)).toEqual(["__proto__", "constructor", "toString"]);
  });

  test("throws an OptionError for an unknown grouping", () => {
    expect(() => groupRuns(runs, "colour" as "agent")).toThrow(
      "expected one of all, agent, promptVersion, model, outcome, reason, got colour",
    );
  });
});
