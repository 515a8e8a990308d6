// Questions of programs to the user, and answers that are checked before a run continues.

import { describe, expect, test } from "vitest";
import type { StandardSchema } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import {
  answer,
  approve,
  CheckpointError,
  deny,
  resume,
  run,
  type Decisions,
  type LispStep,
  type Tools,
} from "../../src/index.ts";
import { askUser, type Question } from "../../src/ask.ts";
import { loopOf, waiting } from "./waiting-step.ts";

function returned(step: LispStep): unknown {
  if (!step.ok) throw new Error(step.fail.message);
  return step.return;
}

/** Accepts integers, also as text, and returns them as numbers. */
const count: StandardSchema<number> = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: async (value) => {
      await Promise.resolve();
      const number = Number(value);
      return Number.isInteger(number)
        ? { value: number }
        : { issues: [{ message: "expected an integer", path: ["count"] }] };
    },
  },
};

/** The same with a JSON Schema. */
const jsonSchema = {
  input: ({ target }: { readonly target: string }) => ({ $schema: target, type: "integer" }),
};
const standard = { ...count["~standard"], jsonSchema };
const describedCount: StandardSchema = { "~standard": standard };

const clockAt = (now: number) => ({ now: () => now, monotonic: () => 0 });

describe("askUser", () => {
  const source = '(str "Hello " (tool/ask {:question "Your name?" :choices ["Ada" "Bob"]}))';
  const asked = async (tools: Tools, program = source, now = 0) =>
    waiting(await run(program, { tools, runId: "r", clock: clockAt(now) }));
  const decided = async (tools: Tools, decisions: Decisions, { program = source, now = 0 } = {}) =>
    resume(program, (await asked(tools, program)).checkpoint, {
      tools,
      decisions,
      clock: clockAt(now),
    });

  test("a question waits with the data of a form, and its answer is the result", async () => {
    const tools = { ask: askUser() };
    const step = await asked(tools);
    expect(step.pending).toMatchObject([
      {
        id: "r/1/0",
        tool: "ask",
        reason: "asks a question",
        data: { question: "Your name?", choices: ["Ada", "Bob"] },
      },
    ]);
    expect(returned(await decided(tools, { "r/1/0": answer("Eve") }))).toBe("Hello Eve");
  });

  test("questions of parallel branches and of other tools wait together", async () => {
    const tools = {
      ask: askUser(),
      pay: { needsApproval: true, execute: () => "paid" },
    };
    const program = `
      (pcalls #(tool/pay {})
              #(pmap (fn [q] (tool/ask {:question q})) ["one?" "two?"]))`;
    const step = await asked(tools, program);
    expect(
      step.pending.map(({ reason, data }) => [reason, (data as Question | undefined)?.question]),
    ).toEqual([
      ["approval", undefined],
      ["asks a question", "one?"],
      ["asks a question", "two?"],
    ]);
    const [pay, one, two] = step.pending.map(({ id }) => id);
    const next = waiting(
      await resume(program, step.checkpoint, { tools, decisions: { [String(two)]: answer("2") } }),
    );
    expect(next.pending.map(({ id }) => id)).toEqual([pay, one]);
    const decisions = { [String(pay)]: approve(), [String(one)]: answer("1") };
    const end = await resume(program, next.checkpoint, { tools, decisions });
    expect(returned(end)).toEqual(["paid", ["1", "2"]]);
  });

  test("a person can decline: the program catches the error", async () => {
    const program =
      '(try (tool/ask {:question "Age?"}) (catch Exception e [(ex-message e) (:data (ex-data e))]))';
    const tools = { ask: askUser() };
    expect(returned(await decided(tools, { "r/1/0": deny("private") }, { program }))).toEqual([
      "the call was denied: private",
      { reason: "denied" },
    ]);
  });

  test("a question fails after its time, and an approval asks it again", async () => {
    const tools = { ask: askUser({ answerTimeoutMs: 1_000 }) };
    expect((await asked(tools)).pending[0]?.expiresAt).toBe(1_000);
    const late = await decided(tools, {}, { now: 1_000 });
    expect(late.ok ? "ok" : late.fail.message).toBe(
      "tool/ask failed: the call was not answered in time",
    );
    const again = waiting(await decided(tools, { "r/1/0": approve() }, { now: 400 }));
    expect(again.pending).toMatchObject([{ id: "r/1/0", askedAt: 400, expiresAt: 1_400 }]);
  });

  test.each([
    ["{:question 7}", "question: expected text that isn't empty"],
    ['{:question " "}', "question: expected text that isn't empty"],
    ["{}", "question: expected text that isn't empty"],
    ['{:question "x" :choices "ab"}', "choices: expected a list of texts"],
    ['{:question "x" :choices [1]}', "choices: expected a list of texts"],
    [
      '{:question "x" :choice ["a"]}',
      "there is no argument choice: did you mean choices? It takes question, choices",
    ],
  ])("%s are wrong arguments, and nothing waits", async (args, problem) => {
    const step = await run(`(tool/ask ${args})`, { tools: { ask: askUser() } });
    expect(step.ok ? "ok" : step.fail.message).toBe(`tool/ask failed: wrong arguments: ${problem}`);
  });

  test("`:choices nil` are no choices", async () => {
    const step = await asked({ ask: askUser() }, '(tool/ask {:question "x" :choices nil})');
    expect(step.pending[0]?.data).toEqual({ question: "x" });
  });

  test("a firewalled value in a question is hidden", async () => {
    const tools = { user: () => ({ _code: "s-4711" }), ask: askUser() };
    const program = '(tool/ask {:question (str "Is it " (:_code (tool/user {})) "?")})';
    const step = await asked(tools, program);
    expect(step.pending[0]?.data).toEqual({ question: "Is it <Firewalled>?" });
    expect(JSON.stringify(step.checkpoint)).not.toContain("4711");
  });

  test("an answer with a schema is converted by it, and the form has its JSON Schema", async () => {
    const program = '(inc (tool/ask {:question "How many?"}))';
    const tools = { ask: askUser({ answer: describedCount, description: "Asks for a count" }) };
    expect(tools.ask.description).toBe("Asks for a count");
    expect((await asked(tools, program)).pending[0]?.data).toEqual({
      question: "How many?",
      schema: { $schema: "draft-2020-12", type: "integer" },
    });
    expect(returned(await decided(tools, { "r/1/0": answer("6") }, { program }))).toBe(7);
    const plain = { ask: askUser({ answer: count }) };
    expect((await asked(plain, program)).pending[0]?.data).toEqual({ question: "How many?" });
  });

  test.each([
    [{ answer: "text" }, "answer", "expected a Standard Schema"],
    [{ description: 1 }, "description", "expected text"],
    [{ answerTimeoutMs: 0 }, "answerTimeoutMs", "expected a number above 0"],
    [{ question: "x" }, "question", ""],
  ])("%j is an option error", (options, option, message) => {
    const make = () => askUser(options as Parameters<typeof askUser>[0]);
    expect(make).toThrow(OptionError);
    expect(make).toThrow(option);
    expect(make).toThrow(message);
  });
});

describe("an answer", () => {
  const calls: string[] = [];
  const tools = {
    pay: {
      needsApproval: true,
      execute: () => {
        calls.push("pay");
        return 1;
      },
    },
    rate: { needsApproval: true, outputSchema: count, execute: () => 5 },
    ask: askUser(),
  } satisfies Tools;
  const program = '(pcalls #(tool/pay {}) #(tool/rate {}) #(tool/ask {:question "x"}))';

  test.each([
    [
      "rate",
      answer(1.5),
      "the answer doesn't match the outputSchema of tool/rate: count: expected an integer",
    ],
    ["ask", answer(7), "the answer doesn't match the outputSchema of tool/ask: expected text"],
    [
      "ask",
      answer(undefined),
      "the answer doesn't match the outputSchema of tool/ask: expected text",
    ],
    ["ask", answer(loopOf()), "the answer can't be stored: "],
  ])(
    "of tool/%s that doesn't match is refused before any call: %o",
    async (name, wrong, problem) => {
      const step = waiting(await run(program, { tools }));
      const decisions = Object.fromEntries(
        step.pending.map(({ id, tool }) => [id, tool === name ? wrong : approve()]),
      );
      const id = String(step.pending.find(({ tool }) => tool === name)?.id);
      calls.length = 0;
      const error: unknown = await resume(program, step.checkpoint, { tools, decisions }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(CheckpointError);
      expect(error).toMatchObject({ problem: "decision" });
      expect((error as Error).message.startsWith(`decisions["${id}"]: ${problem}`)).toBe(true);
      expect(calls).toEqual([]);
    },
  );

  test("is converted like a result of the tool, also in later passes", async () => {
    const step = waiting(await run(program, { tools }));
    const ids = Object.fromEntries(step.pending.map(({ tool, id }) => [tool, id]));
    const first = waiting(
      await resume(program, step.checkpoint, {
        tools,
        decisions: { [String(ids["rate"])]: answer("4"), [String(ids["ask"])]: answer("y") },
      }),
    );
    const end = await resume(program, first.checkpoint, {
      tools,
      decisions: { [String(ids["pay"])]: approve() },
    });
    expect(returned(end)).toEqual([1, 4, "y"]);
  });
});
