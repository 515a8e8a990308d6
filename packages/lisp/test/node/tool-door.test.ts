// The entry point for tool calls from another process, after the run has ended.

import { expect, test, vi } from "vitest";
import { TraceScope, systemClock } from "@ptc/core/contracts";
import { ToolCall } from "../../src/effects/tool-runner.ts";
import { ToolDoor, type AnswerBody } from "../../src/node/tool-door.ts";

const trace = new TraceScope({
  sink: undefined,
  clock: systemClock,
  random: () => 0,
  traceId: "0".repeat(32),
});

function doorOf(signal: AbortSignal) {
  const made: unknown[] = [];
  const answers: AnswerBody[] = [];
  const door = new ToolDoor({
    tools: new Map([["pay", { execute: (args: object) => made.push(args) }]]),
    maximumCalls: 5,
    memoryBytes: 1_000_000,
    runId: "r",
    turn: 1,
    trace,
    signal,
    started: () => undefined,
    answer: (answer) => {
      answers.push(answer);
      return undefined;
    },
  });
  const call = (number: number): void => {
    door.call(
      {
        type: "tool-call",
        run: 1,
        call: number,
        name: "pay",
        address: { path: [], ordinal: number },
        args: Buffer.from("{}"),
      },
      { n: number },
    );
  };
  return { door, call, made, answers };
}

test("a call that arrives after the run was aborted reaches no tool", () => {
  const abort = new AbortController();
  const { door, call, made, answers } = doorOf(abort.signal);
  call(0);
  abort.abort();
  call(1);
  expect(made).toEqual([{ n: 0 }]);
  expect(answers).toHaveLength(1);
  expect(door.records([{ call: 0 }, { call: 1 }]).map(({ error }) => error)).toEqual([
    undefined,
    "the run was cancelled",
  ]);
});

test("a call whose record fails has one answer", () => {
  const { door, call, answers } = doorOf(new AbortController().signal);
  const spy = vi.spyOn(ToolCall.prototype, "succeeded").mockImplementationOnce(() => {
    throw new Error("no record");
  });
  call(0);
  spy.mockRestore();
  expect(answers).toHaveLength(1);
  expect(answers[0]).toHaveProperty("result");
  expect(door.records([{ call: 0 }])).toMatchObject([{ error: "no record" }]);
});
