// Tests that a turn keeps its definitions, whatever its last value is.

import { describe, expect, test } from "vitest";
import { stepFromJson, stepToJson } from "../src/step-json/index.ts";
import { play } from "./missions.ts";

const looks: readonly (readonly [last: string, text: string])[] = [
  ["(frequencies [[1 2] [1 2]])", "{[1 2] 2}"],
  ["(group-by (juxt :a :b) [{:a 1 :b 2}])", "{[1 2] [{:a 1, :b 2}]}"],
  ['{:a 1 "a" 2}', '{:a 1, "a" 2}'],
  ["{inc 1}", "{<function:inc> 1}"],
  ["(atom 1)", "<atom>"],
  ["(map inc (range))", "[1 2 3 4 5 6 7 8 9 10 #_(more)]"],
  ['(lazy-seq (cons 1 (lazy-seq (throw (ex-info "boom" {})))))', "[1 ...]"],
];

describe.each(["explicit", "implicit"] as const)("completion %s", (completion) => {
  test.each(looks)("shows %s and keeps the definitions beside it", async (look, text) => {
    const { step, sent } = await play([`(def n 5) ${look}`, "(return (inc n))"], {
      completion,
      maxTurns: 2,
      retryTurns: 0,
    });
    expect(step.ok && step.return).toBe(6);
    expect(step.turns[0]?.ok).toBe(true);
    expect(sent[1]).toContain(`<data kind="value">\n${text}\n</data>`);
    expect(sent[1]).toContain("Defined: n (number)");
  });

  test("the next program reads a value without a host form as *1", async () => {
    const { step } = await play(["(frequencies [[1 2] [1 2]])", "(return (get *1 [1 2]))"], {
      completion,
      maxTurns: 2,
      retryTurns: 0,
    });
    expect(step.ok && step.return).toBe(2);
  });
});

test("tells a model whose values are answers why a value can't be one", async () => {
  const { sent } = await play(["(frequencies [[1 2] [1 2]])", "1"], {
    completion: "implicit",
    maxTurns: 2,
  });
  expect(sent[1]).toContain("As an answer, the value does not match the signature:");
  expect(sent[1]).toContain("a vector is used as a map key");
});

test("a value without a host form can't be the answer of the last turn", async () => {
  const { step } = await play(["(def n 5) {[1 2] n}"], {
    completion: "implicit",
    maxTurns: 1,
    retryTurns: 0,
  });
  expect(step.ok ? undefined : step.fail.message).toContain("a vector is used as a map key");
});

test("the beginning of an endless sequence is never an answer", async () => {
  const { step } = await play(["(range)", "(return 1)"], { completion: "implicit", maxTurns: 2 });
  expect(step.ok && step.return).toBe(1);
});

test("a returned value without a host form fails the turn", async () => {
  const { step, sent } = await play(["(def n 5) (return {[1 2] n})", "(return 1)"], {
    maxTurns: 2,
    retryTurns: 0,
  });
  expect(step.turns[0]?.ok).toBe(false);
  expect(sent[1]).toContain("a vector is used as a map key");
});

test("a step with such a value becomes JSON and is read back", async () => {
  const { step } = await play(["(def n 5) {[1 2] n}", "(return n)"], { maxTurns: 2 });
  const read = await stepFromJson(JSON.parse(JSON.stringify(stepToJson(step))));
  expect(read.ok && read.step.turns[0]?.result).toEqual(new Map([[[1, 2], 5]]));
});
