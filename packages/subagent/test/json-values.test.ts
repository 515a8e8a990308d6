// Times and large integers in the JSON that models write, in every mode whose answers are JSON.

import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createScriptedModel } from "@ptc/llm";
import { defineAgent, llmTool, run, type MissionStep } from "../src/index.ts";

async function answer(signature: string, json: string): Promise<MissionStep> {
  const agent = defineAgent({ prompt: "When?", mode: "text", signature, maxTurns: 1 });
  return await run(agent, { llm: createScriptedModel([json]) });
}

const time = new Date("2026-01-02T07:00:00Z");

describe("a time in a JSON answer", () => {
  test.each<readonly [string, string, unknown]>([
    ["() -> {at :datetime}", '{"at":"2026-01-02T09:00:00+02:00"}', { at: time }],
    ["() -> {at :datetime?}", '{"at":null}', { at: null }],
    ["() -> {at :datetime?}", "{}", {}],
    ["() -> [:datetime]", '{"answer":["2026-01-02T07:00:00Z"]}', [time]],
    ["() -> :datetime", '{"answer":"2026-01-02T07:00:00Z"}', time],
    [
      "() -> {rows [{days [{at :datetime, note :string}]}]}",
      '{"rows":[{"days":[{"at":"2026-01-02T07:00:00.000Z","note":"2026-01-02T07:00:00Z"}]}]}',
      { rows: [{ days: [{ at: time, note: "2026-01-02T07:00:00Z" }] }] },
    ],
  ])("of type %s is a Date", async (signature, json, value) => {
    expect(await answer(signature, json)).toMatchObject({ ok: true, return: value });
  });

  test.each([
    ["() -> {at :datetime}", '{"at":"tomorrow"}', "at: expected datetime, got string"],
    ["() -> {at :datetime}", '{"at":"2026-01-02"}', "as in 2026-01-31T09:30:00Z"],
    ["() -> {at :datetime}", '{"at":1767337200}', "at: expected datetime, got int"],
    ["() -> {n :int}", '{"n":"42"}', 'n: expected int, got string "42"'],
    ["() -> {b :bool}", '{"b":"true"}', 'b: expected bool, got string "true"'],
    ["() -> {n :int}", '{"n":1234567890123456789}', "n: expected int, got int 1234567890123456789"],
  ])("leaves the other types of %s as strict as before: %s", async (signature, json, message) => {
    const step = await answer(signature, json);
    expect(step.ok ? step.return : step.fail.message).toContain(message);
  });

  test("is a Date for a schema of zod that takes one, and text for one that takes text", async () => {
    const ask = async (output: z.ZodType): Promise<unknown> => {
      const agent = defineAgent({ prompt: "When?", mode: "text", output, maxTurns: 1 });
      const step = await run(agent, {
        llm: createScriptedModel(['{"at":"2026-01-02T07:00:00Z"}']),
      });
      return step.ok ? step.return : step.fail.message;
    };
    expect(await ask(z.object({ at: z.date() }))).toEqual({ at: time });
    expect(await ask(z.object({ at: z.iso.datetime() }))).toEqual({ at: "2026-01-02T07:00:00Z" });
  });

  test("is read in combined mode, and by llmTool", async () => {
    const json = '{"at":"2026-01-02T07:00:00Z"}';
    const combined = defineAgent({
      prompt: "When?",
      mode: "combined",
      signature: "() -> {at :datetime}",
      maxTurns: 1,
    });
    expect(await run(combined, { llm: createScriptedModel([json]) })).toMatchObject({
      ok: true,
      return: { at: time },
    });
    const ask = llmTool({ prompt: "When?", signature: "() -> {at :datetime, id :any}" });
    const program = "(let [r (tool/ask {})] (return [(.getTime (:at r)) (str (:id r))]))";
    expect(
      await run("Do it.", {
        llm: createScriptedModel([
          program,
          '{"at":"2026-01-02T07:00:00Z","id":1234567890123456789}',
        ]),
        tools: { ask },
        maxTurns: 1,
      }),
    ).toMatchObject({ ok: true, return: [time.getTime(), "1234567890123456789"] });
  });

  test("doesn't turn the text that a program returns into a Date", async () => {
    const agent = defineAgent({ prompt: "When?", signature: "() -> {at :datetime}", maxTurns: 1 });
    const step = await run(agent, { llm: () => '(return {:at "2026-01-02T07:00:00Z"})' });
    expect(step.ok).toBe(false);
  });
});

describe("integers beyond 2^53", () => {
  test("are an :int in context and in results of tools, but not in an answer or an argument", async () => {
    const agent = defineAgent({
      prompt: "Which?",
      signature: "(id :int) -> {text :string}",
      maxTurns: 1,
      tools: {
        next: {
          signature: "() -> {id :int, x :float}",
          execute: () => ({ id: 2n ** 60n, x: 2n ** 60n }),
        },
        set: { signature: "(id :int) -> :any", execute: () => null },
      },
    });
    const play = async (program: string): Promise<unknown> => {
      const step = await run(agent, {
        // As the readers of JSON text give it; TypeScript code passes numbers.
        context: { id: 1234567890123456789n as unknown as number },
        llm: () => program,
      });
      return step.ok ? step.return : step.fail.message;
    };
    expect(
      await play("(return {:text (pr-str [data/id (:id (tool/next)) (:x (tool/next))])})"),
    ).toEqual({
      text: "[1234567890123456789 1152921504606846976 1152921504606846976]",
    });
    expect(await play("(tool/set {:id data/id})")).toContain(
      "id: expected int, got int 1234567890123456789 (integers beyond ±9007199254740991 fit only :any: declare the type as :any, or as :string and pass (str n))",
    );
  });
});
