// Every value from the host is plain data for a program; host-values.ts has the cases.

import { afterAll, describe, expect, test } from "vitest";
import { printValue } from "@ptc/core/printing";
import { run, type LispStep } from "../../src/index.ts";
import { endlessCases } from "./endless-values.ts";
import { hostValueCases } from "./host-values.ts";
import { hostState } from "./host-state.ts";

const before = hostState();
afterAll(() => {
  expect(hostState()).toEqual(before);
});

/** Returns the value that the program saw, or why it saw none. */
function seenIn(step: LispStep): string {
  if (step.ok) return printValue(step.value);
  const { message } = step.fail;
  return step.fail.details?.kind === "argument_error" && message.startsWith("task: ")
    ? message.replace(/^.*cannot be read: (?:[^ ]*: )?/, "error: ")
    : message;
}

describe.each(hostValueCases)("$name", ({ make, seen, journal }) => {
  test("a hostile host value becomes plain data, no matter how it enters a program", async () => {
    const collections = "language";
    expect(
      seenIn(
        await run("(:x (tool/give))", { tools: { give: () => ({ x: make() }) }, collections }),
      ),
    ).toBe(seen);
    expect(
      seenIn(
        await run("(:x (tool/give))", {
          tools: { give: async () => Promise.resolve({ x: make() }) },
          collections,
        }),
      ),
    ).toBe(seen);
    expect(seenIn(await run("data/x", { context: { x: make() }, collections }))).toBe(seen);
    expect(seenIn(await run("x", { memory: { x: make() }, collections }))).toBe(seen);
    expect(seenIn(await run('(task "x" 0)', { journal: { x: make() }, collections }))).toBe(
      journal ?? seen,
    );
  });

  test("a hostile value can be printed, stored and passed back to the host", async () => {
    const seen: unknown[] = [];
    const step = await run(
      "(do (def kept data/x) (println data/x) (tool/see {:x data/x}) data/x)",
      {
        context: { x: make() },
        tools: {
          see: (args) => {
            seen.push(args);
            return null;
          },
        },
      },
    );
    expect(step).toMatchObject({ ok: true });
    expect(seen).toHaveLength(1);
    if (step.ok) expect(JSON.parse(JSON.stringify(step.memory))).toHaveProperty("kept");
  });
});

describe.each(endlessCases)("$name", ({ make, reason }) => {
  const limits = { steps: 1_000_000 };

  test("an endless host value ends in an error that says what it is", async () => {
    const step = await run("(tool/give)", { tools: { give: make }, limits });
    expect(step).toMatchObject({ ok: false, fail: { reason } });
    expect(
      await run("(task :x (tool/give))", { tools: { give: make }, journal: {}, limits }),
    ).toMatchObject({ ok: false, fail: { reason } });
  });

  test("a program can catch the error of an endless host value", async () => {
    const looking = "(let [x (try (tool/give) (catch Exception e [1]))] (pos? (count x)))";
    expect(await run(looking, { tools: { give: make } })).toMatchObject({ ok: true, return: true });
  });
});
