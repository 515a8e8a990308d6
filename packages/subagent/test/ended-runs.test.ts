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

/** The options of a mission whose store fails once `failNow` is called. */
function failingLater() {
  let failNow = (): void => undefined;
  const failed = new Promise<void>((_, reject) => {
    failNow = () => {
      reject(new Error("disk full"));
    };
  });
  return { journal: {}, onJournal: () => failed, failNow };
}

describe("a journal store that fails", () => {
  const message = 'the result of the task "t" was not stored: disk full; it called no tools';
  const ended = { reason: "journal_failed", message, op: "task" };

  test.each([
    ["a task", '(task "t" 1)'],
    ["a reset task", '(task-reset "t")'],
  ])("lets no call that waits for a slot begin: %s", async (_, change) => {
    const { failNow, ...journal } = failingLater();
    const begun: unknown[] = [];
    // The call in the slot ends in the very task in which the store fails.
    const pay = ({ id }: Readonly<Record<string, unknown>>): Promise<number> => {
      begun.push(id);
      return new Promise((resolve) => {
        setTimeout(() => {
          failNow();
          resolve(1);
        });
      });
    };
    const step = await run("Pay.", {
      tools: { pay },
      concurrency: 1,
      llm: () =>
        `(pmap (fn [id] (if (= id 3) ${change} (do (tool/pay {:id id}) (tool/pay {:id (+ id 10)})))) [1 2 3 4 5])`,
      ...journal,
    });
    expect(step).toMatchObject({ ok: false, fail: ended });
    expect(begun).toEqual([1]);
    expect(
      step.toolCalls.map(({ args, attempts, error }) => [args["id"], attempts, error]),
    ).toEqual([
      [1, undefined, undefined],
      [2, 0, message],
      [4, 0, message],
      [5, 0, message],
    ]);
  });

  test("lets no retry begin", async () => {
    const { failNow, ...journal } = failingLater();
    let begun = 0;
    const step = await run("Pay.", {
      tools: {
        pay: {
          retries: 3,
          execute: () => {
            begun++;
            failNow();
            throw new Error("busy");
          },
        },
      },
      llm: () => '(pcalls (fn [] (task "t" 1)) (fn [] (tool/pay {})))',
      random: () => 0,
      ...journal,
    });
    expect(step).toMatchObject({ ok: false, fail: ended });
    expect(begun).toBe(1);
  });

  test("in a child mission lets no call and no request of other missions begin", async () => {
    const { failNow, ...journal } = failingLater();
    const begun: unknown[] = [];
    const asked: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const pay = async ({ id }: Readonly<Record<string, unknown>>): Promise<number> => {
      begun.push(id);
      if (id === 1)
        setTimeout(() => {
          failNow();
          release();
        });
      await released;
      return 1;
    };
    const book = defineAgent({ prompt: "Book.", signature: "() -> :int", tools: { pay } });
    const look = defineAgent({ prompt: "Look.", signature: "() -> :int", tools: { pay } });
    const step = await run("Lead.", {
      tools: { book: asTool(book), look: asTool(look), pay },
      concurrency: 3,
      llm: (request) => {
        const text = JSON.stringify(request.messages);
        const name = ["Lead.", "Book."].find((prompt) => text.includes(prompt)) ?? "Look.";
        const programs: Readonly<Record<string, string>> = {
          "Lead.": `(pcalls (fn [] (tool/look)) (fn [] (tool/book)) (fn [] (tool/pay {:id 3}))
                      (fn [] (tool/pay {:id 4})))`,
          "Book.": '(return (pcalls (fn [] (task "t" 1)) (fn [] (tool/pay {:id 1}))))',
          "Look.": "(tool/pay {:id 2})",
        };
        asked.push(name);
        return programs[name] ?? "";
      },
      ...journal,
    });
    expect(step).toMatchObject({ ok: false, fail: ended });
    expect(begun.toSorted()).toEqual([1, 2, 3]);
    expect(asked).toEqual(["Lead.", "Look.", "Book."]);
  });
});

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
