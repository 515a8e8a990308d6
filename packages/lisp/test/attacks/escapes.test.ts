// Programs can't reach the host: see escapes.ts.

import { afterAll, describe, expect, test } from "vitest";
import { printValue } from "@ptc/core/printing";
import { renderFail, run, type LispRunOptions } from "../../src/index.ts";
import { escapeCases } from "./escapes.ts";
import { hostState } from "./host-state.ts";

const before = hostState();
afterAll(() => {
  expect(hostState()).toEqual(before);
});

const options: LispRunOptions = {
  tools: {
    echo: (args) => args,
    fail: () => {
      throw new Error("no");
    },
  },
  context: Object.freeze({ row: Object.freeze({ a: 1 }) }),
  journal: {},
  limits: { steps: 200_000 },
  collections: "language",
};

describe.each(Object.entries(escapeCases))("%s", (_, cases) => {
  test.each(cases)("keeps %s inside the language", async (program, outcome) => {
    const step = await run(program, options);
    const ended = step.ok ? `=> ${printValue(step.value)}` : String(step.fail.details?.kind);
    expect(ended).toBe(outcome);
    if (step.ok) return;
    const text = renderFail(step.fail);
    expect(step.fail.message).not.toBe("");
    // Texts for a model or a person must not reveal anything about the host, such as a stack or a
    // file path.
    expect(text).not.toMatch(/\n\s+at |file:\/\/|node_modules|\.ts:\d|\.js:\d|node:internal/);
  });
});

test("a refused program calls no tool", async () => {
  let calls = 0;
  const step = await run('(do (tool/count) (js/eval "1"))', { tools: { count: () => ++calls } });
  expect(step).toMatchObject({
    ok: false,
    fail: { reason: "analysis_error", details: { kind: "unbound_var" } },
  });
  expect(calls).toBe(0);
});
