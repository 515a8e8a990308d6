import { expect, test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted, failOf, printed } from "../../../test/evaluate.ts";

test("dates and instants are read in ISO form, as Java reads them", async () => {
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
      '["2026-01-08" "2026-01-08T14:30:00Z" "2026-01-08T13:30:00Z"]',
    ],
    [
      '(map #(.getTime (java.util.Date. %)) [1000 -1 "2026-01-01T00:00:00Z" "Thu Jan 01 00:00:01 UTC 1970" "Wed, 8 Jan 2026 14:30:00 +0000"])',
      "[1000 -1 1767225600000 1000 1767882600000]",
    ],
    ['(= (java.util.Date. (Instant/parse "1970-01-01T00:00:00Z")) (java.util.Date. 0))', "true"],
  ]);
  await expectFailures([
    [
      '(LocalDate/parse "2026-02-30")',
      "argument_error",
      'LocalDate/parse: cannot read "2026-02-30"',
      'write dates as "2026-01-31"',
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
      '(java.util.Date. "2024-01-02")',
      "argument_error",
      'java.util.Date.: cannot read "2024-01-02"',
      'write "2026-01-31T12:00:00Z"; for dates use (LocalDate/parse s)',
    ],
    [
      "(java.util.Date. nil)",
      "type_error",
      "java.util.Date.: expected milliseconds since 1970 or text, got nil",
    ],
    [
      "(java.util.Date. 1e18)",
      "argument_error",
      "java.util.Date.: the result is beyond the calendar",
    ],
  ]);
});

test("arithmetic with dates and durations", async () => {
  await expectPrinted([
    [
      '[(str (.plusDays (LocalDate/parse "2024-02-28") 1)) (str (.minusDays (LocalDate/parse "2026-01-01") 1)) (.toEpochDay (.plusDays (LocalDate/parse "1970-01-01") 1))]',
      '["2024-02-29" "2025-12-31" 1]',
    ],
    [
      '(let [d (Duration/between (Instant/parse "2026-01-02T00:00:00Z") (Instant/parse "2026-01-03T01:30:00.5Z"))] [(str d) (.toMillis d) (.toSeconds d) (.toMinutes d) (.toHours d) (.toDays d)])',
      '["PT25H30M0.5S" 91800500 91800 1530 25 1]',
    ],
    [
      '(.toDays (Duration/between (Instant/parse "2026-01-02T00:00:00Z") (Instant/parse "2026-01-01T12:00:00Z")))',
      "0",
    ],
    [
      '[(.toEpochMilli (java.util.Date. 5)) (inst-ms (java.util.Date. 5)) (- (.toEpochDay (LocalDate/parse "2026-03-01")) (.toEpochDay (LocalDate/parse "2026-02-01")))]',
      "[5 5 28]",
    ],
    [
      '[(.isBefore (LocalDate/parse "2023-01-01") (LocalDate/parse "2023-12-31")) (.isAfter (java.util.Date. 0) (java.util.Date. 1)) (< (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-01-02"))]',
      "[true false true]",
    ],
  ]);
  await expectFailures([
    [
      '(.isBefore (LocalDate/parse "2023-01-01") (java.util.Date. 0))',
      "argument_error",
      ".isBefore: cannot compare a date with an instant",
      "bring both to one kind: (LocalDate/parse (subs (str instant) 0 10))",
    ],
    [
      '(Duration/between (LocalDate/parse "2023-01-01") (LocalDate/parse "2023-01-02"))',
      "type_error",
      "Duration/between: expected an instant, got local-date 2023-01-01",
      "for dates take the days: (- (.toEpochDay b) (.toEpochDay a))",
    ],
    [
      '(.getTime (LocalDate/parse "2023-01-01"))',
      "type_error",
      ".getTime: expected an instant, got local-date 2023-01-01",
      "make one with (Instant/parse s) or (java.util.Date. s)",
    ],
    [
      "(.plusDays (java.util.Date. 0) 1)",
      "type_error",
      '.plusDays: expected a date, got instant #inst "1970-01-01T00:00:00Z"',
      "(.plus instant (Duration/ofDays n)) moves an instant",
    ],
    [
      '(.plusDays (LocalDate/parse "2023-01-01") 1e12)',
      "argument_error",
      ".plusDays: the result is beyond the calendar",
    ],
    [
      "(.toDays 5)",
      "type_error",
      ".toDays: expected a duration, got number 5",
      "make one with (Duration/ofHours n) or (Duration/between start end)",
    ],
  ]);
});

test("now is the clock of the run", async () => {
  const clock = { now: () => 1_700_000_000_000.4, monotonic: () => 0 };
  expect(
    await printed("[(str (java.util.Date.)) (System/currentTimeMillis) (currentTimeMillis)]", {
      clock,
    }),
  ).toBe('["2023-11-14T22:13:20Z" 1700000000000 1700000000000]');
});

test("dates are made from their parts and taken apart", async () => {
  await expectPrinted([
    [
      '(map str [(LocalDate/of 2024 2 29) (LocalDate/of 99 12 31) (LocalDate/of 2026 "MAY" 1) (java.time.LocalDate/ofEpochDay -1)])',
      '["2024-02-29" "0099-12-31" "2026-05-01" "1969-12-31"]',
    ],
    [
      "(let [d (LocalDate/of 2024 12 31)] [(.getYear d) (.getMonthValue d) (.getMonth d) (.getDayOfMonth d) (.getDayOfYear d) (.getDayOfWeek d) (.lengthOfMonth d) (.isLeapYear d)])",
      '[2024 12 "DECEMBER" 31 366 "TUESDAY" 31 true]',
    ],
    [
      "(map #(.getDayOfWeek (LocalDate/ofEpochDay %)) (range -4 4))",
      '["SUNDAY" "MONDAY" "TUESDAY" "WEDNESDAY" "THURSDAY" "FRIDAY" "SATURDAY" "SUNDAY"]',
    ],
    [
      "(map #(.lengthOfMonth (LocalDate/of % 2 1)) [1900 2000 2023 2024 0 -4])",
      "[28 29 28 29 29 29]",
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
      "for the months after one use (.plusMonths date n)",
    ],
    [
      "(LocalDate/of 275760 9 14)",
      "argument_error",
      "LocalDate/of: the result is beyond the calendar",
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
      "LocalDate/ofEpochDay: the result is beyond the calendar",
    ],
    [
      "(LocalDate/ofEpochDay 0.5)",
      "type_error",
      "LocalDate/ofEpochDay: expected a whole number, got number 0.5",
      "cut the fraction off with (long x), or use a smaller unit",
    ],
    [
      "(.getYear (java.util.Date. 0))",
      "type_error",
      '.getYear: expected a date, got instant #inst "1970-01-01T00:00:00Z"',
      "take the date of it: (LocalDate/parse (subs (str instant) 0 10))",
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
      '.getValue: expected a day of the week such as "MONDAY" or a month such as "MAY", got string "Monday"',
      "write (.getValue (.getDayOfWeek date))",
    ],
  ]);
});

test("months and years later keep to the end of a month, as in Java", async () => {
  await expectPrinted([
    [
      "(map #(str (.plusMonths (LocalDate/of 2024 1 31) %)) [1 2 3 13 -2 0])",
      '["2024-02-29" "2024-03-31" "2024-04-30" "2025-02-28" "2023-11-30" "2024-01-31"]',
    ],
    [
      "[(str (.minusMonths (LocalDate/of 2024 3 31) 1)) (str (.plusYears (LocalDate/of 2024 2 29) 1)) (str (.minusYears (LocalDate/of 2024 2 29) 4))]",
      '["2024-02-29" "2025-02-28" "2020-02-29"]',
    ],
    [
      "[(str (.plusWeeks (LocalDate/of 2026 12 28) 1)) (str (.minusWeeks (LocalDate/of 2026 1 1) 1)) (str (.plus (LocalDate/of 2026 1 31) 1 ChronoUnit/MONTHS))]",
      '["2027-01-04" "2025-12-25" "2026-02-28"]',
    ],
    ["(str (.plusMonths (LocalDate/ofEpochDay -100000000) 1))", '"-271821-05-20"'],
  ]);
  await expectFailures([
    [
      "(.plusYears (LocalDate/of 2026 1 1) 1e300)",
      "argument_error",
      ".plusYears: the result is beyond the calendar",
    ],
    [
      "(.plusMonths (LocalDate/ofEpochDay -100000000) -1)",
      "argument_error",
      ".plusMonths: the result is beyond the calendar",
    ],
    [
      "(.plusMonths (LocalDate/of 2026 1 1) (reduce * (repeat 400 10)))",
      "argument_error",
      ".plusMonths: the result is beyond the calendar",
    ],
    [
      "(.plusMonths (LocalDate/of 2026 1 1) ##NaN)",
      "type_error",
      ".plusMonths: expected a whole number, got number ##NaN",
    ],
    [
      "(.plusMonths (LocalDate/of 2026 1 1) nil)",
      "type_error",
      ".plusMonths: expected a whole number, got nil",
    ],
    [
      "(.plus (LocalDate/of 2026 1 1) 1 ChronoUnit/HOURS)",
      "argument_error",
      ".plus: ChronoUnit/HOURS is no unit of dates",
      "dates count in DAYS, WEEKS, MONTHS and YEARS; for shorter units take instants: (Instant/parse s)",
    ],
    [
      "(.minus (LocalDate/of 2026 1 1) (Duration/ofDays 1))",
      "argument_error",
      ".minus: a date has no time that a duration could move",
      "use (.minusDays date n)",
    ],
  ]);
});

test("instants and durations move by days of 24 hours and shorter units", async () => {
  await expectPrinted([
    [
      '(let [t (Instant/parse "2025-12-31T23:59:59Z")] (map str [(.plusHours t 1) (.plusMinutes t 1) (.plusSeconds t 1) (.minusHours t 24) (.minusMinutes t 60) (.minusSeconds t -1)]))',
      '["2026-01-01T00:59:59Z" "2026-01-01T00:00:59Z" "2026-01-01T00:00:00Z" "2025-12-30T23:59:59Z" "2025-12-31T22:59:59Z" "2026-01-01T00:00:00Z"]',
    ],
    [
      "(map str [(Duration/ofDays 2) (java.time.Duration/ofHours -25) (Duration/ofMinutes 90) (Duration/ofSeconds 0) (Duration/ofMillis 1500)])",
      '["PT48H" "PT-25H" "PT1H30M" "PT0S" "PT1.5S"]',
    ],
    [
      "(let [t (java.util.Date. 0)] (map str [(.plus t (Duration/ofMinutes 90)) (.minus t (Duration/ofMillis 1)) (.plus t 2 ChronoUnit/DAYS) (.plus (Duration/ofHours 1) (Duration/ofHours 2)) (.plusDays (Duration/ofHours 1) 1)]))",
      '["1970-01-01T01:30:00Z" "1969-12-31T23:59:59.999Z" "1970-01-03T00:00:00Z" "PT3H" "PT25H"]',
    ],
    ["(map #(.getEpochSecond (java.util.Date. %)) [0 1999 -1])", "[0 1 -1]"],
  ]);
  await expectFailures([
    [
      "(.plusHours (LocalDate/of 2026 1 1) 1)",
      "type_error",
      ".plusHours: expected an instant, got local-date 2026-01-01",
      "make one with (Instant/parse s) or (java.util.Date. s)",
    ],
    [
      "(.plusMinutes (java.util.Date. 0) 0.5)",
      "type_error",
      ".plusMinutes: expected a whole number, got number 0.5",
      "cut the fraction off with (long x), or use a smaller unit",
    ],
    [
      "(.plusHours (java.util.Date. 0) 2400000001)",
      "argument_error",
      ".plusHours: the result is beyond the calendar",
    ],
    [
      "(Duration/ofDays 104249992)",
      "argument_error",
      "Duration/ofDays: the result is too long for a duration",
    ],
    [
      "(.plus (Duration/ofMillis 9007199254740991) 1 ChronoUnit/MILLIS)",
      "argument_error",
      ".plus: the result is too long for a duration",
    ],
    [
      "(.plus (java.util.Date. 0) 1 ChronoUnit/WEEKS)",
      "argument_error",
      ".plus: ChronoUnit/WEEKS is no unit of instants",
      "instants count in DAYS and shorter units; for longer ones take dates: (LocalDate/parse (subs (str instant) 0 10))",
    ],
  ]);
});

test("what lies between two dates or instants is counted in whole units, toward zero", async () => {
  await expectPrinted([
    [
      "(let [a (LocalDate/of 2024 1 31) b (LocalDate/of 2026 3 30)] (map #(.between % a b) [ChronoUnit/DAYS ChronoUnit/WEEKS ChronoUnit/MONTHS java.time.temporal.ChronoUnit/YEARS]))",
      "[789 112 25 2]",
    ],
    [
      "(let [a (LocalDate/of 2024 1 31) b (LocalDate/of 2026 3 30)] (map #(.until b a %) [ChronoUnit/DAYS ChronoUnit/WEEKS ChronoUnit/MONTHS ChronoUnit/YEARS]))",
      "[-789 -112 -25 -2]",
    ],
    ["(.between ChronoUnit/MONTHS (LocalDate/of 2024 2 29) (LocalDate/of 2024 1 31))", "0"],
    [
      "(let [a (java.util.Date. 0) b (java.util.Date. 90061001)] (map #(.between % a b) [ChronoUnit/DAYS ChronoUnit/HOURS ChronoUnit/MINUTES ChronoUnit/SECONDS ChronoUnit/MILLIS]))",
      "[1 25 1501 90061 90061001]",
    ],
    [
      '[(.isEqual (LocalDate/of 2026 1 1) (LocalDate/parse "2026-01-01")) (.isEqual (LocalDate/of 2026 1 1) (LocalDate/of 2026 1 2))]',
      "[true false]",
    ],
  ]);
  await expectFailures([
    [
      "(.between ChronoUnit/HOURS (LocalDate/of 2026 1 1) (LocalDate/of 2026 1 2))",
      "argument_error",
      ".between: ChronoUnit/HOURS is no unit of dates",
    ],
    [
      "(.between ChronoUnit/DAYS (LocalDate/of 2026 1 1) (java.util.Date. 0))",
      "argument_error",
      ".between: cannot compare a date with an instant",
    ],
    [
      '(.between "days" (LocalDate/of 2026 1 1) (LocalDate/of 2026 1 2))',
      "type_error",
      '.between: expected a unit such as ChronoUnit/DAYS, got string "days"',
      "the units are ChronoUnit/YEARS, ChronoUnit/MONTHS, ChronoUnit/WEEKS, ChronoUnit/DAYS, ChronoUnit/HOURS, ChronoUnit/MINUTES, ChronoUnit/SECONDS, ChronoUnit/MILLIS",
    ],
    [
      "(.between ChronoUnit/DAYS (Duration/ofDays 1) (Duration/ofDays 2))",
      "type_error",
      ".between: expected an instant or date, got duration PT24H",
    ],
    [
      "(.isEqual (java.util.Date. 0) (java.util.Date. 0))",
      "type_error",
      '.isEqual: expected a date, got instant #inst "1970-01-01T00:00:00Z"',
      "use (= a b)",
    ],
  ]);
});

test("the clock is asked by name: today and now have no constructor of their own", async () => {
  for (const program of ["(LocalDate/now)", "(java.time.Instant/now)"])
    expect((await failOf(program)).message).toContain("is not part of PTC-Lisp");
  const clock = { now: () => 1_700_000_000_000, monotonic: () => 0 };
  expect(
    await printed("(LocalDate/ofEpochDay (quot (System/currentTimeMillis) 86400000))", { clock }),
  ).toBe("2023-11-14");
});
