import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { FrameReader, writeFrame } from "./frames.ts";

/** Returns the bytes written for `texts`. */
function bytesOf(texts: readonly string[]): Buffer {
  const pipe = new PassThrough();
  for (const text of texts) writeFrame(pipe, Buffer.from(text));
  return pipe.read() as Buffer;
}

describe("messages on a pipe", () => {
  const texts = ["first", "", "ä".repeat(300), "last"];

  test.each([1, 2, 3, 7, 100, 10_000])("reassembles messages from chunks of %i bytes", (size) => {
    const reader = new FrameReader(1000);
    const bytes = bytesOf(texts);
    const read: string[] = [];
    for (let start = 0; start < bytes.length; start += size)
      read.push(...reader.push(bytes.subarray(start, start + size)).map((body) => body.toString()));
    expect(read).toEqual(texts);
  });

  test("rejects a message by its announced length before its body arrives", () => {
    expect(() => new FrameReader(10).push(bytesOf(["12345678901"]).subarray(0, 4))).toThrow(
      new RangeError("a message of 11 bytes; the maximum is 10"),
    );
    expect(new FrameReader(11).push(bytesOf(["12345678901"]))).toHaveLength(1);
  });
});
