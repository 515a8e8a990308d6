// Tests the parts of the hostile command: the programs that it makes, and its report for a program
// that violates a guarantee.

import { describe, expect, test } from "vitest";
import { OptionError } from "@ptc/core/errors";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, previewPrompt, run as runAgent } from "@ptc/subagent";
import { formatFeedback, formatResult } from "@ptc/subagent/text";
import { Random } from "../fuzz/random.ts";
import { Corpus } from "./corpus.ts";
import { families } from "./families.ts";
import { caseMaker, type Case } from "./family.ts";
import { hostileHost } from "./hostile-host.ts";
import { jsonLine } from "./json-line.ts";
import { findingOf } from "./judge.ts";
import { regressionPrograms } from "./regression-programs.ts";
import { bounds, measured, unexpected, watched } from "./measured.ts";
import { mutated } from "./mutate.ts";
import { hostValue } from "./shapes/host-value.ts";
import type { Shape } from "./shapes/shape.ts";

describe("hostile programs", () => {
  test("hostile programs are determined by the seed", async () => {
    const make = async (): Promise<string[]> => {
      const corpus = await Corpus.read(new Random(7));
      return Array.from({ length: 200 }, () => corpus.program());
    };
    const programs = await make();
    expect(await make()).toEqual(programs);
    expect(new Set(programs).size).toBeGreaterThan(180);
  });

  test("mutation changes most programs", () => {
    const random = new Random(3);
    const results = Array.from({ length: 300 }, () =>
      mutated("(+ 1 [2 {:a 3}])", "(f)", ["inc"], random),
    );
    expect(results.filter((text) => text !== "(+ 1 [2 {:a 3}])").length).toBeGreaterThan(250);
  });
});

describe("findingOf", () => {
  const step = (source: string, changes: object) =>
    findingOf(async () => ({ ...(await (await import("@ptc/lisp")).run(source)), ...changes }));

  test("reports nothing for a valid step", async () => {
    expect(await step("(def x 1)", {})).toBeUndefined();
    expect(await step("(inc nil)", {})).toBeUndefined();
  });

  test.each<readonly [string, object, RegExp]>([
    [
      "(inc nil)",
      { fail: { reason: "eval_error", message: "x", details: { kind: "internal_error" } } },
      /internal error/,
    ],
    ["(inc nil)", { fail: { reason: "eval_error", message: "" } }, /without a message/],
    [
      "(inc nil)",
      { fail: { reason: "eval_error", message: "bad\n    at f (x.ts:1:2)" } },
      /a place of the host/,
    ],
    ["1", { return: undefined }, /answers undefined/],
    [
      "1",
      {
        memory: {
          toJSON: () => {
            throw new TypeError("no");
          },
        },
      },
      /memory cannot be written/,
    ],
  ])("reports the fault of %s with %o", async (source, changes, finding) => {
    expect(await step(source, changes)).toMatch(finding);
  });

  test("reports an exception, a change of the host, and a program that takes too long", async () => {
    expect(await findingOf(() => Promise.reject(new Error("no")))).toMatch(/^rejects: Error: no/);
    const polluting = async () => {
      Object.defineProperty(Object.prototype, "polluted", {
        value: 1,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      return await (await import("@ptc/lisp")).run("1");
    };
    try {
      expect(await findingOf(polluting)).toMatch(/changes Object.prototype: polluted/);
    } finally {
      Reflect.deleteProperty(Object.prototype, "polluted");
    }
    expect(await findingOf(async () => (await import("@ptc/lisp")).run("1"), -1)).toMatch(/^took/);
  });
});

describe("families of attacks", () => {
  const cases = async (seed: number, count: number): Promise<readonly Case[]> => {
    const random = new Random(seed);
    const next = caseMaker(random, await Corpus.read(random), families);
    return Array.from({ length: count }, next);
  };

  test("cases are determined by the seed, and every family is chosen", async () => {
    const made = await cases(3, 400);
    expect(await cases(3, 400)).toEqual(made);
    expect(new Set(made.map(([name]) => name))).toEqual(new Set(families.map(({ name }) => name)));
    // A case is JSON and survives a round trip.
    expect(JSON.parse(jsonLine(made))).toEqual(made);
    expect(jsonLine(made)).not.toMatch(/[\n\r\u2028\u2029]/);
  });

  // `.ci/run` runs them for a minute.
  test("no attack violates a guarantee", { timeout: 300_000 }, async () => {
    const host = hostileHost();
    try {
      const random = new Random(4);
      const corpus = await Corpus.read(random);
      for (const each of families) {
        const next = caseMaker(random, corpus, [each]);
        const batch = Array.from({ length: Math.min(4, each.share) }, next);
        expect(await host.judge(batch), each.name).toEqual([]);
      }
    } finally {
      host.stop();
    }
  });

  test("measures the costs of attacks and reports unexpected errors", async () => {
    const spin = async (): Promise<undefined> => {
      const before = process.cpuUsage();
      while (process.cpuUsage(before).user < 30_000) Math.sqrt(2);
      return Promise.resolve(undefined);
    };
    const least = { milliseconds: 10, megabytes: 1_000_000 };
    expect(await measured(spin, least)).toMatch(/^takes 0\.\d s of processor time$/);
    expect(await measured(spin, bounds)).toBeUndefined();
    expect((await watched(spin)).stall).toBeGreaterThan(25);
    expect(unexpected(new TypeError("x is no function"), ["OptionError"])).toMatch(
      /^throws: TypeEr/,
    );
    expect(unexpected(new OptionError("memory", "is none"), ["OptionError"])).toBeUndefined();
  });
});

const collidingMaps: Shape = {
  is: "set",
  of: { is: "colliding", as: "map", places: 11 },
  times: 30,
};

test("a prompt doesn't fully read host Maps whose keys collide", { tags: "full" }, async () => {
  const x = hostValue(collidingMaps);
  const before = process.cpuUsage();
  expect(formatResult(x).text).toBe('"..."');
  expect(formatFeedback([x]).truncated).toBe(true);
  const agent = defineAgent({ prompt: "Go.", maxTurns: 1 });
  const { user } = process.cpuUsage(before);
  expect(JSON.stringify(previewPrompt(agent, { x }))).toContain("data/x  too large to describe");
  expect(user / 1000).toBeLessThan(bounds.milliseconds);
  const step = await runAgent(agent, { llm: createScriptedModel(["(return 1)"]), context: { x } });
  expect(step.ok || step.fail).toBe(true);
});

test.each(regressionPrograms)(
  "a program that once violated a guarantee doesn't violate it again: %s",
  { tags: "full" },
  async (program) => {
    const { judge } = await import("./judge.ts");
    expect(await judge(program)).toBeUndefined();
  },
);
