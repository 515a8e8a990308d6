import { expect, test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted, failOf } from "../../../test/evaluate.ts";

test("str converts any value to text, and nil to the empty text", async () => {
  await expectPrinted([
    ['[(str) (str nil) (str nil "x") (str 1 2.5 :a true \\b)]', '["" "" "x" "12.5:atrueb"]'],
    ['(str [1 "a" nil] {:a "b"} #{})', '"[1 \\"a\\" nil]{:a \\"b\\"}#{}"'],
    [
      '[(str ##Inf) (str [##Inf]) (str #"a+") (str (take 2 (range)))]',
      '["Infinity" "[##Inf]" "a+" "(0 1)"]',
    ],
    [
      '[(str (LocalDate/parse "2026-02-28")) (str (Instant/parse "2026-01-01T12:30:00Z"))]',
      '["2026-02-28" "2026-01-01T12:30:00Z"]',
    ],
  ]);
  await expectFailures([
    [
      "(str (range))",
      "unbounded_sequence",
      "str: the sequence has no end",
      "take a part of it first: (take 10 …)",
    ],
  ]);
});

test("subs counts characters, and rejects only an end before the start", async () => {
  await expectPrinted([
    [
      '[(subs "hello" 1) (subs "hello" 1 3) (subs "hello" 1.9) (subs "hello" 5)]',
      '["ello" "el" "ello" ""]',
    ],
    ['[(subs "hello" -1) (subs "abc" 10) (subs "abc" 1 99) (subs "abc" 2 2)]', '["" "" "bc" ""]'],
    ['[(subs "a👍🏽é b" 1 3) (subs "😀a" 1)]', '["👍🏽é" "a"]'],
  ]);
  await expectFailures([
    [
      '(subs "abc" 2 1)',
      "index_error",
      "subs: the end 1 is before the start 2",
      "write (subs s start end): both count from the beginning of s",
    ],
    [
      "(subs nil 0)",
      "type_error",
      "subs: expected a string, got nil",
      'check that the data has a field of that name; if it may be missing, guard with (when s (subs s …)), or use (or s "")',
    ],
    [
      "(subs 123 0)",
      "type_error",
      "subs: expected a string, got number 123",
      "convert it first: (str x)",
    ],
    ['(subs "abc" "1")', "type_error", 'subs: expected an index, got string "1"'],
  ]);
});

test("join accepts any collection and rejects swapped arguments", async () => {
  await expectPrinted([
    [
      '[(join ", " [1 nil "x" :k]) (join ["a" "b"]) (join "," nil) (join nil [1 2]) (join "-" "abc") (join "," {:a 1})]',
      '["1, , x, :k" "ab" "" "12" "a-b-c" "[:a 1]"]',
    ],
    ['(str/join "," (take 3 (range)))', '"0,1,2"'],
  ]);
  await expectFailures([
    [
      '(join ["a" "b"] ", ")',
      "type_error",
      'join: expected a separator string, got vector ["a" "b"]',
      'the separator comes first: (join ", " coll)',
    ],
    ['(join "," 5)', "type_error", "join: expected a collection, got number 5"],
  ]);
});

test("converts case and trims white space", async () => {
  await expectPrinted([
    [
      '[(upper-case "straße") (downcase "ÀB") (capitalize "hELLO wORLD") (capitalize "") (upper-case 5)]',
      '["STRASSE" "àb" "Hello world" "" "5"]',
    ],
    [
      '[(trim " \\t\\u2003a b\\u2028\\n") (trim "\\u00a0x\\u00a0") (triml " a ") (trimr " a ") (trim-newline "a \\r\\n\\n")]',
      '["a b" "\u00a0x\u00a0" "a " " a" "a "]',
    ],
    ['(map blank? [nil "" " \\n\\u2003" "\\u00a0" "a"])', "(true true true false false)"],
    [
      '[(clojure.string/reverse "a👍🏽b") (clojure.string/escape "a<b&" {\\< "&lt;", \\& "&amp;"})]',
      '["b👍🏽a" "a&lt;b&amp;"]',
    ],
  ]);
  await expectFailures([
    [
      "(upper-case nil)",
      "type_error",
      "upper-case: expected a string, got nil",
      'check that the data has a field of that name; if it may be missing, guard with (when s (upper-case s …)), or use (or s "")',
    ],
    [
      '(lower-case ["A"])',
      "type_error",
      'lower-case: expected a string, got vector ["A"]',
      "use map for each element: (map #(lower-case %) coll)",
    ],
    [
      "(trim :a)",
      "type_error",
      "trim: expected a string, got keyword :a",
      "get its name first: (name x)",
    ],
    ["(blank? 5)", "type_error", "blank?: expected a string, got number 5"],
  ]);
});

test("string searches return nil if nothing is found, and positions in characters", async () => {
  await expectPrinted([
    [
      '[(includes? "hello" "ell") (includes? "abc" "") (starts-with? "abc" "ab") (ends-with? "abc" "b") (includes? 123 "2")]',
      "[true true true false true]",
    ],
    [
      '[(index-of "hello" "l") (index-of "hello" "l" 3) (index-of "hello" "z") (index-of "abc" "" 10) (index-of "abc" "a" -5)]',
      "[2 3 nil 3 0]",
    ],
    [
      '[(last-index-of "hello" "l") (last-index-of "hello" "l" 2) (last-index-of "abc" "a" -1) (last-index-of "abc" "")]',
      "[3 2 nil 3]",
    ],
    [
      '[(index-of "😀a😀" "a") (index-of "😀a😀" "😀" 1) (last-index-of "😀a😀" "😀") (index-of "e\\u0301x" "x")]',
      "[1 2 2 1]",
    ],
  ]);
  await expectFailures([
    ['(includes? nil "a")', "type_error", "includes?: expected a string, got nil"],
    ['(includes? "x" 5)', "type_error", "includes?: expected a string to look for, got number 5"],
    [
      '(starts-with? "x" nil)',
      "type_error",
      "starts-with?: expected a string to look for, got nil",
    ],
  ]);
});

test("charges memory for text before making it", async () => {
  const limits = { memoryBytes: 1_000_000 };
  for (const program of [
    '(loop [s "ab"] (recur (str s s)))',
    '(join "," (repeat 100000 "abcdefgh"))',
    '(format "%1000000d" 1)',
    '(replace (join (repeat 1000 "a")) "a" (join (repeat 1000 "b")))',
    '(replace (join (repeat 1000 "a")) #"a" (join (repeat 1000 "$0")))',
  ]) {
    expect(`${program}: ${(await failOf(program, { limits })).reason}`).toBe(
      `${program}: memory_exceeded`,
    );
  }
});

test("clojure.string/reverse accepts only strings", async () => {
  await expectPrinted([['(clojure.string/reverse "abc")', '"cba"']]);
  await expectFailures([
    [
      "(clojure.string/reverse false)",
      "type_error",
      "clojure.string/reverse: expected a string, got boolean false",
      "convert it first: (str x)",
    ],
  ]);
});
