import { createHash } from "node:crypto";
import { OptionError } from "@ptc/core/errors";
import { describe, expect, test } from "vitest";
import { base64Bytes, base64Text } from "./base64.ts";
import { contextFile, type ContextFile, type ContextFileOptions } from "./context-file.ts";
import { sizeText } from "./size-text.ts";

const fieldsOf = (file: ContextFile): unknown => Object.fromEntries(Object.entries(file));
const mediaType = "image/png";
const data = new Uint8Array([1, 2, 3]);

describe("a context file", () => {
  test("has its name, media type, size and digest as fields", () => {
    const expected = {
      name: "a.png",
      media_type: mediaType,
      size_bytes: 3,
      digest: createHash("sha256").update(data).digest("hex").slice(0, 32),
    };
    expect(fieldsOf(contextFile({ data, mediaType: "Image/PNG", name: "a.png" }))).toEqual(
      expected,
    );
    expect(fieldsOf(contextFile({ data: "AQID", mediaType, name: "a.png" }))).toEqual(expected);
    expect(fieldsOf(contextFile({ data: Buffer.from(data), mediaType }))).not.toHaveProperty(
      "name",
    );
  });

  test("keeps a copy of the bytes, so later changes have no effect", () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const file = contextFile({ data: bytes, mediaType });
    bytes.fill(9);
    expect(file.content()).toEqual({ data });
  });

  test("copies bytes from shared memory and from a part of a buffer", () => {
    const shared = new Uint8Array(new SharedArrayBuffer(3));
    shared.set(data);
    expect(contextFile({ data: shared, mediaType }).content()).toEqual({ data });
    const part = new Uint8Array([0, 1, 2, 3, 0]).subarray(1, 4);
    expect(contextFile({ data: part, mediaType }).content()).toEqual({ data });
  });

  test("can be a URL, which no field exposes", () => {
    const file = contextFile({ url: new URL("https://a.example/x?key=s3cret"), mediaType });
    expect(file.content()).toEqual({ url: "https://a.example/x?key=s3cret" });
    expect(JSON.stringify(file)).not.toContain("s3cret");
    expect(Object.keys(file)).toEqual(["media_type", "digest"]);
    const other = contextFile({ url: "https://a.example/y", mediaType });
    expect(other.digest).not.toBe(file.digest);
  });
});

describe("wrong options of a context file", () => {
  const wrong = (options: unknown): string => {
    try {
      contextFile(options as ContextFileOptions);
    } catch (error) {
      if (error instanceof OptionError) return error.message;
      throw error;
    }
    return "taken";
  };

  test.each<[string, unknown, string]>([
    ["options without data and url", { mediaType }, "`data`: expected a Uint8Array or base64"],
    [
      "options with data and url",
      { data, url: "https://a.example", mediaType },
      "`url`: can't be combined with `data`",
    ],
    ["no bytes", { data: new Uint8Array(), mediaType }, "`data`: is empty"],
    ["an empty text", { data: "", mediaType }, "`data`: is empty"],
    ["an ArrayBuffer", { data: data.buffer, mediaType }, "new Uint8Array(buffer)"],
    ["a proxy of bytes", { data: new Proxy(data, {}), mediaType }, "expected a Uint8Array"],
    ["a look-alike", { data: { length: 3, 0: 1 }, mediaType }, "expected a Uint8Array"],
    ["other numbers", { data: new Float32Array(3), mediaType }, "expected a Uint8Array"],
    ["invalid base64", { data: "AQ-D", mediaType }, "is not base64 at character 3;"],
    ["base64 with a line break", { data: "AQID\n", mediaType }, "at character 5;"],
    ["base64 that is cut off", { data: "AQIDA", mediaType }, "not a multiple of four"],
    ["padding alone", { data: "====", mediaType }, "is not base64 at character 1;"],
    ["padding within", { data: "AQ==AQID", mediaType }, "is not base64 at character 3;"],
    ["a data URL", { data: "data:image/png;base64,AQID", mediaType }, "after the comma"],
    ["another URL", { url: "file:///etc/passwd", mediaType }, "an http or https URL"],
    ["a data URL as URL", { url: "data:image/png;base64,AQID", mediaType }, "as `data`"],
    ["an invalid URL", { url: "https://", mediaType }, "an http or https URL"],
    ["an invalid media type", { data }, "`mediaType`: expected a full media type"],
    ["a kind alone", { data, mediaType: "image" }, '"application/pdf", got "image"'],
    ["a pattern", { data, mediaType: "image/*" }, "without parameters"],
    ["parameters", { data, mediaType: "text/plain; charset=utf-8" }, "without parameters"],
    ["a line break", { data, mediaType: "image/png\n" }, "expected a full media type"],
    ["an endless media type", { data, mediaType: `image/${"x".repeat(200)}` }, "a full media type"],
    [
      "a name that isn't a text",
      { data, mediaType, name: 1 },
      "`name`: expected a string of 1 to 255",
    ],
    ["an endless name", { data, mediaType, name: "x".repeat(256) }, "`name`: expected a string"],
    ["an unknown option", { data, mediaType, filename: "a" }, "unknown option"],
    ["missing options", undefined, "expected an object"],
  ])("contextFile refuses %s", (_, options, message) => {
    expect(wrong(options)).toContain(message);
  });

  test("refuses files above the size limit before copying them", { tags: "full" }, () => {
    const large = new Uint8Array(100_000_000);
    expect(wrong({ data: large, mediaType })).toBe(
      "option `data`: a file can have at most 20.0 MB, but this one has 100.0 MB",
    );
    expect(wrong({ data: "A".repeat(26_666_672), mediaType })).toContain("at most 20.0 MB");
    expect(wrong({ data: new Uint8Array(20_000_000), mediaType })).toBe("taken");
  });

  test("ignores overrides in subclasses of Uint8Array", () => {
    class Small extends Uint8Array {
      override get length(): number {
        return 1;
      }
    }
    expect(wrong({ data: new Small(100_000_000), mediaType })).toContain("this one has 100.0 MB");
  });
});

test("decodes base64 across chunk boundaries", () => {
  for (const length of [0, 1, 2, 3, 24_575, 24_576, 24_577, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 91) & 255);
    expect(base64Text(bytes)).toBe(Buffer.from(bytes).toString("base64"));
    expect(base64Bytes(base64Text(bytes))).toEqual(bytes);
  }
});

test("formats sizes in powers of 1,000", () => {
  expect([1, 999, 1_234, 20_000_000].map(sizeText)).toEqual(["1 B", "999 B", "1.2 kB", "20.0 MB"]);
});
