import { Firewall } from "@ptc/core/firewall";
import type { Json } from "@ptc/core/encoding";
import { encodedValue } from "@ptc/core/internal/stored";
import { workBudget } from "@ptc/core/values";
import { turnQueue } from "@ptc/core/internal/task";
import { describe, expect, test, vi } from "vitest";
import { run } from "../../src/index.ts";
import { shownInPieces, shownJson } from "../../src/waiting/checkpoint-mask.ts";
import {
  encodedInPieces,
  isLargeData,
  isPlainInPieces,
  lengthInPieces,
  textInPieces,
} from "../../src/waiting/encoded-pieces.ts";
import { isPlainPart } from "../../src/waiting/plain-parts.ts";

const meter = () => workBudget("a test", 10_000_000);

const row = (index: number) => ({
  id: index,
  name: `row ${String(index)}`,
  _token: `secret-${String(index)}`,
  when: new Date(index),
  tags: ["a", undefined, -0, 10n ** 20n],
});

const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index));

const values: readonly (readonly [string, unknown])[] = [
  ["rows", { rows: rows(3_000), other: [[1, 2]] }],
  ["a Map among many rows", [...rows(3_000), new Map([[{ a: 1 }, new Set([1])]])]],
  ["names that are numbers or tags", { rows: rows(2_000), 7: "a", $set: [1], ":a": 1, "a-b": 2 }],
  ["a name of Object.prototype", { rows: rows(2_000), constructor: 1 }],
  ["objects in objects", { a: { b: { c: { d: rows(2_000) } } }, empty: {}, none: [] }],
  ["numbers", Array.from({ length: 30_000 }, (_, index) => index / 3)],
  ["pairs", Array.from({ length: 5_000 }, (_, index) => ["_key", index])],
  ["a text", "_".repeat(50_000)],
  [
    "an array with holes and a field",
    Object.assign(Array<unknown>(2_500), rows(2_000), { extra: 1 }),
  ],
  ["nothing", undefined],
];

describe("data that is written in pieces", () => {
  test.each(values)("is the same as in one piece: %s", async (_, value) => {
    const json = encodedValue(value, meter());
    expect(await encodedInPieces(value, meter())).toEqual(json);
    expect(await lengthInPieces(json)).toBe(JSON.stringify(json).length);
    expect(await textInPieces(json)).toBe(JSON.stringify(json));
    const firewall = new Firewall();
    expect(await isPlainInPieces(json, firewall)).toBe(isPlainPart(json, firewall));
    expect(await shownInPieces(json, firewall)).toEqual(shownJson(json, firewall));
    firewall.note("row 7");
    expect(await shownInPieces(json, firewall)).toEqual(shownJson(json, firewall));
  });

  test.each(values)("has the same limit of work: %s", async (_, value) => {
    const whole = (): Json => encodedValue(value, workBudget("a test", 20));
    let expected: string | undefined;
    try {
      whole();
    } catch (error) {
      expected = String(error);
    }
    const made = await encodedInPieces(value, workBudget("a test", 20)).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    expect(made).toBe(expected);
  });
});

test("JSON is only plain if all of it is shown and decodes to itself", () => {
  const firewall = new Firewall();
  const shown: readonly Json[] = [1, "a_b", null, { a: ["b", { "c-d": true }] }, "see u5", []];
  for (const json of shown) expect([json, isPlainPart(json, firewall)]).toEqual([json, true]);
  const others: readonly Json[] = [
    { _a: 1 },
    ["_a", 1],
    ":_a",
    { $keyword: "_a" },
    { $set: [1] },
    '{"_a": 1}',
    '{"\\u005fa": 1}',
    "<Firewalled 1>",
    { "user/_a": 1 },
    "user/_a",
    { "a b": 1 },
  ];
  for (const json of others) expect([json, isPlainPart(json, firewall)]).toEqual([json, false]);
  firewall.note("a secret");
  expect(isPlainPart("anything", firewall)).toBe(false);
});

test(
  "other work of the host gets turns while a large context and result are stored",
  { tags: "full" },
  async () => {
    const large = Array.from({ length: 10_000 }, (_, id) => ({ id, when: new Date(id), n: "a_b" }));
    const source = "(do (tool/look {}) (tool/last {}) (tool/pay {}))";
    const turn = vi.spyOn(turnQueue, "enter");
    /** Returns the turns that the host gets after the last call. */
    const turnsOf = async (context: Readonly<Record<string, unknown>>): Promise<number> => {
      const step = await run(source, {
        tools: {
          look: () => context,
          pay: { needsApproval: true, execute: () => "paid" },
          last: () => {
            turn.mockClear();
            return 1;
          },
        },
        context,
        keepContext: true,
      });
      expect(step.status === "waiting" ? "waiting" : step).toBe("waiting");
      return turn.mock.calls.length;
    };
    const others = await turnsOf({ small: 1 });
    expect((await turnsOf({ large })) - others).toBeGreaterThan(20);
    turn.mockRestore();
  },
);

test("data is large if encoding it in one piece takes long", () => {
  expect(isLargeData(rows(3_000))).toBe(true);
  expect(isLargeData({ rows: { a: "x".repeat(50_000) } })).toBe(true);
  expect(isLargeData(new Map(rows(5_000).map((each) => [each.id, each])))).toBe(true);
  const refusing = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("no");
      },
    },
  );
  for (const small of [rows(10), undefined, 7, "text", refusing])
    expect(isLargeData(small)).toBe(false);
});

test.each(["at once", "later"])(
  "other work of the host gets turns while a large result that came %s is encoded",
  async (when) => {
    const large = Array.from({ length: 16_000 }, (_, id) => ({ id, when: new Date(id) }));
    const turn = vi.spyOn(turnQueue, "enter");
    const turnsOf = async (rowsOfResult: readonly unknown[]): Promise<number> => {
      let turns = 0;
      await run("(do (tool/look {}) (tool/next {}) (tool/pay {}))", {
        tools: {
          look: () => {
            turn.mockClear();
            return when === "at once" ? rowsOfResult : Promise.resolve(rowsOfResult);
          },
          next: () => {
            turns = turn.mock.calls.length;
            return 1;
          },
          pay: { needsApproval: true, execute: () => "paid" },
        },
      });
      return turns;
    };
    const others = await turnsOf([1]);
    expect((await turnsOf(large)) - others).toBeGreaterThan(3);
    turn.mockRestore();
  },
);
