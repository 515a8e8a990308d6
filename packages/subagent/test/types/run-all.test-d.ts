// The types of `runAll`. This file is compiled, not run.

import { describe, expectTypeOf, test } from "vitest";
import type { ModelFunction } from "@ptc/llm";
import { defineAgent, depsOf, run, runAll, type MissionStep } from "../../src/index.ts";

declare const llm: ModelFunction;
declare const texts: readonly string[];

const reader = defineAgent({ prompt: "p", signature: "(text :string) -> {words :int}" });
const judge = defineAgent({ prompt: "p", signature: "(words :int) -> :bool" });
const plain = defineAgent({ prompt: "p" });

describe("types of runAll", () => {
  test("each run has the answer type of its agent", async () => {
    const steps = await runAll(
      [
        { agent: reader, context: { text: "a" } },
        { agent: judge, context: { words: 1 }, maxTurns: 2, llm },
        { agent: plain },
      ],
      { llm, concurrency: 2, maxModelCalls: 10 },
    );
    expectTypeOf(steps).toEqualTypeOf<
      [MissionStep<{ words: number }>, MissionStep<boolean>, MissionStep]
    >();
  });

  test("runs of one agent have one type", async () => {
    const steps = await runAll(texts.map((text) => ({ agent: reader, context: { text } })));
    expectTypeOf(steps).toEqualTypeOf<MissionStep<{ words: number }>[]>();
    const given = function* () {
      for (const text of texts) yield { agent: reader, context: { text } };
    };
    expectTypeOf(await runAll(given())).toEqualTypeOf<MissionStep<{ words: number }>[]>();
  });

  test("contexts match the signatures, and may be steps", async () => {
    const step = await run(reader, { llm, context: { text: "a" } });
    await runAll([{ agent: judge, context: step }]);
    // @ts-expect-error text is no number
    await runAll([{ agent: reader, context: { text: 1 } }]);
    // @ts-expect-error the context is missing
    await runAll([{ agent: reader }]);
    // @ts-expect-error words are no text
    await runAll([{ agent: reader, context: step }]);
    // @ts-expect-error text is no number
    await runAll(texts.map((text) => ({ agent: judge, context: { words: text } })));
  });

  test("runs need the deps of their agents", async () => {
    const agent = defineAgent({ prompt: "p", depsType: depsOf<{ user: string }>() });
    await runAll([{ agent, deps: { user: "ann" } }]);
    // @ts-expect-error the agent needs deps
    await runAll([{ agent }]);
  });

  test("runs share neither context nor journal", async () => {
    // @ts-expect-error it belongs to one run
    await runAll([{ agent: plain }], { llm, journal: {} });
  });
});
