// Tests the types inferred from signatures, for each form of the syntax. This file is only
// compiled, never run.

/* eslint-disable @typescript-eslint/no-generated-empty-object-type -- an object without known fields is what `{}` and `()` mean. */

import type { FileFields } from "@ptc/core/values";
import { describe, expectTypeOf, test } from "vitest";
import type { CheckedSignature, Infer, InferInput } from "../../src/types/infer.ts";

declare function signature<const Text extends string>(
  text: CheckedSignature<Text>,
): { readonly input: InferInput<Text>; readonly output: Infer<Text> };

describe("inferred types", () => {
  test("infers simple types", () => {
    expectTypeOf<Infer<":string">>().toEqualTypeOf<string>();
    expectTypeOf<Infer<":keyword">>().toEqualTypeOf<string>();
    expectTypeOf<Infer<":int">>().toEqualTypeOf<number>();
    expectTypeOf<Infer<":float">>().toEqualTypeOf<number>();
    expectTypeOf<Infer<":bool">>().toEqualTypeOf<boolean>();
    expectTypeOf<Infer<":datetime">>().toEqualTypeOf<Date>();
    expectTypeOf<Infer<"[:file?]">>().toEqualTypeOf<(FileFields | null)[]>();
    expectTypeOf<Infer<":any">>().toEqualTypeOf<unknown>();
    expectTypeOf<Infer<":map">>().toEqualTypeOf<Record<string, unknown>>();
  });

  test("infers lists and maps", () => {
    expectTypeOf<Infer<"[:int]">>().toEqualTypeOf<number[]>();
    expectTypeOf<Infer<"[[:map]]">>().toEqualTypeOf<Record<string, unknown>[][]>();
    expectTypeOf<Infer<"() -> {count :int, ids [:int]}">>().toEqualTypeOf<{
      count: number;
      ids: number[];
    }>();
    expectTypeOf<Infer<"{}">>().toEqualTypeOf<Record<never, never>>();
    expectTypeOf<Infer<"{a:int,b[:int],c{d :int},e#{x},}">>().toEqualTypeOf<{
      a: number;
      b: number[];
      c: { d: number };
      e: "x";
    }>();
    expectTypeOf<
      Infer<"{__proto__ :int, due-date :datetime, _raw :any, constructor :string}">
    >().toEqualTypeOf<{
      __proto__: number;
      "due-date": Date;
      _raw: unknown;
      constructor: string;
    }>();
  });

  test("infers enums", () => {
    expectTypeOf<Infer<"#{open \"in progress\" :closed, 'it\\'s',2x}">>().toEqualTypeOf<
      "open" | "in progress" | "closed" | "it's" | "2x"
    >();
    expectTypeOf<Infer<'#{"a\\n\\t\\r\\f\\b\\"\\\\" ""}'>>().toEqualTypeOf<'a\n\t\r\f\b"\\' | "">();
    expectTypeOf<Infer<'#{a "caf\\u00e9" "\\u0041"}'>>().toEqualTypeOf<string>();
    expectTypeOf<Infer<"[#{a b}?]|nil">>().toEqualTypeOf<("a" | "b" | null)[] | null>();
  });

  test("infers defined types", () => {
    expectTypeOf<
      Infer<'type Line {sku :string, amount :int} "one row"\ntype Lines [:Line], (a :int) -> {first :Line|nil, rest :Lines?}'>
    >().toEqualTypeOf<{
      first: { sku: string; amount: number } | null;
      rest?: { sku: string; amount: number }[] | null;
    }>();
    expectTypeOf<InferInput<"type Id:int? (id :Id, other :Id?) -> :any">>().toEqualTypeOf<{
      id: number | null;
      other?: number | null | undefined;
    }>();
    expectTypeOf<Infer<"type A :int type B {a :A} type C [:B] :C">>().toEqualTypeOf<
      { a: number }[]
    >();
  });
});

describe("nil and missing", () => {
  test("a field with ? may be missing or null, and one with |nil may be null", () => {
    expectTypeOf<Infer<"{a :int?, b :int|nil, c [:int?]?, d {e :bool?}}">>().toEqualTypeOf<{
      a?: number | null;
      b: number | null;
      c?: (number | null)[] | null;
      d: { e?: boolean | null };
    }>();
    expectTypeOf<{ a: undefined }>().not.toExtend<Infer<"{a :int?}">>();
    expectTypeOf<object>().toExtend<Infer<"{a :int?}">>();
  });

  test("other types with ? or |nil may be null", () => {
    expectTypeOf<Infer<":int?">>().toEqualTypeOf<number | null>();
    expectTypeOf<Infer<":int ; or\n | ; nothing\n nil">>().toEqualTypeOf<number | null>();
    expectTypeOf<Infer<"[{a :int}|nil]?">>().toEqualTypeOf<({ a: number } | null)[] | null>();
    expectTypeOf<Infer<":any?">>().toEqualTypeOf<unknown>();
  });
});

describe("inferred parameters", () => {
  test("infers one object, in which optional parameters may be undefined", () => {
    expectTypeOf<
      InferInput<"(query :string, limit :int?, since :datetime|nil) -> :any">
    >().toEqualTypeOf<{ query: string; limit?: number | null | undefined; since: Date | null }>();
    expectTypeOf<{ query: string; limit: undefined }>().toExtend<
      InferInput<"(query :string, limit :int?) -> :any">
    >();
    expectTypeOf<InferInput<"(filter {since :datetime?}) -> :any">>().toEqualTypeOf<{
      filter: { since?: Date | null };
    }>();
  });

  test("infers an empty object without parameters", () => {
    expectTypeOf<InferInput<"() -> :any">>().toEqualTypeOf<Record<never, never>>();
    expectTypeOf<InferInput<"-> :any">>().toEqualTypeOf<Record<never, never>>();
    expectTypeOf<InferInput<":any">>().toEqualTypeOf<Record<never, never>>();
    expectTypeOf<Record<never, never>>().toExtend<InferInput<"() -> :any">>();
    expectTypeOf<keyof InferInput<"() -> :any">>().toEqualTypeOf<never>();
  });
});

describe("forms of signatures", () => {
  test("infers from a whole signature, an output after an arrow, and an output alone", () => {
    expectTypeOf<Infer<"(a :int)->:int">>().toEqualTypeOf<number>();
    expectTypeOf<Infer<"->{a :int}">>().toEqualTypeOf<{ a: number }>();
    expectTypeOf<Infer<"; comment\n{a :int} ; comment">>().toEqualTypeOf<{ a: number }>();
    expectTypeOf<Infer<"(\n\ta :int, ; first\n\n b :bool\r\n) -> {}">>().toEqualTypeOf<
      Record<never, never>
    >();
  });

  test("ignores descriptions", () => {
    expectTypeOf<
      Infer<'{a :int "how many, {or} so", b :bool? \'it\\\'s "b"\', c :int|nil "\\u00e9"}'>
    >().toEqualTypeOf<{ a: number; b?: boolean | null; c: number | null }>();
  });

  test("infers eight and more levels of lists and maps", () => {
    expectTypeOf<Infer<"{a {b {c {d {e {f {g {h :int?}}}}}}}}">>().toEqualTypeOf<{
      a: { b: { c: { d: { e: { f: { g: { h?: number | null } } } } } } };
    }>();
    expectTypeOf<Infer<"[{a [{b [{c [{d [:int?]}]}]}?]}]">>().toEqualTypeOf<
      { a: ({ b: { c: { d: (number | null)[] }[] }[] } | null)[] }[]
    >();
    expectTypeOf<Infer<"[[[[[[[[:bool]]]]]]]]">>().toEqualTypeOf<boolean[][][][][][][][]>();
    expectTypeOf<InferInput<"(a [{b [{c [{d [{e :int}]}]}]}]) -> :any">>().toEqualTypeOf<{
      a: { b: { c: { d: { e: number }[] }[] }[] }[];
    }>();
  });
});

describe("texts that aren't literals", () => {
  test("accepts texts that aren't literals and infers unknown", () => {
    const text: string = ":int";
    expectTypeOf(signature(text)).toEqualTypeOf<{
      readonly input: unknown;
      readonly output: unknown;
    }>();
    expectTypeOf<Infer<string>>().toEqualTypeOf<unknown>();
    expectTypeOf<Infer<`(${string}) -> :int`>>().toEqualTypeOf<unknown>();
    expectTypeOf<CheckedSignature<`(${string}) -> :int`>>().toEqualTypeOf<`(${string}) -> :int`>();
  });

  test("infers a union of literals member by member", () => {
    expectTypeOf<Infer<":int" | ":bool">>().toEqualTypeOf<number | boolean>();
    expectTypeOf<CheckedSignature<":int" | ":bool">>().toEqualTypeOf<":int" | ":bool">();
  });

  test("infers unknown for a malformed literal, and its check gives the mistake", () => {
    expectTypeOf<Infer<"{a :int">>().toEqualTypeOf<unknown>();
    expectTypeOf<InferInput<"{a :int">>().toEqualTypeOf<unknown>();
    expectTypeOf<CheckedSignature<"{a :int">>().toEqualTypeOf<"the { is still open: write }">();
    // @ts-expect-error -- the mistake is the point
    signature("{a :int");
  });
});

test("a call of signature() infers the types of its literal", () => {
  expectTypeOf(
    signature(
      "(query :string, limit :int?) -> {total :float, items [{id :int, name :string}], _raw [:map]}",
    ),
  ).toEqualTypeOf<{
    readonly input: { query: string; limit?: number | null | undefined };
    readonly output: {
      total: number;
      items: { id: number; name: string }[];
      _raw: Record<string, unknown>[];
    };
  }>();
});

describe("inferred unions", () => {
  test("infers constants", () => {
    expectTypeOf<Infer<'"card"'>>().toEqualTypeOf<"card">();
    expectTypeOf<Infer<"[true]">>().toEqualTypeOf<true[]>();
    expectTypeOf<Infer<"{a -2.5, b 10?}">>().toEqualTypeOf<{ a: -2.5; b?: 10 | null }>();
  });

  test("infers unions", () => {
    expectTypeOf<Infer<":int|:string">>().toEqualTypeOf<number | string>();
    expectTypeOf<Infer<"[:int | 'a'|nil]">>().toEqualTypeOf<(number | "a" | null)[]>();
    expectTypeOf<
      Infer<'() -> {kind "card", last4 :string} | {kind "iban", iban :string}'>
    >().toEqualTypeOf<{ kind: "card"; last4: string } | { kind: "iban"; iban: string }>();
    expectTypeOf<InferInput<'(x :bool|[:int]? "what", y :int) -> :any'>>().toEqualTypeOf<{
      x?: boolean | number[] | null | undefined;
      y: number;
    }>();
    expectTypeOf<Infer<"type A {a :int}|{b :int} type B :A|:string [:B]">>().toEqualTypeOf<
      ({ a: number } | { b: number } | string)[]
    >();
  });
});
