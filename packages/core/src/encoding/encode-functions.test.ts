// The encoding of functions: captured values, and values that an encoder doesn't support.

import { describe, expect, test } from "vitest";
import { mapOf } from "../../test/arbitrary-value.ts";
import { NamedFunction } from "../../test/named-function.ts";
import {
  DataDepthError,
  FunctionValue,
  Keyword,
  OpaqueValue,
  Vector,
  type Value,
} from "../values/index.ts";
import { TrieSet } from "../values/internal.ts";
import { decodeValue, type FunctionDecoder } from "../decoding/decode.ts";
import { encodeValue, type EncodingError, type FunctionEncoder } from "./encode.ts";

const keyword = (text: string) => new Keyword(text);

describe("encoding of functions", () => {
  class Captured extends FunctionValue {
    readonly name = undefined;
    readonly source: string;
    readonly captured: Value;

    constructor(source: string, captured: Value) {
      super();
      this.source = source;
      this.captured = captured;
    }
  }

  const encoder: FunctionEncoder = {
    encodeFunction: (fn, encode) =>
      fn instanceof Captured ? { source: fn.source, captured: encode(fn.captured) } : undefined,
  };
  const decoder: FunctionDecoder = {
    decodeFunction: (json, decode) => {
      const { source, captured } = json as { source?: unknown; captured?: unknown };
      return typeof source === "string" ? new Captured(source, decode(captured)) : undefined;
    },
  };

  test("round-trips functions with their captured values, including captured functions", () => {
    const fn = new Captured(
      "(fn [x] (f x))",
      Vector.of<Value>([keyword("a"), new Captured("(fn [y] y)", TrieSet.of([1]))]),
    );
    const json = encodeValue(mapOf([[keyword("f"), fn]]), encoder);
    expect(json).toEqual({
      ":f": {
        $function: {
          source: "(fn [x] (f x))",
          captured: [
            { $keyword: "a" },
            { $function: { source: "(fn [y] y)", captured: { $set: [1] } } },
          ],
        },
      },
    });
    expect(
      encodeValue(decodeValue(JSON.parse(JSON.stringify(json)), { functions: decoder }), encoder),
    ).toEqual(json);
  });

  test("rejects a function that the encoder doesn't support, and names its location", () => {
    expect(
      (
        caught(() =>
          encodeValue(new Captured("f", Vector.of<Value>([new NamedFunction()])), encoder),
        ) as EncodingError
      ).path,
    ).toBe("captured[0]");
  });

  test("writes opaque values with encodeOpaque, and without it as their data", () => {
    class Box extends OpaqueValue {
      readonly typeName = "box";
      readonly held: Value;

      constructor(held: Value) {
        super();
        this.held = held;
      }

      override get asData(): Value {
        return this.held;
      }
    }
    const opaque: FunctionEncoder = {
      ...encoder,
      encodeOpaque: (value, encode) =>
        value instanceof Box ? { box: encode(value.held) } : { absent: value.typeName },
    };
    const value = Vector.of<Value>([new Box(keyword("a")), new NamedFunction()]);
    const json = encodeValue(value, opaque);
    expect(json).toEqual([
      { $opaque: { box: { $keyword: "a" } } },
      { $opaque: { absent: "function" } },
    ]);
    expect(encodeValue(Vector.of<Value>([new Box(keyword("a"))]), encoder)).toEqual([
      { $keyword: "a" },
    ]);
    const read: FunctionDecoder = {
      ...decoder,
      decodeOpaque: (content, decode) =>
        new Box(decode((content as { readonly box?: unknown }).box ?? null)),
    };
    expect(encodeValue(decodeValue(json, { functions: read }), opaque)).toEqual([
      { $opaque: { box: { $keyword: "a" } } },
      { $opaque: { box: null } },
    ]);
    expect(() => decodeValue(json, { functions: decoder })).toThrow("[0]: malformed $opaque");
  });

  test("a reader without the language reads an exception as its message and data", () => {
    const parts = { kind: "ex_info", message: "no", cause: null };
    const json = { $opaque: { exception: { ...parts, data: { ":a": 1 } } } };
    expect(encodeValue(decodeValue([json]))).toEqual([{ ":message": "no", ":data": { ":a": 1 } }]);
    expect(encodeValue(decodeValue({ $opaque: { exception: { ...parts, data: null } } }))).toEqual({
      ":message": "no",
    });
    for (const other of [{ exception: 1 }, { reduced: 1 }, 1])
      expect(() => decodeValue({ $opaque: other })).toThrow("malformed $opaque");
  });

  test("rejects endlessly nested captured functions as too deep", () => {
    let fn = new Captured("f", null);
    for (let level = 0; level < 20_000; level++) fn = new Captured("f", fn);
    expect(() => encodeValue(fn, encoder)).toThrow(DataDepthError);
  });

  test("later errors have the right path after an encoder caught an error", () => {
    const lenient: FunctionEncoder = {
      encodeFunction: (fn, encode) => {
        if (!(fn instanceof Captured)) return undefined;
        try {
          return { captured: encode(fn.captured) };
        } catch {
          return { captured: null };
        }
      },
    };
    const value = Vector.of<Value>([
      new Captured("f", Vector.of<Value>([new NamedFunction()])),
      new NamedFunction(),
    ]);
    expect((caught(() => encodeValue(value, lenient)) as EncodingError).path).toBe("[1]");
  });
});

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("expected an error");
}
