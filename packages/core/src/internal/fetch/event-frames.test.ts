// Tests that frames have the same events as the body, however it is cut.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventFrames } from "./event-frames.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the data of the events of a text, by the algorithm of the HTML standard. */
function eventsIn(text: string): string[] {
  const events: string[] = [];
  let data: string[] = [];
  // The last part isn't a line, because it has no end.
  for (const line of text.split(/\r\n|\n|\r/).slice(0, -1)) {
    if (line === "") {
      if (data.length > 0) events.push(data.join("\n"));
      data = [];
    } else if (line.startsWith("data:")) data.push(line.slice(5));
  }
  return events;
}

function framed(contentType: string, chunks: readonly Uint8Array[]) {
  const frames = eventFrames(contentType);
  if (frames === undefined) throw new Error("not a stream");
  const complete = chunks.map((chunk) => frames.push(chunk));
  return {
    texts: complete.map(({ bytes }) => decoder.decode(bytes)),
    longest: Math.max(0, ...complete.map(({ longest }) => longest)),
    pending: frames.pending,
    rest: decoder.decode(frames.rest()),
  };
}

/** Cuts bytes into chunks of random lengths. */
const chunked = (text: string) =>
  fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }).map((lengths) => {
    const bytes = encoder.encode(text);
    const chunks: Uint8Array[] = [];
    for (let at = 0, index = 0; at < bytes.length; index++) {
      const length = lengths[index % lengths.length] ?? 1;
      chunks.push(bytes.subarray(at, at + length));
      at += length;
    }
    return chunks;
  });

const lines = fc.array(
  fc.tuple(
    fc.constantFrom("data: é1", "data:", ": ping", "event: x", ":", "", "", "id: 5"),
    fc.constantFrom("\n", "\r\n", "\r"),
  ),
);

const streams = lines
  .map((all) => all.map((line) => line.join("")).join(""))
  .chain((text) => fc.tuple(fc.constant(text), chunked(text)));

describe("frames of server-sent events", () => {
  test("have the events of the stream, whichever line ends and chunks it has", () => {
    fc.assert(
      fc.property(streams, ([text, chunks]) => {
        const { texts, rest } = framed("text/event-stream; charset=utf-8", chunks);
        expect(eventsIn(texts.join(""))).toEqual(eventsIn(text));
        expect(eventsIn(`${texts.join("")}${rest}\n\n`)).toEqual(eventsIn(`${text}\n\n`));
      }),
    );
  });

  test("never end within an event", () => {
    fc.assert(
      fc.property(streams, ([, chunks]) => {
        for (const text of framed("text/event-stream", chunks).texts)
          expect(text === "" || text.endsWith("\n\n")).toBe(true);
      }),
    );
  });

  test("drop comments, also within an event and across chunks", () => {
    const chunks = ["data: a\n: no", " comment\ndata: b\n", ":\n\n", ": last\n\n"];
    const { texts, pending } = framed(
      "text/event-stream",
      chunks.map((chunk) => encoder.encode(chunk)),
    );
    expect(texts.join("")).toBe("data: a\ndata: b\n\n\n");
    expect(pending).toBe(0);
  });

  test("measure the longest event and the incomplete one without comments", () => {
    const text = `data: abc\n: ${"x".repeat(99)}\n\ndata: 1\n\ndata: incompl`;
    const { longest, pending } = framed("text/event-stream", [encoder.encode(text)]);
    expect(longest).toBe("data: abc\n".length);
    expect(pending).toBe("data: incompl".length);
  });
});

describe("frames of JSON lines", () => {
  test("end with a line and keep the incomplete one", () => {
    const chunks = ['{"a": ', '1}\n{"b": 2}\n{"c"'].map((chunk) => encoder.encode(chunk));
    expect(framed("application/x-ndjson", chunks)).toEqual({
      texts: ["", '{"a": 1}\n{"b": 2}\n'],
      longest: '{"b": 2}\n'.length,
      pending: 4,
      rest: '{"c"',
    });
  });
});

test("other bodies have no frames", () => {
  expect(eventFrames("application/json")).toBeUndefined();
  expect(eventFrames("")).toBeUndefined();
});
