// Cases about failed requests.

import { deepStrictEqual as equal, ok } from "node:assert/strict";
import { inspect } from "node:util";
import type { ModelErrorKind } from "../../../contract/model-error-kind.ts";
import { isModelError, type ModelError } from "../../../errors/model-error.ts";
import type { AdapterUnderTest } from "../adapter-under-test.ts";
import {
  apiKey,
  ask,
  benchOf,
  calls,
  modelId,
  replyOf,
  says,
  streamOf,
  wireAnswer,
  ways,
  type Cases,
  type Way,
} from "../bench.ts";
import { serveReplies, whole, type ServedReply } from "../loopback-server.ts";
import type { WireFailure } from "../wire-format.ts";

const html =
  "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>";
const htmlHeaders = { "content-type": "text/html" };

/**
 * Returns the error of a request with one reply. Asserts that it was sent once and contains no
 * key.
 */
async function failureOf(
  adapter: AdapterUnderTest,
  way: Way,
  reply: ServedReply,
): Promise<ModelError> {
  await using bench = await benchOf(adapter, [reply]);
  const error = await ask(bench.model, way).then(
    (response) => {
      throw new Error(`the request was answered with ${JSON.stringify(response)}`);
    },
    (thrown: unknown) => thrown,
  );
  if (!isModelError(error)) throw error;
  equal(bench.server.requests.length, 1, "the adapter sent the request again by itself");
  ok(!inspect(error, { depth: 10, showHidden: true }).includes(apiKey), "the key is in the error");
  return error;
}

async function failsWith(
  adapter: AdapterUnderTest,
  kind: ModelErrorKind,
  served: (way: Way) => ServedReply,
): Promise<void> {
  for (const way of ways) {
    const error = await failureOf(adapter, way, served(way));
    equal([way, error.kind], [way, kind], `[${way}] ${error.message}`);
  }
}

function refuses(kind: WireFailure["kind"]): Cases[string] {
  return async (adapter) => {
    const message = kind === "context_too_long" ? "prompt is too long" : "no, said the server";
    await failsWith(adapter, kind, (way) => whole(adapter.wire.failure({ kind, message }, way)));
  };
}

const parts = [
  says("It is a rather long text that comes in pieces."),
  calls("c", "look", { a: 1 }),
];

export const failureCases: Cases = {
  "a rate limit, with the time to wait": async (adapter) => {
    for (const way of ways) {
      const failure = { kind: "rate_limited", message: "slow down" } as const;
      const reply = whole(adapter.wire.failure(failure, way));
      const headers = { ...reply.headers, "retry-after": "7" };
      const error = await failureOf(adapter, way, { ...reply, headers });
      equal([error.kind, error.retryAfterMs, error.retryable], ["rate_limited", 7_000, true]);
      ok(error.message.includes("slow down"), `the server's words are missing: ${error.message}`);
    }
  },
  "a provider that is overloaded": refuses("overloaded"),
  "a provider that fails": refuses("server_error"),
  "a key that is refused": refuses("auth"),
  "a request that is refused": refuses("invalid_request"),
  "a conversation that is too long": refuses("context_too_long"),
  "content that the provider refuses": refuses("content_filtered"),

  "a rate limit, then an answer to the same request": async (adapter) => {
    for (const way of ways) {
      const failure = { kind: "rate_limited", message: "slow down" } as const;
      const refusal = whole(adapter.wire.failure(failure, way));
      const answer = wireAnswer([says("So.")]);
      const reply = way === "generate" ? replyOf(adapter, answer) : streamOf(adapter, answer);
      await using bench = await benchOf(adapter, [refusal, reply]);
      const refused: unknown = await ask(bench.model, way).catch((error: unknown) => error);
      if (!isModelError(refused)) throw refused;
      equal([refused.kind, refused.retryable], ["rate_limited", true]);
      equal((await ask(bench.model, way)).text, "So.");
      const [first, second] = bench.server.requests;
      equal([bench.server.requests.length, first?.body], [2, second?.body]);
    }
  },

  "a proxy's page as an error": async (adapter) => {
    const reply = { status: 502, headers: htmlHeaders, pieces: [html] };
    await failsWith(adapter, "server_error", () => reply);
  },

  "a proxy's page as an answer": async (adapter) => {
    const reply = { status: 200, headers: htmlHeaders, pieces: [html] };
    for (const way of ways) {
      const { kind } = await failureOf(adapter, way, reply);
      ok(["invalid_response", "network"].includes(kind), `${way}: ${kind}`);
    }
  },

  "a redirect to another server, which gets no request": async (adapter) => {
    for (const way of ways) {
      const answer = wireAnswer([says("So.")]);
      const reply = way === "generate" ? replyOf(adapter, answer) : streamOf(adapter, answer);
      await using elsewhere = await serveReplies([reply]);
      for (const status of [301, 302, 303, 307, 308]) {
        const headers = { location: `${elsewhere.url}/v1/answer?token=secret` };
        const error = await failureOf(adapter, way, { status, headers, pieces: [] });
        equal([status, error.kind, error.retryable], [status, "invalid_response", false]);
        const advice = `redirects to ${elsewhere.url}, and redirects are not followed: set the option baseUrl`;
        ok(error.message.includes(advice), error.message);
      }
      equal(elsewhere.requests.length, 0, "the request was sent to another server");
    }
  },

  "an answer that is broken JSON": async (adapter) => {
    const headers = { "content-type": "application/json" };
    const reply = { status: 200, headers, pieces: ['{"id": "x", "con'] };
    equal((await failureOf(adapter, "generate", reply)).kind, "invalid_response");
  },

  "an answer with a different shape": async (adapter) => {
    const headers = { "content-type": "application/json" };
    for (const body of [
      "{}",
      "null",
      "[]",
      '"text"',
      "7",
      '{"choices":7,"content":7,"output":7}',
    ]) {
      const { kind } = await failureOf(adapter, "generate", {
        status: 200,
        headers,
        pieces: [body],
      });
      equal([body, kind], [body, "invalid_response"]);
    }
  },

  "a server that doesn't listen": async (adapter) => {
    const closed = await benchOf(adapter, []);
    await closed[Symbol.asyncDispose]();
    for (const way of ways) {
      const error: unknown = await ask(closed.model, way).catch((thrown: unknown) => thrown);
      if (!isModelError(error)) throw error;
      equal([error.kind, error.retryable], ["network", true]);
    }
  },

  "a connection that breaks before the answer": async (adapter) => {
    const { headers } = streamOf(adapter, wireAnswer([]));
    await failsWith(adapter, "network", () => ({ status: 200, headers, pieces: [], end: "cut" }));
  },

  "a stream that is cut, at every event and within one": async (adapter) => {
    const events = adapter.wire.events(wireAnswer(parts));
    const needed = await neededEvents(adapter, events);
    const bodies = [
      ...Array.from({ length: needed }, (_, count) => events.slice(0, count)),
      // Cuts the last needed event.
      [events.slice(0, needed).join("").slice(0, -5)],
    ];
    for (const [count, pieces] of bodies.entries()) {
      for (const end of ["cut", undefined] as const) {
        const reply = streamOf(adapter, wireAnswer(parts), {
          pieces,
          ...(end === undefined ? {} : { end }),
        });
        const { kind } = await failureOf(adapter, "stream", reply);
        equal([count, end, kind], [count, end, "network"]);
      }
    }
  },

  "a stream with an event of broken JSON": async (adapter) => {
    const [first = "", ...others] = adapter.wire.events(wireAnswer(parts));
    const pieces = [first, adapter.wire.brokenEvent, ...others];
    const { kind } = await failureOf(
      adapter,
      "stream",
      streamOf(adapter, wireAnswer(parts), { pieces }),
    );
    equal(kind, "invalid_response");
  },

  "a stream that reports a failure": async (adapter) => {
    const { failureEvent } = adapter.wire;
    if (failureEvent === undefined) throw new Error("the wire format has no such event: skip it");
    const events = adapter.wire.events(wireAnswer(parts));
    const failure = { kind: "overloaded", message: "too many of you" } as const;
    const pieces = [...events.slice(0, 2), failureEvent(failure)];
    const error = await failureOf(
      adapter,
      "stream",
      streamOf(adapter, wireAnswer(parts), { pieces }),
    );
    equal([error.kind, error.retryable], ["overloaded", true]);
    ok(error.message.includes("too many of you"), error.message);
  },

  "printing a model shows no key": async (adapter) => {
    await using bench = await benchOf(adapter, []);
    const { model } = bench;
    ok(!inspect(model, { depth: 10, showHidden: true }).includes(apiKey), "inspect shows the key");
    ok(!JSON.stringify(model).includes(apiKey), "JSON shows the key");
    equal([typeof model.provider, model.modelId], ["string", modelId]);
  },
};

/**
 * Returns the number of events that make a complete response. Only the last two can be redundant: a
 * usage and an end marker.
 */
async function neededEvents(adapter: AdapterUnderTest, events: readonly string[]): Promise<number> {
  for (const count of [events.length - 1, events.length - 2]) {
    await using bench = await benchOf(adapter, [
      streamOf(adapter, wireAnswer(parts), { pieces: events.slice(0, count) }),
    ]);
    const isWhole = await ask(bench.model, "stream").then(
      () => true,
      () => false,
    );
    if (!isWhole) return count + 1;
  }
  return events.length - 2;
}
