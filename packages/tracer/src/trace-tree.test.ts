// Tests child missions in the tree, each with its own trace. The tests of the memory tracer cover
// trees of one trace.

import fc from "fast-check";
import type { TraceEvent } from "@ptc/core/contracts";
import { describe, expect, test } from "vitest";
import { buildTraceTree, type TraceSpan } from "./trace-tree.ts";

/**
 * Returns the start of mission `traceId` with span `m`, optionally below a span of another trace.
 */
function missionStart(traceId: string, below?: readonly [string, string], time = 0): TraceEvent {
  return {
    type: "mission-start",
    traceId,
    spanId: "m",
    ...(below === undefined ? {} : { parentSpanId: below[1] }),
    time,
    data: {
      ...(below === undefined ? {} : { parentTraceId: below[0], depth: 1 }),
      prompt: traceId,
      tools: [],
    },
  };
}

function missionEnd(traceId: string, below?: readonly [string, string]): TraceEvent {
  return {
    type: "mission-end",
    traceId,
    spanId: "m",
    ...(below === undefined ? {} : { parentSpanId: below[1] }),
    time: 9,
    data: { ok: true, turns: 1 },
  };
}

function callStart(traceId: string, spanId: string, parentSpanId = "m"): TraceEvent {
  return {
    type: "tool-call-start",
    traceId,
    spanId,
    parentSpanId,
    time: 0,
    data: { name: "ask", args: {}, address: "a" },
  };
}

/** Returns `trace:span` with its children in brackets. Doesn't recurse, because chains are long. */
function outline(spans: readonly TraceSpan[]): string {
  let text = "";
  const rest: (TraceSpan | string)[] = [...spans].reverse();
  for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
    if (typeof item === "string") text += item;
    else {
      text += ` ${item.traceId}:${item.spanId}`;
      if (item.children.length > 0) rest.push(")", ...[...item.children].reverse(), "(");
    }
  }
  return text.trimStart();
}

const parent = [missionStart("p"), callStart("p", "1"), callStart("p", "2"), missionEnd("p")];
const first = [missionStart("c", ["p", "1"], 1), callStart("c", "1"), missionEnd("c", ["p", "1"])];
const second = [missionStart("d", ["p", "2"], 2), missionEnd("d", ["p", "2"])];
const deepest = [missionStart("e", ["c", "1"], 3), missionEnd("e", ["c", "1"])];

describe("child missions", () => {
  test("puts a child mission below the tool call that ran it, in any order of files", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([parent, first, second, deepest], { minLength: 4 }),
        (files) => {
          const tree = buildTraceTree(files.flat());
          expect(outline(tree)).toBe("p:m( p:1( c:m( c:1( e:m))) p:2( d:m))");
          expect(tree[0]?.children[0]?.children[0]).toMatchObject({
            durationMs: 8,
            isOpen: false,
            parentSpanId: "1",
          });
        },
      ),
    );
  });

  test("makes a child mission outermost if its parent is missing", () => {
    expect(outline(buildTraceTree([...deepest, ...second, ...parent]))).toBe(
      "e:m p:m( p:1 p:2( d:m))",
    );
    expect(outline(buildTraceTree([missionEnd("c", ["p", "1"]), ...parent]))).toBe(
      "c:m p:m( p:1 p:2)",
    );
  });

  test("sorts the missions of a call by their start", () => {
    const missions = ["a", "b", "c"].map((id, index) => missionStart(id, ["p", "1"], index));
    expect(outline(buildTraceTree([...missions.toReversed(), ...parent]))).toBe(
      "p:m( p:1( a:m b:m c:m) p:2)",
    );
  });

  test("finds the parent of a mission by trace id and span id together", () => {
    const events = [callStart("c", "1"), ...first, ...parent];
    expect(outline(buildTraceTree(events))).toBe("c:1 p:m( p:1( c:m( c:1)) p:2)");
  });
});

describe("hostile links", () => {
  test("hostile links close no cycle and lose no span", () => {
    expect(outline(buildTraceTree([missionStart("a", ["a", "m"])]))).toBe("a:m");
    const ring = ["a", "b", "c"].flatMap((id, index, ids) => [
      missionStart(id, [ids[(index + 1) % 3] ?? "", "1"]),
      callStart(id, "1"),
    ]);
    expect(outline(buildTraceTree(ring))).toBe("c:m( c:1( b:m( b:1( a:m( a:1)))))");
  });

  test("builds a tree of every span from any links", () => {
    const id = fc.constantFrom("a", "b", "c");
    const below = fc.option(fc.tuple(id, fc.constantFrom("m", "1", "2")), { nil: undefined });
    const event = fc.oneof(
      fc.tuple(id, below).map(([traceId, link]) => missionStart(traceId, link)),
      fc.tuple(id, below).map(([traceId, link]) => missionEnd(traceId, link)),
      fc
        .tuple(id, fc.constantFrom("1", "2"), fc.constantFrom("m", "1", "2"))
        .map(([traceId, spanId, around]) => callStart(traceId, spanId, around)),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const seen = new Map<TraceEvent | undefined, number>();
        const rest = [...buildTraceTree(events)];
        for (let span = rest.pop(); span !== undefined; span = rest.pop()) {
          for (const each of [span.start, span.end])
            if (each !== undefined) seen.set(each, (seen.get(each) ?? 0) + 1);
          rest.push(...span.children);
        }
        expect([seen.size, ...new Set(seen.values())]).toEqual(
          events.length === 0 ? [0] : [events.length, 1],
        );
      }),
      { numRuns: 300 },
    );
  });

  test.each<[string, (index: number) => readonly [string, string]]>([
    ["a chain", (index) => [String(index - 1), "m"]],
    ["a chain from its end", (index) => [String(index + 1), "m"]],
    ["one span", () => ["0", "m"]],
    ["themselves", (index) => [String(index), "m"]],
  ])("very many links take linear time: %s", (_, below) => {
    const count = 50_000;
    const events = Array.from({ length: count }, (__, index) =>
      missionStart(String(index), below(index)),
    );
    const before = process.cpuUsage();
    const tree = buildTraceTree(events);
    const { user } = process.cpuUsage(before);
    expect(tree).toHaveLength(below(7)[0] === "7" ? count : 1);
    // This takes less than a tenth of a second; if each chain were followed, it would take many.
    expect(user / 1000).toBeLessThan(2_000);
  });
});
