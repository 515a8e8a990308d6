// Contents of a program's trace.

import { TraceScope, systemClock, type Tool, type TraceEvent } from "@ptc/core/contracts";
import { expect, test } from "vitest";
import { run } from "../src/index.ts";
import { wrappedTool } from "../src/internal.ts";

test("the text of a result has no firewalled field in it, under any name", async () => {
  const events: TraceEvent[] = [];
  const trace = new TraceScope({
    sink: { emit: (event) => events.push(event) },
    clock: systemClock,
    random: Math.random,
    traceId: "t",
  });
  const step = await run('[data/row {:_k "canary"} #{{\'_s "canary"}}]', {
    trace,
    context: { row: { id: 1, _token: "canary" } },
  });
  expect(JSON.stringify(step.ok && step.return)).toContain("canary");
  const end = events.find(({ type }) => type === "program-end");
  expect(end?.data).toMatchObject({
    text: '[{"id" 1, "_token" <Firewalled>} {:_k <Firewalled>} #{{_s <Firewalled>}}]',
  });
});

test("work that a tool starts in its own span is nested below its call", async () => {
  const events: TraceEvent[] = [];
  const trace = new TraceScope({
    sink: { emit: (event) => events.push(event) },
    clock: systemClock,
    random: Math.random,
    traceId: "t",
  });
  const ask: Tool = {
    execute: async (_, context) => {
      const inner = await run("(+ 1 2)", { trace: context.trace });
      return inner.ok && inner.return;
    },
  };
  const tools = { ask: wrappedTool("ask", ask, [(execute) => execute]) };
  await run("(pmap (fn [_] (tool/ask)) [1 2])", { trace, tools });
  const started = (type: TraceEvent["type"]) => events.filter((event) => event.type === type);
  const calls = started("tool-call-start").map(({ spanId }) => spanId);
  const [outer, ...inner] = started("program-start").map(({ parentSpanId }) => parentSpanId);
  expect(outer).toBeUndefined();
  expect([...inner].sort()).toEqual([...calls].sort());
});
