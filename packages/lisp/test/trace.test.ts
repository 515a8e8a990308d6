// What a trace tells of a program.

import { TraceScope, systemClock, type TraceEvent } from "@ptc/core/contracts";
import { expect, test } from "vitest";
import { run } from "../src/index.ts";

test("the text of a result has no firewalled field in it, whatever names the field", async () => {
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
