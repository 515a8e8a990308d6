// Tools with unusable results: hanging, too large, cyclic or unreadable. The program gets an error
// that names the kind, or a value that can be shown, and the next request stays small.
import { describe, expect, test } from "vitest";
import type { Tool } from "@ptc/core/contracts";
import { stepToJson } from "../src/step-json/index.ts";
import { play, textOf, type PlayedScene } from "./missions.ts";

const circle: Record<string, unknown> = { id: 1 };
circle["self"] = circle;
const list: unknown[] = [];
list.push(list);
const nested = (): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < 100_000; level++) value = [value];
  return value;
};
const unreadable = (): unknown => ({
  id: 1,
  get bad(): never {
    throw new Error("no reading");
  },
});
const refuse = (): never => {
  throw new Error("no looking");
};

/** Each result with the outcome of a program that shows it. */
const answers: Readonly<Record<string, readonly [execute: Tool["execute"], outcome: string]>> = {
  "nothing, ever": [() => new Promise(() => undefined), "tool_error"],
  "50 MB of text": [() => "x".repeat(50_000_000), "a value"],
  "50 MB within a map": [() => ({ text: "x".repeat(50_000_000) }), "a value"],
  // A million in `.ci/run`.
  "very many rows": [
    () =>
      Array.from(
        { length: process.env["PTC_TESTS"] === undefined ? 20_000 : 1_000_000 },
        (_, n) => ({ n, text: `row ${String(n)}` }),
      ),
    "a value",
  ],
  "an error of 50 MB": [
    () => {
      throw new Error("x".repeat(50_000_000));
    },
    "tool_error",
  ],
  "a map that contains itself": [() => circle, "a value"],
  "a list that contains itself": [() => list, "a value"],
  "a Map of it": [() => new Map([["a", circle]]), "a value"],
  "an endless nesting": [nested, "a value"],
  "an object with a field that throws": [unreadable, "a value"],
  "an object that throws when it is looked at": [
    () => new Proxy({}, { get: refuse, ownKeys: refuse, getPrototypeOf: refuse }),
    "tool_error",
  ],
  "a function": [() => () => 1, "a value"],
};

async function shown(execute: Tool["execute"], more: Partial<Tool> = {}): Promise<PlayedScene> {
  return await play(["(tool/look)", "(return 1)"], {
    tools: { look: { timeoutMs: 50, ...more, execute } },
    collectMessages: true,
  });
}

/** Returns the text of the second request without its system message. */
const history = ({ llm }: PlayedScene): string => textOf(llm.requests[1]?.messages.slice(1));

describe.each(Object.entries(answers))("a tool that returns %s", (_, [execute, outcome]) => {
  test("briefly reports the kind of the result", async () => {
    const played = await shown(execute);
    const [first] = played.step.turns;
    expect(played.step.ok).toBe(true);
    expect(first?.fail?.reason ?? "a value").toBe(outcome);
    expect(history(played).length).toBeLessThan(4_000);
    expect(() => JSON.stringify(stepToJson(played.step))).not.toThrow();
  });

  test.each(["() -> :any", "() -> {id :int}", "() -> [:string]"])(
    "briefly reports the kind of the result with the contract %s",
    async (signature) => {
      const played = await shown(execute, { signature, cache: true });
      expect(played.step.ok).toBe(true);
      expect(history(played).length).toBeLessThan(4_000);
    },
  );
});
