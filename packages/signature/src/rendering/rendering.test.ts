import { describe, expect, test } from "vitest";
import { signature } from "../parse-signature.ts";
import { describeType } from "./describe-type.ts";
import { renderExample } from "./render-example.ts";
import { renderSignature, renderType } from "./render-signature.ts";

const everyType =
  "{s :string, i :int, f :float, b :bool, k :keyword, d :datetime, a :any, m :map, l [[:int?]]?, n {_x :int}}";

describe("renderSignature", () => {
  test.each([
    [
      "(q :string,limit:int?)->{total :float,\n items[{id :int}] ; found\n }",
      "(q :string, limit :int?) -> {total :float, items [{id :int}]}",
    ],
    [":int", "() -> :int"],
    ["-> [:int?]?", "() -> [:int?]?"],
    ["{}", "() -> {}"],
    [everyType, `() -> ${everyType}`],
    [
      "type A {x :int 'the \\\"x\\\"'} (a :A|nil, b #{u,:v, 'w z'}?)->[:A|nil]",
      'type A {x :int "the \\"x\\""} (a :A|nil, b #{u v "w z"}?) -> [:A?]',
    ],
  ])("writes canonical text that parses to the same signature: %j", (text, written) => {
    expect(renderSignature(signature(text))).toBe(written);
  });

  test("omits descriptions on request", () => {
    expect(
      renderSignature(signature('(a :int "one") -> {b :int "two"}'), { descriptions: false }),
    ).toBe("(a :int) -> {b :int}");
  });

  test("renderType writes a type alone", () => {
    expect(renderType(signature("{a :int?, b [:map]}").output)).toBe("{a :int?, b [:map]}");
  });
});

describe("describeType", () => {
  test.each([
    [":int", "int"],
    [":int?", "int or nil"],
    ["[:int]", "list of int"],
    ["[:int]?", "list of int or nil"],
    ["[:int?]", "list of (int or nil)"],
    [":map", "map"],
    ["[{id :int, name :string?}]", "list of map {id :int, name :string?}"],
  ])("%s", (text, description) => {
    expect(describeType(signature(text).output)).toBe(description);
  });
});

describe("renderExample", () => {
  test.each([
    ["{total :float, items [{id :int, name :string}]}", '{:total 0.0 :items [{:id 0 :name "…"}]}'],
    [
      everyType,
      '{:s "…" :i 0 :f 0.0 :b true :k :keyword :d (java.time.Instant/parse "2026-01-31T09:30:00Z") :a :anything :m {:key :anything} :l [[0]] :n {:_x 0}}',
    ],
    ["[:bool]?", "[true]"],
    ["{}", "{}"],
  ])("writes an example value of %s", (text, example) => {
    expect(renderExample(signature(text).output)).toBe(example);
  });
});
