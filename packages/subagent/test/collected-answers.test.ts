// Tools whose result is an async iterable: it is collected once, so the contract, the cache, native
// calls and recordings see all of it.

import { createScriptedModel } from "@ptc/llm";
import { describe, expect, test } from "vitest";
import { defineAgent, run, type AgentOptions } from "../src/index.ts";
import { createRunRecorder, readRunRecording, replay } from "../src/recording/index.ts";
import { call, calls, dataIn, resultsIn } from "./native-calls.ts";
import { fenced } from "./missions.ts";

async function* counting(last: number) {
  for (let count = 1; count <= last; count++) {
    await Promise.resolve();
    yield count;
  }
}

function asked(program: string, options: Partial<AgentOptions>) {
  const agent = defineAgent({ prompt: "Count.", maxTurns: 1, ...options });
  const lines: string[] = [];
  const record = createRunRecorder({ write: (line) => lines.push(line) });
  const llm = createScriptedModel([fenced(program)]);
  return run(agent, { llm, record }).then((step) => ({ agent, step, text: lines.join("") }));
}

describe("an async iterable", () => {
  test("is recorded with its elements, and replayed as the same step", async () => {
    const { agent, step, text } = await asked(
      "(return [(tool/generator {}) (tool/later {}) (tool/stream {}) (try (tool/broken {}) (catch Exception e (ex-message e)))])",
      {
        tools: {
          generator: () => counting(3),
          later: async () => {
            await Promise.resolve();
            return counting(2);
          },
          stream: () =>
            new ReadableStream({
              start: (controller) => {
                controller.enqueue({ _token: "secret-1", id: 1 });
                controller.close();
              },
            }),
          broken: async function* () {
            yield 1;
            await Promise.resolve();
            throw new Error("the source closed");
          },
        },
      },
    );
    expect(step).toMatchObject({
      ok: true,
      return: [[1, 2, 3], [1, 2], [{ id: 1 }], "the source closed"],
    });
    expect(text).toContain('"result":[1,2,3]');
    expect(text).not.toContain("secret-1");
    const again = await replay(agent, readRunRecording(text));
    expect(again.divergence).toBeUndefined();
    expect(again.isSame).toBe(true);
  });

  test("is checked against the contract, element by element", async () => {
    const count = { signature: "() -> [:int]", execute: (): unknown => counting(3) };
    const { step } = await asked("(return (reduce + (tool/count {})))", { tools: { count } });
    expect(step).toMatchObject({ ok: true, return: 6 });
  });

  test("is stored in the cache with all its elements", async () => {
    let made = 0;
    const { step } = await asked("(return [(tool/count {}) (tool/count {})])", {
      tools: {
        count: {
          cache: true,
          execute: () => {
            made += 1;
            return counting(2);
          },
        },
      },
    });
    expect(step).toMatchObject({
      ok: true,
      return: [
        [1, 2],
        [1, 2],
      ],
    });
    expect(made).toBe(1);
  });

  test("reaches the model as the result of its native call", async () => {
    const agent = defineAgent({
      prompt: "Count.",
      mode: "text",
      tools: { count: { description: "Counts.", execute: () => counting(3) } },
    });
    const llm = createScriptedModel([calls(call("a", "count", {})), "Three."]);
    await run(agent, { llm });
    expect(dataIn(resultsIn(llm.requests[1])[0])).toEqual([1, 2, 3]);
  });

  test("fails the call if it is larger than the memory of a program", async () => {
    const { step } = await asked("(return (tool/count {}))", {
      limits: { memoryBytes: 5_000 },
      tools: { count: () => counting(Infinity) },
    });
    expect(step).toMatchObject({ ok: false, fail: { reason: "tool_error" } });
    expect(!step.ok && step.fail.message).toContain(
      "its result is infinite or has more than 78 elements, which exceed the option limits.memoryBytes",
    );
  });
});
