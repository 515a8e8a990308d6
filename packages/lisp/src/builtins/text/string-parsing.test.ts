import fc from "fast-check";
import { expect, test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted } from "../../../test/evaluate.ts";
import { parseDecimal, parseInteger } from "./string-parsing.ts";

test("Clojure's parsers return nil for text they can't read", async () => {
  await expectPrinted([
    [
      '(map parse-long ["42" "-7" "+7" " 42" "4.2" "42abc" "" "0x10" "9223372036854775807" "9223372036854775808" 42 nil])',
      "(42 -7 7 nil nil nil nil nil 9223372036854775807 nil nil nil)",
    ],
    [
      '(map parse-double ["0x10000000000000p-1126" "0x1p1023" "0x1p1024" "0x0p9999" "-0x1.8p-1"])',
      "(5e-324 8.98846567431158e+307 ##Inf 0 -0.75)",
    ],
    [
      '(map parse-double ["3.14" " 1.5\\t" ".5" "1." "1e3" "0x1.8p1" "1f" "abc" "1,5" "" " " "." 3.14 nil])',
      "(3.14 1.5 0.5 1 1000 3 1 nil nil nil nil nil nil nil)",
    ],
    ['(map parse-double ["NaN" "-Infinity" "1e400" "inf"])', "(##NaN ##-Inf ##Inf nil)"],
    ['(map parse-boolean ["true" "false" "TRUE" true nil])', "(true false nil nil nil)"],
  ]);
});

test("Java's parsers fail for text they can't read", async () => {
  await expectPrinted([
    [
      '[(Integer/parseInt "-12") (Integer/parseInt "ff" 16) (Long/parseLong "zz" 36) (Double/parseDouble " 2.5 ") (Float/parseFloat "1.5")]',
      "[-12 255 1295 2.5 1.5]",
    ],
    ['(map #(Boolean/parseBoolean %) ["TrUe" "x" "" nil])', "(true false false false)"],
  ]);
  await expectFailures([
    [
      '(Integer/parseInt "x")',
      "argument_error",
      'Integer/parseInt: cannot read a number from string "x"',
      "parse-long returns nil for other text",
    ],
    [
      '(Integer/parseInt "2147483648")',
      "argument_error",
      'Integer/parseInt: cannot read a number from string "2147483648"',
    ],
    [
      '(Integer/parseInt "1" 1)',
      "argument_error",
      "Integer/parseInt: the radix 1 is not between 2 and 36",
    ],
    ["(Long/parseLong nil)", "type_error", "Long/parseLong: expected a string, got nil"],
    [
      '(Double/parseDouble "x")',
      "argument_error",
      'Double/parseDouble: cannot read a number from string "x"',
    ],
    [
      "(Boolean/parseBoolean true)",
      "type_error",
      "Boolean/parseBoolean: expected a string, got boolean true",
    ],
  ]);
});

test("rejects long text that isn't a number in linear time", () => {
  const started = process.cpuUsage();
  for (const text of [`${"1".repeat(200_000)}x`, `0x${"f".repeat(200_000)}x`, " ".repeat(200_000)])
    expect(parseDecimal(text)).toBeUndefined();
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(4000);
});

test("reads short and long digit strings the same way", () => {
  const digits = fc.string({
    unit: fc.constantFrom("0", "1", "2", "9", "a", "f", "z", "Z"),
    minLength: 1,
    maxLength: 9,
  });
  const edge = fc.constantFrom(
    "2147483647",
    "2147483648",
    "80000000",
    "7fffffff",
    "127",
    "128",
    "0",
  );
  fc.assert(
    fc.property(
      fc.constantFrom("", "-", "+"),
      fc.oneof(digits, edge),
      fc.constantFrom(8, 32, 64),
      fc.constantFrom(2, 10, 16, 36),
      (sign, number, bits, radix) => {
        expect(parseInteger(`${sign}${number}`, bits, radix)).toBe(
          parseInteger(`${sign}${number.padStart(24, "0")}`, bits, radix),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});
