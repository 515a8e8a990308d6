import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { FrameReader, PieceReader, writeFrame, writePiece } from "./frames.ts";

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

  test("joins the pieces of a long message, between which short messages may come", () => {
    const pipe = new PassThrough();
    writePiece(pipe, "more", Buffer.from("given up"));
    writeFrame(pipe, Buffer.from("\u{ff}first"));
    writePiece(pipe, "dropped");
    writePiece(pipe, "more", Buffer.from("a long "));
    writeFrame(pipe, Buffer.from("\u{ff}second"));
    writePiece(pipe, "more");
    writePiece(pipe, "last", Buffer.from("message"));
    writePiece(pipe, "last", Buffer.from("another"));
    const pieces = new PieceReader();
    const bodies = new FrameReader(1000).push(pipe.read() as Buffer);
    expect(bodies.map((body) => pieces.push(body)?.toString())).toEqual([
      undefined,
      "\u{ff}first",
      undefined,
      undefined,
      "\u{ff}second",
      undefined,
      "a long message",
      "another",
    ]);
  });
});
