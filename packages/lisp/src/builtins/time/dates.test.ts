import { expect, test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted, printed } from "../../../test/evaluate.ts";

test("parses dates and instants in ISO form like Java", async () => {
  await expectPrinted([
    [
      '[(str (LocalDate/parse "2026-02-28")) (str (java.time.LocalDate/parse "2024-02-29"))]',
      '["2026-02-28" "2024-02-29"]',
    ],
    [
      '[(str (Instant/parse "2026-01-01T00:00:00+02:00")) (str (java.time.Instant/parse "2026-01-01T00:00:00.5Z"))]',
      '["2025-12-31T22:00:00Z" "2026-01-01T00:00:00.500Z"]',
    ],
    [
      '(map #(str (parse %)) ["2026-01-08" "2026-01-08T14:30:00" "2026-01-08T14:30:00+01:00"])',
      '("2026-01-08" "2026-01-08T14:30:00Z" "2026-01-08T13:30:00Z")',
    ],
    [
      '(map #(.getTime (java.util.Date. %)) [1000 -1 "2026-01-01T00:00:00Z" "Thu Jan 01 00:00:01 UTC 1970" "Wed, 8 Jan 2026 14:30:00 +0000"])',
      "(1000 -1 1767225600000 1000 1767882600000)",
    ],
    ['(= (java.util.Date. (Instant/parse "1970-01-01T00:00:00Z")) (java.util.Date. 0))', "true"],
  ]);
  await expectFailures([
    [
      '(LocalDate/parse "2026-02-30")',
      "argument_error",
      'LocalDate/parse: cannot read "2026-02-30"',
      'there is no such day: write dates as "2026-01-31"',
    ],
    [
      '(LocalDate/parse "2026-01-02T00:00:00Z")',
      "argument_error",
      'LocalDate/parse: cannot read "2026-01-02T00:00:00Z"',
      "a date has no time: use (subs s 0 10), or (Instant/parse s)",
    ],
    [
      '(Instant/parse "2026-01-01")',
      "argument_error",
      'Instant/parse: cannot read "2026-01-01"',
      "without a time this is a date: use (LocalDate/parse s)",
    ],
    [
      '(Instant/parse "2026-01-01T00:00:00")',
      "argument_error",
      'Instant/parse: cannot read "2026-01-01T00:00:00"',
      'an instant needs a zone: "2026-01-31T12:00:00Z"; (parse s) takes times without one as UTC',
    ],
    ["(LocalDate/parse nil)", "type_error", "LocalDate/parse: expected a string, got nil"],
    [
      '(java.util.Date. "01/08/2024")',
      "argument_error",
      'java.util.Date.: cannot read "01/08/2024"',
      'write "2026-01-31T12:00:00Z" or "2026-01-31"; for other forms use a formatter: (LocalDate/parse s (DateTimeFormatter/ofPattern "MM/dd/yyyy")), with "dd/MM/yyyy" if the day comes first',
    ],
    [
      "(java.util.Date. nil)",
      "type_error",
      "java.util.Date.: expected milliseconds since 1970 or text, got nil",
    ],
    [
      "(java.util.Date. 1e18)",
      "argument_error",
      "java.util.Date.: the result is outside the calendar",
    ],
  ]);
});

test("reads the current time from the clock of the run", async () => {
  const clock = { now: () => 1_700_000_000_000.4, monotonic: () => 0 };
  expect(
    await printed("[(str (java.util.Date.)) (System/currentTimeMillis) (currentTimeMillis)]", {
      clock,
    }),
  ).toBe('["2023-11-14T22:13:20Z" 1700000000000 1700000000000]');
});

test("builds dates from their parts and takes them apart", async () => {
  await expectPrinted([
    [
      '(map str [(LocalDate/of 2024 2 29) (LocalDate/of 99 12 31) (LocalDate/of 2026 "MAY" 1) (java.time.LocalDate/ofEpochDay -1)])',
      '("2024-02-29" "0099-12-31" "2026-05-01" "1969-12-31")',
    ],
    [
      "(let [d (LocalDate/of 2024 12 31)] [(.getYear d) (.getMonthValue d) (.getMonth d) (.getDayOfMonth d) (.getDayOfYear d) (.getDayOfWeek d) (.lengthOfMonth d) (.isLeapYear d)])",
      '[2024 12 "DECEMBER" 31 366 "TUESDAY" 31 true]',
    ],
    [
      "(map #(.getDayOfWeek (LocalDate/ofEpochDay %)) (range -4 4))",
      '("SUNDAY" "MONDAY" "TUESDAY" "WEDNESDAY" "THURSDAY" "FRIDAY" "SATURDAY" "SUNDAY")',
    ],
    [
      "(map #(.lengthOfMonth (LocalDate/of % 2 1)) [1900 2000 2023 2024 0 -4])",
      "(28 29 28 29 29 29)",
    ],
    [
      '[(.getValue (.getDayOfWeek (LocalDate/of 2026 1 4))) (.getValue "JANUARY") (.getValue DayOfWeek/MONDAY)]',
      "[7 1 1]",
    ],
    [
      "(= java.time.DayOfWeek/SATURDAY DayOfWeek/SATURDAY (.getDayOfWeek (LocalDate/of 2026 1 3)))",
      "true",
    ],
    [
      "(contains? #{DayOfWeek/SATURDAY DayOfWeek/SUNDAY} (.getDayOfWeek (LocalDate/of 2026 1 3)))",
      "true",
    ],
    ["(str (.withDayOfMonth (LocalDate/of 2024 2 1) 29))", '"2024-02-29"'],
    ["(str (LocalDate/ofEpochDay (bigint 1)))", '"1970-01-02"'],
  ]);
  await expectFailures([
    [
      "(LocalDate/of 2025 2 29)",
      "argument_error",
      "LocalDate/of: the days of this month are 1 to 28, got 29",
      "for the last day use (.lengthOfMonth date), to go beyond it (.plusDays date n)",
    ],
    [
      "(LocalDate/of 2025 0 1)",
      "argument_error",
      "LocalDate/of: months are 1 to 12, got 0",
      "for later months use (.plusMonths date n)",
    ],
    [
      "(LocalDate/of 275760 9 14)",
      "argument_error",
      "LocalDate/of: the result is outside the calendar",
    ],
    [
      "(LocalDate/of ##Inf 1 1)",
      "type_error",
      "LocalDate/of: expected a whole number, got number ##Inf",
    ],
    [
      '(LocalDate/of 2026 "May" 1)',
      "type_error",
      'LocalDate/of: expected a whole number, got string "May"',
    ],
    [
      "(LocalDate/ofEpochDay 100000001)",
      "argument_error",
      "LocalDate/ofEpochDay: the result is outside the calendar",
    ],
    [
      "(LocalDate/ofEpochDay 0.5)",
      "type_error",
      "LocalDate/ofEpochDay: expected a whole number, got number 0.5",
      "drop the fraction with (long x), or use a smaller unit",
    ],
    [
      "(.getYear (java.util.Date. 0))",
      "type_error",
      '.getYear: expected a date, got instant #inst "1970-01-01T00:00:00Z"',
      "get its date: (.toLocalDate (.atZone instant ZoneOffset/UTC))",
    ],
    [
      '(.getDayOfWeek "2026-01-01")',
      "type_error",
      '.getDayOfWeek: expected a date, got string "2026-01-01"',
      "make one with (LocalDate/parse s)",
    ],
    [
      '(.getValue "Monday")',
      "type_error",
      '.getValue: expected a map entry, a day of the week such as "MONDAY", or a month such as "MAY", got string "Monday"',
      "write (.getValue (.getDayOfWeek date))",
    ],
  ]);
});

test("reads the current date and time in UTC from the clock of the run, with an address for each reading", async () => {
  const addresses: string[] = [];
  const clock = {
    now: (address?: { readonly ordinal: number }) => {
      addresses.push(String(address?.ordinal));
      return 1_700_000_000_000.9;
    },
    monotonic: () => 0,
  };
  expect(
    await printed(
      '[(LocalDate/now) (LocalDateTime/now) (LocalTime/now) (YearMonth/now) (OffsetDateTime/now) (ZonedDateTime/now (ZoneId/of "UTC")) (Instant/now) (LocalDate/now (ZoneOffset/ofHours 2))]',
      { clock },
    ),
  ).toBe(
    '[2023-11-14 2023-11-14T22:13:20 22:13:20 2023-11 2023-11-14T22:13:20Z 2023-11-14T22:13:20Z[UTC] #inst "2023-11-14T22:13:20Z" 2023-11-15]',
  );
  expect(addresses).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
});
