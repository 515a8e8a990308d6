// Cases about the state after the caller aborts a request.

import { deepStrictEqual as equal, ok } from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { isModelError } from "../../../errors/model-error.ts";
import { collectStream } from "../../../kit/collect-stream.ts";
import type { AdapterUnderTest } from "../adapter-under-test.ts";
import { historyOf } from "../history.ts";
import {
  ask,
  benchOf,
  calls,
  eventsOf,
  hello,
  replyOf,
  says,
  streamOf,
  wireAnswer,
  ways,
  type Bench,
  type Cases,
  type Way,
} from "../bench.ts";

const parts = [
  says("I look at both of them, one after the other."),
  calls("call_1", "look", { at: "a" }),
  calls("call_2", "look", { at: "b" }),
];
const tools = [{ name: "look", inputSchema: { type: "object", properties: {} } }];

async function isCancelled(asked: Promise<unknown>): Promise<void> {
  const error: unknown = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isModelError(error)) throw new Error("no ModelError came", { cause: error });
  equal([error.kind, error.retryable], ["cancelled", false]);
}

async function isClosed({ server }: Bench): Promise<void> {
  for (let waited = 0; waited < 200; waited++) {
    if (server.closedEarly() > 0) return;
    await wait(10);
  }
  throw new Error("the connection stays open");
}

const hanging = (adapter: AdapterUnderTest, way: Way) =>
  way === "generate"
    ? { ...replyOf(adapter, wireAnswer(parts)), pieces: ["{"], end: "hang" as const }
    : streamOf(adapter, wireAnswer(parts), {
        pieces: adapter.wire.events(wireAnswer(parts)).slice(0, -1),
        end: "hang",
      });

export const abortCases: Cases = {
  "an abort before the request sends nothing": async (adapter) => {
    for (const way of ways) {
      await using bench = await benchOf(adapter, [replyOf(adapter, wireAnswer(parts))]);
      await isCancelled(ask(bench.model, way, { ...hello, signal: AbortSignal.abort() }));
      equal(bench.server.requests.length, 0);
    }
  },

  "an abort while waiting for the answer closes the connection": async (adapter) => {
    for (const way of ways) {
      await using bench = await benchOf(adapter, [hanging(adapter, way)]);
      const stop = new AbortController();
      const asked = ask(bench.model, way, { ...hello, signal: stop.signal });
      const cancelled = isCancelled(asked);
      while (bench.server.requests.length === 0) await wait(5);
      stop.abort();
      await cancelled;
      await isClosed(bench);
    }
  },

  "leaving a stream closes the connection": async (adapter) => {
    await using bench = await benchOf(adapter, [hanging(adapter, "stream")]);
    for await (const event of eventsOf(bench.model)) if (event.type.endsWith("-delta")) break;
    await isClosed(bench);
  },

  "no listeners stay on a signal": async (adapter) => {
    const stop = new AbortController();
    const { signal } = stop;
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    for (const way of ways) {
      const reply =
        way === "generate"
          ? replyOf(adapter, wireAnswer(parts))
          : streamOf(adapter, wireAnswer(parts));
      await using bench = await benchOf(adapter, [reply]);
      for (let count = 0; count < 20; count++) await ask(bench.model, way, { ...hello, signal });
    }
    ok(listeners < 20, `${String(listeners)} listeners are left after 40 requests`);
  },

  "the conversation continues after a stop at any event": async (adapter) => {
    const events = adapter.wire.events(wireAnswer(parts)).length + 40;
    for (let last = 1; last < events; last++) {
      await using bench = await benchOf(adapter, [
        streamOf(adapter, wireAnswer(parts)),
        streamOf(adapter, wireAnswer([says("So.")])),
      ]);
      let seen = 0;
      const { content, finishReason } = await collectStream(eventsOf(bench.model), {
        onEvent: () => (++seen === last ? "stop" : undefined),
      });
      const { text } = await ask(bench.model, "stream", {
        tools,
        messages: [...hello.messages, ...historyOf(content), { role: "user", content: "Go on." }],
      });
      equal(text, "So.");
      // Reading the request refuses any history that the provider would refuse.
      equal(bench.sent().length, 2);
      if (finishReason !== "stopped") return;
    }
    throw new Error("the stream has no end");
  },
};
