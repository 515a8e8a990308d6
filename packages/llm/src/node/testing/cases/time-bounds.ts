// Cases about servers that send nothing, or nothing of use. The time limits are short, and a busy
// machine only reaches them later.

import { deepStrictEqual as equal, ok } from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import type { BoundOptions } from "../adapter-under-test.ts";
import { ask, benchOf, says, streamOf, wireAnswer, ways, type Cases } from "../bench.ts";
import type { CaseBody, Way } from "../bench.ts";
import type { AdapterUnderTest } from "../adapter-under-test.ts";
import type { ServedReply } from "../loopback-server.ts";
import { failureOf } from "./byte-bounds.ts";

async function* slowly(pieces: readonly string[]): AsyncGenerator<string, void> {
  for (;;)
    for (const piece of pieces) {
      yield piece;
      await wait(5);
    }
}

async function timesOut(
  adapter: AdapterUnderTest,
  way: Way,
  reply: ServedReply,
  bounds: BoundOptions,
): Promise<void> {
  await using bench = await benchOf(adapter, [reply], bounds);
  const error = await failureOf(ask(bench.model, way));
  equal([way, error.kind, error.retryable], [way, "timeout", true], error.message);
  for (const [option, value] of Object.entries(bounds))
    ok(error.message.endsWith(`${String(value)} ms (option ${option})`), error.message);
  for (let waited = 0; bench.server.open() > 0; waited++) {
    ok(waited < 200, "the connection stays open");
    await wait(10);
  }
}

const inStreams =
  (pieces: (adapter: AdapterUnderTest) => ServedReply["pieces"], bounds: BoundOptions): CaseBody =>
  async (adapter) => {
    const headers = { "content-type": adapter.wire.streamType };
    const reply: ServedReply = { status: 200, headers, pieces: pieces(adapter), end: "hang" };
    await timesOut(adapter, "stream", reply, bounds);
  };

export const timeBoundCases: Cases = {
  "a response that never begins": async (adapter) => {
    for (const way of ways) {
      const type = way === "stream" ? adapter.wire.streamType : "application/json";
      const headers = { "content-type": type };
      const reply: ServedReply = { status: 200, headers, pieces: [], end: "hang" };
      await timesOut(adapter, way, reply, { timeoutMs: 80 });
    }
  },

  "a stream that is silent": inStreams(() => [], { timeoutMs: 80 }),

  "a stream that falls silent after its first events": async (adapter) => {
    const events = adapter.wire.events(wireAnswer([says("I look at both of them.")]));
    const pieces = events.slice(0, Math.ceil(events.length / 2));
    await timesOut(adapter, "stream", streamOf(adapter, wireAnswer([]), { pieces, end: "hang" }), {
      timeoutMs: 80,
    });
  },

  "a stream of pings": inStreams(({ wire }) => slowly(wire.pings), { timeoutMs: 80 }),

  "a stream of endless content": inStreams(({ wire }) => growing(wire), { totalTimeoutMs: 150 }),
};

/** Yields the events of a response again and again, without those of its end. */
async function* growing({ events }: AdapterUnderTest["wire"]): AsyncGenerator<string, void> {
  const all = events(wireAnswer([says("I look at both of them, one after the other.")]));
  const [first = "", second = ""] = all;
  const delta = all.find((event) => event.includes("I look")) ?? second;
  yield first;
  if (delta !== second && first !== second) yield second;
  yield* slowly([delta]);
}
