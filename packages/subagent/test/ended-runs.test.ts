// Effects after the end of a run: once a failure has ended the whole run, no waiting call begins.

import { createScriptedModel } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import { asTool, defineAgent, run, tool, type AgentOptions } from "../src/index.ts";
import { call, calls, program } from "./native-calls.ts";
import { fenced } from "./missions.ts";

/** Returns an agent whose tool `book` ends the run, because the journal can't be stored. */
function booking(options: Partial<AgentOptions> = {}) {
  const paid: unknown[] = [];
  const child = defineAgent({
    prompt: "Book.",
    description: "Books.",
    signature: "() -> :int",
    llm: () => Promise.resolve(fenced('(return (task "book_1" 1))')),
  });
  const agent = defineAgent({
    prompt: "Book and pay.",
    tools: {
      book: asTool(child, { expose: "both" }),
      pay: tool({
        description: "Pays.",
        signature: "(id :int) -> :int",
        expose: "both",
        execute: ({ id }) => paid.push(id),
      }),
    },
    ...options,
  });
  const journal = { journal: {}, onJournal: () => Promise.reject(new Error("disk full")) };
  return { agent, paid, journal };
}

describe("a call that ends the run", () => {
  test.each(["combined", "text"] as const)(
    "lets no call of the same response that waits for a slot begin, in mode %s",
    async (mode) => {
      const { agent, paid, journal } = booking({ mode, concurrency: 1 });
      const llm = createScriptedModel([calls(call("a", "book", {}), call("b", "pay", { id: 1 }))]);
      const step = await run(agent, { llm, ...journal });
      expect(step).toMatchObject({ ok: false, fail: { reason: "journal_failed" } });
      expect(paid).toEqual([]);
    },
  );

  test("lets no call of another branch that waits for a slot begin", async () => {
    const { agent, paid, journal } = booking({ concurrency: 1 });
    const llm = createScriptedModel([
      fenced("(pcalls (fn [] (tool/book)) (fn [] (tool/pay {:id 1})) (fn [] (tool/pay {:id 2})))"),
    ]);
    const step = await run(agent, { llm, ...journal });
    expect(step).toMatchObject({ ok: false, fail: { reason: "journal_failed" } });
    expect(paid).toEqual([]);
  });

  test("prevents the program of the same response", async () => {
    const { agent, paid, journal } = booking({ mode: "combined" });
    const llm = createScriptedModel([
      calls(call("a", "book", {}), program("b", "(tool/pay {:id 1})")),
    ]);
    const step = await run(agent, { llm, ...journal });
    expect(step).toMatchObject({ ok: false, fail: { reason: "journal_failed" } });
    expect(paid).toEqual([]);
    expect(llm.requests).toHaveLength(1);
    expect(step.turns).toHaveLength(1);
    expect(step.toolCalls.map(({ name }) => name)).toEqual(["book"]);
  });

  test("leaves a failed call that doesn't end the run to the program", async () => {
    const { agent, paid } = booking({ mode: "combined" });
    const llm = createScriptedModel([
      calls(call("a", "pay", { id: "x" }), program("b", "(tool/pay {:id 2})")),
      "Done.",
    ]);
    expect(await run(agent, { llm })).toMatchObject({ ok: true, return: "Done." });
    expect(paid).toEqual([2]);
  });
});
