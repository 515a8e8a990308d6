// Cases about servers that never stop sending. The server counts what it sent, so a case fails if
// an adapter reads on.

import { deepStrictEqual as equal, ok } from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { ModelErrorKind } from "../../../contract/model-error-kind.ts";
import { isModelError, type ModelError } from "../../../errors/model-error.ts";
import type { AdapterUnderTest } from "../adapter-under-test.ts";
import { ask, benchOf, ways, type CaseBody, type Cases, type Way } from "../bench.ts";
import type { ServedReply } from "../loopback-server.ts";

const json = { "content-type": "application/json" };

/** The option of the models under test. A stream may have ten times as many bytes. */
const maxResponseBytes = 1_000_000;

/** Bytes that a server sends although nothing reads them: they fill the system's buffers. */
const buffers = 16_000_000;

const chunk = "x".repeat(64_000);

function* endless(piece: string, first = ""): Generator<string, void> {
  yield first;
  for (;;) yield piece;
}

const bombs = new Map<string, Uint8Array>();

/** Returns the compressed form of a body that is a thousand times as long. */
function bomb(text: string): Uint8Array {
  const made = bombs.get(text) ?? gzipSync(text + "x".repeat(50_000_000));
  bombs.set(text, made);
  return made;
}

interface Expected {
  readonly kind: ModelErrorKind;
  readonly message?: RegExp;
  /** The option `maxResponseBytes` of the model. */
  readonly most?: number;
}

async function failsWith(
  adapter: AdapterUnderTest,
  way: Way,
  reply: ServedReply,
  { kind, message = /(?:)/, most = maxResponseBytes }: Expected,
): Promise<void> {
  await using bench = await benchOf(adapter, [reply], { maxResponseBytes: most });
  const error = await failureOf(ask(bench.model, way));
  equal([way, error.kind], [way, kind], `[${way}] ${error.message}`);
  ok(message.test(error.message), `[${way}] ${error.message}`);
  ok(error.message.length < 2_000, "the message repeats the body");
  const allowed = most * 10 + buffers;
  ok(bench.server.sentBytes() < allowed, `the server sent ${String(bench.server.sentBytes())}`);
}

export async function failureOf(asked: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await asked.then(
    () => new Error("the request succeeded"),
    (thrown: unknown) => thrown,
  );
  if (!isModelError(error)) throw error;
  return error;
}

function inBothWays(expected: Expected, reply: () => ServedReply): CaseBody {
  return async (adapter) => {
    for (const way of ways) await failsWith(adapter, way, reply(), expected);
  };
}

/** A stream of the adapter's format that never ends. */
function inStreams(
  pieces: (adapter: AdapterUnderTest) => Iterable<string | Uint8Array>,
  most = maxResponseBytes,
): CaseBody {
  return async (adapter) => {
    const headers = { "content-type": adapter.wire.streamType };
    const reply = { status: 200, headers, pieces: pieces(adapter) };
    await failsWith(adapter, "stream", reply, {
      kind: "invalid_response",
      message: /option maxResponseBytes|expected JSON/,
      most,
    });
  };
}

export const byteBoundCases: Cases = {
  "an endless body of a failed server": inBothWays({ kind: "server_error" }, () => ({
    status: 500,
    headers: { "content-type": "text/plain" },
    pieces: endless(chunk),
  })),

  "an endless message of a refusal": inBothWays({ kind: "invalid_request" }, () => ({
    status: 400,
    headers: json,
    pieces: endless(chunk, '{"error": {"message": "'),
  })),

  "an error body that is a compressed bomb": inBothWays({ kind: "server_error" }, () => ({
    status: 500,
    headers: { ...json, "content-encoding": "gzip" },
    pieces: [bomb("")],
  })),

  "an endless complete response": async (adapter) => {
    const reply = { status: 200, headers: json, pieces: endless(chunk, '{"text": "') };
    await failsWith(adapter, "generate", reply, {
      kind: "invalid_response",
      message: /longer than 1000000 bytes \(option maxResponseBytes\)/,
    });
  },

  "a complete response that is a compressed bomb": async (adapter) => {
    const headers = { ...json, "content-encoding": "gzip" };
    const reply = { status: 200, headers, pieces: [bomb('{"text": "')] };
    await failsWith(adapter, "generate", reply, {
      kind: "invalid_response",
      message: /longer than 1000000 bytes \(option maxResponseBytes\)/,
    });
  },

  "a stream that is a compressed bomb": async (adapter) => {
    const headers = { "content-type": adapter.wire.streamType, "content-encoding": "gzip" };
    const reply = { status: 200, headers, pieces: [bomb("data: ")] };
    await failsWith(adapter, "stream", reply, {
      kind: "invalid_response",
      message: /longer than 1000000 bytes \(option maxResponseBytes\)/,
    });
  },

  "a line that never ends": inStreams(() => endless(chunk, "data: ")),
  "an event of endless lines": inStreams(() => endless(`data: ${"x".repeat(1_000)}\n`.repeat(60))),
  "endless comments": inStreams(() => endless(`: ${"x".repeat(1_000)}\n\n`.repeat(60))),
  // Adapters parse each of these short events, so there are fewer of them.
  "endless events without content": inStreams(
    ({ wire }) => endless(wire.pings.join("").repeat(500)),
    200_000,
  ),
};
