import { expect, test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { printed } from "../../../test/evaluate.ts";

/** Each directive with its argument, and the result of JVM Clojure. */
const jvm: readonly (readonly [call: string, text: string])[] = [
  ['"%s|%s|%s" true :a/b [1 "a"]', 'true|:a/b|[1 \\"a\\"]'],
  ['"%10s|%-5s|%.2s|%-4.1s|%S" :k "ab" "abcdef" "xyz" "abc"', "        :k|ab   |ab|x   |ABC"],
  ['"%5s|%-5s|" "é" "日本"', "    é|日本   |"],
  [
    '"%d %5d|%-5d|%05d %+d % d %(d %,d" 42 42 42 42 3 3 -5 -1234567',
    "42    42|42   |00042 +3  3 (5) -1,234,567",
  ],
  [
    '"%,010d %d %d" 12345 -9223372036854775808 9007199254740993',
    "000012,345 -9223372036854775808 9007199254740993",
  ],
  [
    '"%x %X %#x %04x %x %o %#o %o" 255 255 255 15 -1 8 8 -8',
    "ff FF 0xff 000f ffffffffffffffff 10 010 1777777777777777777770",
  ],
  ['"%.2f %.1f %.1f %.0f %.0f %.3f" 1.005 0.25 0.35 0.5 1.5 2.0005', "1.01 0.3 0.4 1 2 2.001"],
  [
    '"%.2f %.1f %.1f %.3f %.2f %.1f %.2f" 0.005 0.04 9.96 99.9996 1e-10 1e15 -0.001',
    "0.01 0.0 10.0 100.000 0.00 1000000000000000.0 -0.00",
  ],
  [
    '"%,.2f %(,.2f %08.2f %+.2f %#.0f %.20f %f" 1234567.891 -1234.5 -3.14159 1.5 3.5 0.1 1e20',
    "1,234,567.89 (1,234.50) -0003.14 +1.50 4. 0.10000000000000000000 100000000000000000000.000000",
  ],
  [
    '"%f %f %08f %e %(f %+f" ##Inf ##NaN ##Inf ##-Inf ##-Inf ##Inf',
    "Infinity NaN Infinity -Infinity (Infinity) +Infinity",
  ],
  [
    '"%e %.3e %.0e %.2e %10.3e|" 0.0 123456.789 15.5 9.999 1.5',
    "0.000000e+00 1.235e+05 2e+01 1.00e+01  1.500e+00|",
  ],
  [
    '"%g %g %g %g %.3g %g %G %.0g" 0.0001 0.00001 123456.5 1234567.5 99.95 0.0 1e-10 1234.5',
    "0.000100000 1.00000e-05 123457 1.23457e+06 100 0.00000 1.00000E-10 1e+03",
  ],
  [
    '"%b %B %b|%c %5c|%h|%n|%%|%5%|%-5%|" 1 nil false \\A \\A "abc"',
    "true FALSE false|A     A|17862|\\n|%|    %|%    |",
  ],
  ['"%2$s %1$s %s %<s %s" "a" "b"', "b a a a b"],
  ['"no args" 1', "no args"],
  ['"%d %x %f %.2f %c" nil nil nil nil nil', "null null null nu null"],
  [
    '"%tF %<tT %<tY-%<tm-%<td %<tB %<tb %<tA %<ta %<te %<tj %<ty %<tC %<th %<tk" (java.util.Date. 0)',
    "1970-01-01 00:00:00 1970-01-01 January Jan Thursday Thu 1 001 70 19 Jan 0",
  ],
  [
    '"%tr %<tI %<tl %<tp %<tL %<ts %<tQ %<tZ %<tz %<tD %<tR %<tc %<TB %<tN" (java.util.Date. 0)',
    "12:00:00 AM 12 12 am 000 0 0 UTC +0000 01/01/70 00:00 Thu Jan 01 00:00:00 UTC 1970 JANUARY 000000000",
  ],
  [
    '"%tF %10tY|" (LocalDate/parse "2024-02-03") (LocalDate/parse "2024-02-03")',
    "2024-02-03       2024|",
  ],
];

test.each(jvm)("format %s returns the text that Java returns", async (call, text) => {
  expect(await printed(`(format ${call})`)).toBe(`"${text}"`);
});

test("format writes nil as null and treats all numbers as one kind", async () => {
  expect(
    await printed('(format "[%s] [%6s] [%.1s] [%S] [%b] [%.2f] [%d]" nil nil nil nil nil 3 4.0)'),
  ).toBe('"[null] [  null] [n] [NULL] [false] [3.00] [4]"');
});

test("format explains what to write instead of a wrong format or argument", async () => {
  await expectFailures([
    [
      '(format "%d" 1.5)',
      "type_error",
      "format: expected an integer for %d, got number 1.5",
      "use %.2f for decimals, or round the number first",
    ],
    [
      '(format "%d" "a")',
      "type_error",
      'format: expected an integer for %d, got string "a"',
      "use %s for text",
    ],
    ['(format "%.2f" "a")', "type_error", 'format: expected a number for %.2f, got string "a"'],
    [
      '(format "%d %d" 1)',
      "argument_error",
      "format: no argument for %d: 1 was given",
      "pass one argument for each directive, and write %% for a percent sign",
    ],
    ['(format "%<s" 1)', "argument_error", "format: no argument for %<s: 1 was given"],
    [
      '(format "100%")',
      "argument_error",
      "format: % is not a directive",
      "write %% for a percent sign",
    ],
    [
      '(format "%q" 1)',
      "argument_error",
      "format: %q is not a supported directive",
      "use %s %d %f %e %g %x %o %c %b %n %% and %t for dates",
    ],
    [
      '(format "%-d" 1)',
      "argument_error",
      "format: %-d has a flag that needs a width",
      "write the width after the flag, as in %-8s or %05d",
    ],
    [
      '(format "%-05d" 1)',
      "argument_error",
      "format: %-05d cannot be padded on the right with zeros",
    ],
    [
      '(format "%+ d" 1)',
      "argument_error",
      "format: %+ d has flags for both a plus sign and a space",
    ],
    [
      '(format "%.3d" 1)',
      "argument_error",
      "format: %.3d has a precision, but integers have none",
      "write %d, or %.2f for decimals",
    ],
    [
      '(format "%tH" (LocalDate/parse "2024-02-03"))',
      "argument_error",
      "format: %tH needs a part that local-date lacks",
      "use an instant or a date-time: (Instant/parse s), (LocalDateTime/parse s)",
    ],
    ['(format "%tF" "x")', "type_error", 'format: expected a date or time for %tF, got string "x"'],
    ["(format nil)", "type_error", "format: expected a format string, got nil"],
  ]);
});
