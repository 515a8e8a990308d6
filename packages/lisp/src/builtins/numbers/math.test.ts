import { expect, test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted, failOf, printed } from "../../../test/evaluate.ts";

test("rounds to integers with halves away from zero, and keeps infinite values", async () => {
  await expectPrinted([
    [
      "(map round [2.5 -2.5 0.49999999999999994 -0.2 4503599627370497.5 ##Inf ##NaN 12345678901234567890])",
      "(3 -3 0 0 4503599627370498 ##Inf ##NaN 12345678901234567890)",
    ],
    [
      "[(floor -2.5) (ceil -2.5) (ceil 2.1) (trunc -2.9) (Math/rint 2.5) (Math/rint 3.5)]",
      "[-3 -2 3 -2 2 4]",
    ],
  ]);
});

test("rounds a number to decimal places as it is written", async () => {
  await expectPrinted([
    [
      "(map #(round % 2) [2.345 -2.345 1.005 0.1 19.999 1e-7 -0.001 123456789.125 7 ##Inf ##NaN 12345678901234567890])",
      "(2.35 -2.35 1.01 0.1 20 0 0 123456789.13 7 ##Inf ##NaN 12345678901234567890)",
    ],
    [
      "[(round 2.5 0) (round 1e-7 7) (round 123456789012.3456 15) (round 2251799813685249.5 3)]",
      "[3 1e-7 123456789012.3456 2251799813685249.5]",
    ],
  ]);
  for (const places of ["-1", "1.5", "16", "nil", '"2"'])
    expect(await failOf(`(round 1.25 ${places})`)).toMatchObject({
      message: `round: expected a number of decimal places from 0 to 15, got ${places}`,
    });
});

test("functions of Math and clojure.math return the same results as in Java", async () => {
  await expectPrinted([
    ["[(sqrt 16) (Math/sqrt -1) (clojure.math/sqrt 2.25)]", "[4 ##NaN 1.5]"],
    [
      "[(pow 2 10) (pow 0 0) (Math/pow 0 -1) (Math/pow 1 ##NaN) (Math/pow -1 ##Inf) (Math/pow -0.0 -3)]",
      "[1024 1 ##Inf ##NaN ##NaN ##-Inf]",
    ],
    [
      "[(Math/cbrt 27) (Math/log10 1000) (Math/signum -3.5) (Math/hypot 3 4) (Math/toDegrees Math/PI)]",
      "[3 3 -1 5 180]",
    ],
    [
      "[Math/PI (Math/PI) Double/NaN (map #(* % 2) [POSITIVE_INFINITY]) Integer/MAX_VALUE Long/MAX_VALUE]",
      "[3.141592653589793 3.141592653589793 ##NaN (##Inf) 2147483647 9223372036854775807]",
    ],
    ["[(== 1 1.0) (== 1 2) (== 1 1 1)]", "[true false true]"],
  ]);
  await expectFailures([
    [
      "(sqrt nil)",
      "type_error",
      "sqrt: expected a number, got nil",
      "check that the data has a field of that name; if a value may be missing, use (or x 0)",
    ],
    [
      '(round "2.5")',
      "type_error",
      'round: expected a number, got string "2.5"',
      "read numbers from text with parse-long or parse-double",
    ],
    ["(pow 2 :a)", "type_error", "pow: expected a number, got keyword :a"],
  ]);
});

test("number conversions truncate and check the range", async () => {
  await expectPrinted([
    ["[(int 3.9) (int -3.9) (int ##NaN) (int \\A) (int \\newline)]", "[3 -3 0 65 10]"],
    [
      "[(long -3.9) (long 1e18) (long \\a) (short 3.9) (byte -128)]",
      "[-3 1000000000000000000 97 3 -128]",
    ],
    [
      "[(double 3) (float 2.5) (double 12345678901234567890) (bigint 3.9) (bigint 1e20)]",
      "[3 2.5 12345678901234567000 3 100000000000000000000]",
    ],
    ['[(bigint "12345678901234567890") (bigint "-7") (num nil)]', "[12345678901234567890 -7 nil]"],
    ["[(char 65) (char \\a) (char 128077)]", '["A" "a" "👍"]'],
  ]);
  await expectFailures([
    [
      "(int 2147483648)",
      "arithmetic_error",
      "int: the number does not fit in 32 bits",
      "use long, or keep the number as it is",
    ],
    ["(int ##Inf)", "arithmetic_error", "int: the number does not fit in 32 bits"],
    [
      "(long 1e20)",
      "arithmetic_error",
      "long: the number does not fit in 64 bits",
      "keep the number as it is: integers have any size here",
    ],
    [
      '(int "12")',
      "type_error",
      'int: expected a number, got string "12"',
      'read the number with (parse-long "12")',
    ],
    ...["int", "long", "short", "byte"].map(
      (name) =>
        [
          `(${name} "5")`,
          "type_error",
          `${name}: expected a number, got string "5"`,
          'a character is a text of one character here: read its number with (parse-long "5"), or its code with (.codePointAt "5" 0)',
        ] as const,
    ),
    ['(map int (seq "a\u0665"))', "type_error", 'int: expected a number, got string "\u0665"'],
    ["(double nil)", "type_error", "double: expected a number, got nil"],
    ["(char -1)", "type_error", "char: expected the code of a character, got number -1"],
    ['(bigint "1.5")', "type_error", 'bigint: expected a number or its digits, got string "1.5"'],
    ["(bigint ##Inf)", "type_error", "bigint: expected a number, got number ##Inf"],
  ]);
});

test("bit operations work on 64 bits, with shift counts modulo 64", async () => {
  await expectPrinted([
    [
      "[(bit-and 12 10) (bit-or 12 10 1) (bit-xor 12 10) (bit-and-not 15 9) (bit-not -8)]",
      "[8 15 6 6 7]",
    ],
    [
      "[(bit-shift-left 1 4) (bit-shift-left 1 63) (bit-shift-left 1 64) (bit-shift-right -8 1) (bit-shift-right 8 -1)]",
      "[16 -9223372036854775808 1 -4 0]",
    ],
    [
      "[(unsigned-bit-shift-right -1 60) (bit-set 0 64) (bit-clear -1 64) (bit-flip 0 2) (bit-test 5 0) (bit-test 1 -1)]",
      "[15 1 -2 4 true false]",
    ],
  ]);
  await expectFailures([
    [
      "(bit-and 1.5 1)",
      "type_error",
      "bit-and: expected an integer of at most 64 bits, got number 1.5",
    ],
    [
      "(bit-not 9223372036854775808)",
      "type_error",
      "bit-not: expected an integer of at most 64 bits, got number 9223372036854775808",
    ],
  ]);
});

test("random numbers depend only on the run's source of randomness", async () => {
  const program = "[(rand) (rand 10) (rand-int 9) (Math/random)]";
  const drawn = await printed(program, { random: () => 0.5 });
  expect(await printed(program, { random: () => 0.5 })).toBe(drawn);
  expect(await printed(program, { random: () => 0.25 })).not.toBe(drawn);
  const [rand, below10, whole, random] = JSON.parse(drawn.replaceAll(" ", ",")) as number[];
  expect(rand).not.toBe(random);
  for (const [value, bound] of [
    [rand, 1],
    [below10, 10],
    [whole, 9],
    [random, 1],
  ] as const) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThan(bound);
  }
  expect(Number.isInteger(whole)).toBe(true);
});
