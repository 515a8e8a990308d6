// The documented rule for host values: plain data crosses, and the step reports where other values
// are. It applies in process and in the pool.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { ToolFunction, Tools } from "@ptc/core/contracts";
import { printValue } from "@ptc/core/printing";
import { run, type LispStep, type LispRunOptions } from "../src/index.ts";
import { createPool } from "../src/node/index.ts";
import { hostDataRules } from "./host-data-rules.ts";
import { keepsCompiled } from "./node/pools.ts";

const pool = createPool({ size: 1, execArgv: keepsCompiled });
afterAll(() => pool.close());

type Runs = (source: string, options: Omit<LispRunOptions, "clock">) => Promise<LispStep>;
const places: readonly (readonly [place: string, runs: Runs])[] = [
  ["in process", run],
  ["in the pool", (source, options) => pool.run(source, options)],
];

test("the table in the reference equals the tested one", () => {
  const text = readFileSync(
    join(import.meta.dirname, "../../../docs/reference/host-values.md"),
    "utf8",
  );
  const [, table = ""] = /<!-- rules -->\n([^]*?)\n<!-- end of rules -->/.exec(text) ?? [];
  const rows = table
    .trim()
    .split("\n")
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  expect(rows).toEqual(hostDataRules.map(({ kind, becomes }) => [kind, becomes]));
});

describe.each(places)("%s", (_place, runs) => {
  test.each(hostDataRules)("reads as documented: $kind", async ({ make, seen, warns }) => {
    const collections = "language";
    const shown = (step: LispStep): unknown => (step.ok ? printValue(step.value) : step.fail);
    const inContext = await runs("(get-in data/rows [1 :x])", {
      context: { rows: [0, { x: make() }] },
      collections,
    });
    expect([shown(inContext), inContext.warnings]).toEqual([
      seen,
      warns === undefined ? undefined : [`data/rows[1].x ${warns}`],
    ]);
    const answered = await runs("(get-in (tool/give) [0 :x])", {
      tools: { give: () => [{ x: make() }] },
      collections,
    });
    expect([shown(answered), answered.warnings]).toEqual([
      seen,
      warns === undefined ? undefined : [`[0].x in the result of tool/give ${warns}`],
    ]);
    const strict = await runs("(get-in (tool/give) [0 :x])", {
      tools: { give: () => [{ x: make() }] },
      strictData: true,
      collections,
    });
    if (warns === undefined) expect(shown(strict)).toBe(seen);
    else
      expect(strict).toMatchObject({
        ok: false,
        fail: {
          reason: "eval_error",
          message: `[0].x in the result of tool/give ${warns}`,
          details: { kind: "type_error" },
        },
      });
  });

  test("warns only about values that are read, and once for a class", async () => {
    const context = { a: Promise.resolve(1), b: 2 };
    expect((await runs("data/b", { context })).warnings).toBeUndefined();
    const rule = hostDataRules.find(({ warns }) => warns?.includes("getters"));
    const rows = Array.from({ length: 50 }, () => rule?.make());
    expect((await runs("(count (map :id data/rows))", { context: { rows } })).warnings).toEqual([
      `data/rows[0] ${rule?.warns ?? ""}`,
    ]);
  });

  test("lists the first ten of a thousand losses", async () => {
    const rows = Array.from({ length: 1_000 }, () => ({ later: Promise.resolve(1) }));
    const step = await runs("(count (map :later data/rows))", { context: { rows } });
    expect(step).toMatchObject({ ok: true, return: 1_000 });
    expect(step.warnings).toHaveLength(11);
    expect(step.warnings?.at(-1)).toBe("more values that the program read are not plain data");
  });

  test("reports getters and elements that throw by their names", async () => {
    const fail = (): never => {
      throw new Error("no");
    };
    const context = {
      row: Object.defineProperty({ b: 1 }, "a\nb", { get: fail, enumerable: true }),
      list: Object.defineProperty([1, 2], 0, { get: fail }),
    };
    const step = await runs("[(vals data/row) data/list]", { context });
    expect(step).toMatchObject({
      ok: true,
      return: [
        [1, null],
        [null, 2],
      ],
    });
    expect(step.warnings).toEqual([
      expect.stringMatching(/^data\/row\["a.*b"\] cannot be read: it throws$/) as string,
      "data/list[0] cannot be read: it throws",
    ]);
  });
});

/**
 * Returns a tool that yields `count` numbers as text, and calls `letGo` when the consumer closes
 * it.
 */
function numbers(count: number, letGo: () => void = () => undefined): ToolFunction {
  return async function* () {
    try {
      for (let index = 0; index < count; index++) yield await Promise.resolve(`n${String(index)}`);
    } finally {
      letGo();
    }
  };
}

describe.each(places)("tool results that arrive piece by piece, %s", (_place, runs) => {
  test("collects results of generators and streams, returned directly or later", async () => {
    const tools: Tools = {
      now: numbers(3),
      later: async (args, call) => await Promise.resolve(numbers(2)(args, call)),
      stream: () =>
        new ReadableStream({
          start(controller) {
            controller.enqueue({ id: 1 });
            controller.close();
          },
        }),
    };
    const step = await runs("[(tool/now) (tool/later) (:id (first (tool/stream)))]", { tools });
    expect(step).toMatchObject({ ok: true, return: [["n0", "n1", "n2"], ["n0", "n1"], 1] });
    expect(step.toolCalls[0]?.result).toEqual(["n0", "n1", "n2"]);
  });

  test("a stream that fails is a failed call", async () => {
    const tools: Tools = {
      fails: async function* () {
        yield await Promise.resolve(1);
        throw new Error("line lost");
      },
    };
    expect(await runs("(tool/fails)", { tools })).toMatchObject({
      ok: false,
      fail: { reason: "tool_error", message: expect.stringContaining("line lost") as string },
    });
  });

  test("closes an endless stream at the memory limit", async () => {
    let letGo = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const step = await runs("(tool/endless)", {
      tools: { endless: numbers(Infinity, letGo) },
      limits: { memoryBytes: 1_000_000 },
    });
    expect(step).toMatchObject({
      ok: false,
      fail: { message: expect.stringContaining("option limits.memoryBytes") as string },
    });
    await ended;
  });

  test("closes an endless stream when the run is aborted", async () => {
    const stop = new AbortController();
    let letGo = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const step = await runs("(tool/endless)", {
      tools: {
        endless: async function* () {
          try {
            for (let index = 0; ; index++) {
              if (index === 1_000) stop.abort();
              yield await Promise.resolve(index);
            }
          } finally {
            letGo();
          }
        },
      },
      limits: { memoryBytes: 1e15 },
      signal: stop.signal,
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "cancelled" } });
    await ended;
  });
});
