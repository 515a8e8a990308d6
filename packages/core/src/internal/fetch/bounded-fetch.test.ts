// Tests the bounds of `boundedFetch` with bodies made here; the adapter suite has real servers.

import { describe, expect, test } from "vitest";
import { boundedFetch } from "./bounded-fetch.ts";
import { boundErrorIn } from "./response-bound-error.ts";

const encoder = new TextEncoder();

/** Returns a `fetch` whose body sends `piece` until it is cancelled, and the number of pieces. */
function endless(piece: string, init: ResponseInit = {}) {
  const state = {
    pieces: 0,
    isCancelled: false,
    signal: undefined as AbortSignal | undefined,
    fetch: (_: unknown, { signal }: RequestInit = {}) => {
      state.signal = signal ?? undefined;
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            state.pieces += 1;
            controller.enqueue(encoder.encode(piece));
          },
          cancel: () => {
            state.isCancelled = true;
          },
        },
        { highWaterMark: 0 },
      );
      return Promise.resolve(new Response(body, init));
    },
  };
  return state;
}

const bounds = { maxResponseBytes: 1_000 };
const events = { headers: { "content-type": "text/event-stream" } };

async function failureOf(reading: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return boundErrorIn(new Error("wrapped by a client", { cause: error }))?.message;
}

describe("a body that exceeds its bound", () => {
  test.each<readonly [string, string, ResponseInit, string]>([
    ["response", "x".repeat(100), {}, "the response is longer than 1000 bytes"],
    ["event", "data: x\n", events, "an event of the stream is longer than 1000 bytes"],
    ["stream", "data: x\n\n", events, "the stream is longer than 10000 bytes"],
    ["comment", ": x\n\n", events, "an event of the stream is longer than 1000 bytes"],
  ])("names the bound of a %s and ends the request", async (_, piece, init, message) => {
    const server = endless(piece, init);
    const response = await boundedFetch(server.fetch, bounds)("http://a.example/");
    expect(await failureOf(response.text())).toBe(`${message} (option maxResponseBytes)`);
    expect(server.pieces * piece.length).toBeLessThan(11_000);
    expect([server.isCancelled, server.signal?.aborted]).toEqual([true, true]);
  });
});

test("bounds a stream like another body if its reader keeps it whole", async () => {
  const server = endless(": x\n\n", events);
  const ask = boundedFetch(server.fetch, { ...bounds, isReadWhole: true });
  const response = await ask("http://a.example/");
  expect(await failureOf(response.text())).toMatch(/^the response is longer than 1000 bytes/);
  expect(server.pieces).toBe(201);
});

test("keeps the first 65,536 bytes of an error body, and then ends the request", async () => {
  const server = endless("x".repeat(1_000), { status: 500 });
  const response = await boundedFetch(server.fetch, bounds)("http://a.example/");
  expect((await response.text()).length).toBe(65_536);
  expect([response.status, server.pieces, server.isCancelled]).toEqual([500, 66, true]);
});

test("passes a body within its bounds on unchanged", async () => {
  const reply = () => Promise.resolve(Response.json({ text: "é" }, { status: 201 }));
  const response = await boundedFetch(reply, bounds)("http://a.example/");
  expect([response.status, await response.json()]).toEqual([201, { text: "é" }]);
});

describe("a redirect", () => {
  const as = (response: Response, fields: Readonly<Record<string, unknown>>): Response => {
    for (const [name, value] of Object.entries(fields))
      Object.defineProperty(response, name, { value });
    return response;
  };
  const to = (location: string) => () => new Response(null, { status: 307, headers: { location } });
  const rest = "and redirects are not followed: set the option baseUrl to the API's URL";

  test.each<readonly [string, () => Response, string]>([
    ["to another host", to("https://b.example/x?key=1"), " to https://b.example"],
    ["to a path of an unknown server", to("/other"), ""],
    ["without a target", () => new Response(null, { status: 302 }), ""],
    ["to an address without a host", to("data:text/plain,x"), ""],
    [
      "as browsers show it",
      () => as(new Response(null), { type: "opaqueredirect", status: 0 }),
      "",
    ],
    [
      "that the host followed",
      () => as(new Response("So."), { redirected: true, url: "https://b.example/x" }),
      " to https://b.example",
    ],
  ])("%s fails the request and names the remedy", async (_, reply, target) => {
    let sent: RequestInit | undefined;
    const ask = boundedFetch((_, init) => {
      sent = init;
      return Promise.resolve(reply());
    }, bounds);
    const message = await failureOf(ask("http://a.example/", { redirect: "follow" }));
    expect(message).toBe(`the server redirects${target}, ${rest}`);
    expect([sent?.redirect, sent?.signal?.aborted]).toEqual(["manual", true]);
  });

  test("is a response for a caller that handles it", async () => {
    const ask = boundedFetch(() => Promise.resolve(to("/other")()), bounds);
    const response = await ask("http://a.example/", { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([307, "/other"]);
  });
});

test("an abort fails the reading of a body that ignores its signal", async () => {
  const stop = new AbortController();
  const silent = () => Promise.resolve(new Response(new ReadableStream()));
  const ask = boundedFetch(silent, bounds);
  const response = await ask("http://a.example/", { signal: stop.signal });
  const reading = response.text();
  stop.abort(new Error("stopped by the caller"));
  await expect(reading).rejects.toThrow("stopped by the caller");
});

test("closes the body that its reader abandons", async () => {
  const server = endless("data: x\n\n", events);
  const response = await boundedFetch(server.fetch, bounds)("http://a.example/");
  await response.body?.cancel();
  expect([server.isCancelled, server.signal?.aborted]).toEqual([true, true]);
});

test("leaves no listener on the caller's signal", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  signal.addEventListener = () => (listeners += 1);
  signal.removeEventListener = () => (listeners -= 1);
  const ask = boundedFetch(() => Promise.resolve(new Response("So.")), bounds);
  for (let count = 0; count < 3; count++) await (await ask("http://a.example/", { signal })).text();
  expect(listeners).toBe(0);
});
