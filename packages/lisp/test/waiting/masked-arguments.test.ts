import type { Json } from "@ptc/core/encoding";
import { describe, expect, test } from "vitest";
import { CheckpointError, resume, run, type Checkpoint, type Tools } from "../../src/index.ts";
import { fitsMasked, SearchBudget } from "../../src/waiting/checkpoint-mask.ts";
import { textIndex } from "../../src/waiting/text-index.ts";
import { approvals, waiting } from "./waiting-step.ts";

const mark = "<Firewalled>";

function fits(json: Json, masked: Json): boolean {
  return fitsMasked(json, masked, new SearchBudget());
}

describe("masked arguments", () => {
  test.each<[string, Json, Json]>([
    ["text", "tok-1", mark],
    ["a part of a text", "for tok-1, now", `for ${mark}, now`],
    ["parts of a text", "a tok-1 b tok-2 c", `a ${mark} b ${mark} c`],
    [
      "a part between long ones",
      `${"a".repeat(99)}b tok ${"c".repeat(99)}`,
      `${"a".repeat(99)}b ${mark} ${"c".repeat(99)}`,
    ],
    ["names", { "tok-1": 1, "tok-2": 2 }, { [mark]: 2 }],
    ["a name beside a masked text", { "tok-1": 1, [mark]: 3 }, { [mark]: 1 }],
    [
      "names with different parts",
      { "tok-1 a": 1, "tok-2 b": 2 },
      { [`${mark} b`]: 2, [`${mark} a`]: 1 },
    ],
    ["a name that another one fits too", { "tok a": 1, tok: 2 }, { [mark]: 2, [`${mark} a`]: 1 }],
    ["values below masked names", { "tok-1": { a: ["x"] } }, { [mark]: { a: [mark] } }],
  ])("fit the same %s", (_, json, masked) => {
    expect(fits(json, masked)).toBe(true);
  });

  test.each<[string, Json, Json]>([
    ["another text", "for tok-1, later", `for ${mark}, now`],
    ["a text that is too short", "aba", `ab${mark}ba`],
    ["another value of a masked name", { "tok-1": 1 }, { [mark]: 2 }],
    ["another field beside a masked name", { "tok-1": 1, to: "Eve" }, { [`${mark}-1`]: 1 }],
    ["a missing field", { "tok-1": 1 }, { [mark]: 1, [`${mark}-1`]: 1 }],
    ["a longer list", [1, 2], [1]],
    ["a list in place of fields", [], {}],
  ])("don't fit %s", (_, json, masked) => {
    expect(fits(json, masked)).toBe(false);
  });
});

test("crafted masked names end the comparison instead of blocking it", async () => {
  const tools: Tools = {
    get: () => ({ a: 1 }),
    send: () => 1,
    pay: { needsApproval: true, execute: () => 1 },
  };
  const source = "(do (tool/send {:x (tool/get {})}) (tool/pay {:n 2}))";
  const step = waiting(await run(source, { tools }));
  const crafted = JSON.parse(JSON.stringify(step.checkpoint)) as {
    effects: [{ outcome: Json }, { args: Json }];
  };
  const many = (count: number, nameOf: (index: number) => string): Json =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [nameOf(index), 1]));
  crafted.effects[0].outcome = { json: { result: many(2_000, (index) => `k${String(index)}`) } };
  crafted.effects[1].args = { x: many(2_000, (index) => `${mark}k${String(1_999 - index)}`) };
  await expect(
    resume(source, crafted as unknown as Checkpoint, { tools, decisions: approvals(step) }),
  ).rejects.toThrow(
    new CheckpointError(
      "unreadable",
      "the checkpoint has too many masked names to compare: pass one that wasn't changed",
    ),
  );
});

test("values below masked names are compared within the same budget", () => {
  const value = Array.from({ length: 1_000 }, () => 1);
  const json = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, index) => [`k${String(index)}`, [...value, index]]),
  );
  expect(() => fits(json, { [mark]: [...value, -1] })).toThrow("too many masked names");
});

test("long parts of masked texts are found in linear time", () => {
  const part = "a".repeat(200_000);
  const text = "a".repeat(800_000);
  // The search of the host takes seconds.
  expect(textIndex(text, `${part}b${part}`, 0)).toBe(-1);
  expect(textIndex(`${text}b${part}c`, `${part}b${part}`, 5)).toBe(600_000);
});

test("the position of a part is that of `indexOf`", () => {
  let seed = 1;
  const drawn = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const textOf = (length: number): string =>
    Array.from({ length }, () => "ab"[drawn(20) === 0 ? 1 : 0]).join("");
  for (let round = 0; round < 300; round++) {
    const text = textOf(400);
    const part = drawn(2) === 0 ? textOf(33 + drawn(9)) : text.slice(200, 240 + drawn(50));
    const from = drawn(250);
    expect(textIndex(text, part, from)).toBe(text.indexOf(part, from));
  }
});
