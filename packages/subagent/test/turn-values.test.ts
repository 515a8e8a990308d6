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

const pages = "(defn pages [n] (lazy-seq (cons (tool/page {:n n}) (pages (inc n)))))";

/** A last value, the calls that show it, and its text. */
const paged: readonly (readonly [last: string, calls: number, text: string])[] = [
  ["(pages 1)", 10, "[1 2 3 4 5 6 7 8 9 10 #_(more)]"],
  ["(def ps (pages 1)) ps", 10, "[1 2 3 4 5 6 7 8 9 10 #_(more)]"],
  ["{:a (pages 1)}", 10, "{:a [1 2 3 4 5 6 7 8 9 10 #_(more)]}"],
  ["(map inc (pages 1))", 10, "[2 3 4 5 6 7 8 9 10 11 #_(more)]"],
  ["(take 30 (pages 1))", 10, "[1 2 3 4 5 6 7 8 9 10 #_(more)]"],
  ["(take 10 (pages 1))", 10, "[1 2 3 4 5 6 7 8 9 10]"],
];

class Pages {
  calls = 0;
  private readonly failing: number;

  constructor(failing = 101) {
    this.failing = failing;
  }

  readonly tools = {
    page: ({ n }: { readonly n?: unknown }): unknown => {
      this.calls++;
      if (n === this.failing) throw new Error("boom");
      return n;
    },
  };
}

describe("a turn that ends with a sequence of tool results", () => {
  test.each(paged)("makes only the calls for what it shows of %s", async (last, calls, text) => {
    const source = new Pages();
    const { step, sent } = await play([`${pages} (def n 5) ${last}`, "(return n)"], {
      maxTurns: 2,
      tools: source.tools,
    });
    expect(step.ok && step.return).toBe(5);
    expect(source.calls).toBe(calls);
    expect(sent[1]).toContain(`<data kind="value">\n${text}\n</data>`);
  });

  test("makes as many calls as the model sees elements", async () => {
    const source = new Pages();
    const { sent } = await play([`${pages} (pages 1)`, "(return 1)"], {
      maxTurns: 2,
      tools: source.tools,
      format: { feedbackLimit: 3 },
    });
    expect(source.calls).toBe(3);
    expect(sent[1]).toContain("[1 2 3 #_(more)]");
  });

  test.each(["explicit", "implicit"] as const)(
    "fails with the error of an element after one request, completion %s",
    async (completion) => {
      const source = new Pages(3);
      const { step, sent } = await play([`${pages} {:a (pages 1)}`, "(return 1)"], {
        maxTurns: 2,
        tools: source.tools,
        completion,
      });
      expect(step.turns[0]?.ok).toBe(false);
      expect(source.calls).toBe(3);
      expect(sent[1]).toContain("boom");
    },
  );

  test("returns all elements of the answer with implicit completion", async () => {
    const source = new Pages();
    const { step } = await play([`${pages} (take 30 (pages 1))`], {
      maxTurns: 1,
      tools: source.tools,
    });
    expect(step.ok && step.return).toHaveLength(30);
  });
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
