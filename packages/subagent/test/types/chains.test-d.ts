// The types of chains: the return type of one agent must match the context of the next. This file
// is compiled, not run.

import { describe, expectTypeOf, test } from "vitest";
import type { ModelFunction } from "@ptc/llm";
import {
  chain,
  defineAgent,
  depsOf,
  failedStep,
  run,
  runOrThrow,
  successfulStep,
  type MissionStep,
} from "../../src/index.ts";

declare const llm: ModelFunction;

const finder = defineAgent({
  prompt: "p",
  signature: "(city :string) -> {rows [{id :int}], note :string}",
});
const counter = defineAgent({ prompt: "p", signature: "(rows [{id :int}]) -> :int" });
const writer = defineAgent({
  prompt: "p",
  signature: "(rows [{id :int}], tone :string, limit :int?) -> {letter :string}",
});
const texts = defineAgent({ prompt: "p", signature: "(rows [:string]) -> :int" });
const doubler = defineAgent({ prompt: "p", signature: "(n :int) -> {n :int}" });
const found = await run(finder, { llm, context: { city: "bern" } });

describe("a step as the context", () => {
  test("a step provides its fields", async () => {
    const step = await run(counter, { llm, context: found });
    expectTypeOf(step.ok && step.return).toEqualTypeOf<number | false>();
    expectTypeOf(
      (await runOrThrow(counter, { llm, context: found })).return,
    ).toEqualTypeOf<number>();
    // @ts-expect-error rows are no texts
    await run(texts, { llm, context: found });
    // @ts-expect-error nobody says the tone
    await run(writer, { llm, context: found });
  });

  test("a step provides its value as the only parameter", async () => {
    const counted = await run(counter, { llm, context: found });
    await run(doubler, { llm, context: counted });
    // @ts-expect-error a number is no list
    await run(counter, { llm, context: counted });
  });

  test("a step works with a prompt", async () => {
    const signature = "(rows [{id :int}]) -> :int";
    const step = await run("p", { llm, signature, context: found });
    expectTypeOf(step.ok && step.return).toEqualTypeOf<number | false>();
    await run("p", { llm, context: found });
    // @ts-expect-error rows are no numbers
    await run("p", { llm, signature: "(rows [:int]) -> :int", context: found });
  });

  test("an untyped step is accepted if nothing is required", async () => {
    const any = await run("p", { llm });
    await run("p", { llm, context: any });
    // @ts-expect-error it may be anything
    await run(counter, { llm, context: any });
  });
});

describe("chain", () => {
  test("chain returns the step of the agent", async () => {
    const step = await chain(found, counter, { llm });
    expectTypeOf(step.ok && step.return).toEqualTypeOf<number | false>();
    expectTypeOf(
      chain(run(finder, { llm, context: { city: "bern" } }), counter, { llm }),
    ).resolves.toEqualTypeOf<MissionStep<number>>();
    const doubled = await chain(chain(found, counter, { llm }), doubler, { llm });
    expectTypeOf(doubled.ok && doubled.return).toEqualTypeOf<false | { n: number }>();
  });

  test("chain requires the fields that the step lacks", async () => {
    await chain(found, writer, { llm, context: { tone: "kind" } });
    await chain(found, writer, { llm, context: { tone: "kind", limit: 3, more: 1 } });
    // @ts-expect-error nobody says the tone
    await chain(found, writer, { llm });
    // @ts-expect-error nobody says the tone
    await chain(found, writer, { llm, context: { limit: 3 } });
    // @ts-expect-error the tone is no number
    await chain(found, writer, { llm, context: { tone: 1 } });
    // @ts-expect-error a limit is a number
    await chain(found, writer, { llm, context: { tone: "kind", limit: "3" } });
    // @ts-expect-error rows in place of those of the step have their type too
    await chain(found, counter, { llm, context: { rows: 1 } });
    // @ts-expect-error there is no such option
    await chain(found, counter, { llm, maxTurn: 1 });
  });

  test("chain refuses a step that doesn't match", async () => {
    // @ts-expect-error the field rows that the step returns does not fit the parameter rows
    await chain(found, texts, { llm });
    // @ts-expect-error the step returns no map of fields
    await chain(chain(found, counter, { llm }), counter, { llm });
    const known: Promise<MissionStep<{ rows: { id: number }[] }>> = Promise.resolve(found);
    // @ts-expect-error what the step returns is not known
    await chain(run("p", { llm }), counter, { llm });
    await chain(known, counter, {
      llm,
    });
  });

  test("chain accepts hand-made steps and prompts", async () => {
    await chain(successfulStep({ rows: [{ id: 1 }] }), counter, { llm });
    const step = await chain(found, "p", { llm, signature: "(rows [{id :int}]) -> :string" });
    expectTypeOf(step.ok && step.return).toEqualTypeOf<string | false>();
    await chain(failedStep("failed", "m"), "p", { llm });
    // @ts-expect-error the field rows that the step returns does not fit the parameter rows
    await chain(found, "p", { llm, signature: "(rows [:string]) -> :string" });
  });

  test("chain requires deps", async () => {
    const depsType = depsOf<{ user: string }>();
    const agent = defineAgent({ prompt: "p", signature: "(rows [{id :int}]) -> :int", depsType });
    await chain(found, agent, { llm, deps: { user: "ann" } });
    // @ts-expect-error the agent needs deps
    await chain(found, agent, { llm });
  });
});
