import { test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted } from "../../../test/evaluate.ts";

test("adds and subtracts dates and durations", async () => {
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
      "use one kind for both: (.toLocalDate (.atZone instant ZoneOffset/UTC))",
    ],
    [
      '(Duration/between (LocalDate/parse "2023-01-01") (LocalDate/parse "2023-01-02"))',
      "type_error",
      "Duration/between: expected an instant, got local-date 2023-01-01",
      "for dates use days: (.between ChronoUnit/DAYS a b)",
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
      ".plusDays: the result is outside the calendar",
    ],
    [
      "(.toDays 5)",
      "type_error",
      ".toDays: expected a duration, got number 5",
      "make one with (Duration/ofHours n) or (Duration/between start end)",
    ],
  ]);
});

test("adding months and years clamps to the end of a month, as in Java", async () => {
  await expectPrinted([
    [
      "(map #(str (.plusMonths (LocalDate/of 2024 1 31) %)) [1 2 3 13 -2 0])",
      '("2024-02-29" "2024-03-31" "2024-04-30" "2025-02-28" "2023-11-30" "2024-01-31")',
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
      ".plusYears: the result is outside the calendar",
    ],
    [
      "(.plusMonths (LocalDate/ofEpochDay -100000000) -1)",
      "argument_error",
      ".plusMonths: the result is outside the calendar",
    ],
    [
      "(.plusMonths (LocalDate/of 2026 1 1) (reduce * (repeat 400 10)))",
      "argument_error",
      ".plusMonths: the result is outside the calendar",
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
      ".plus: ChronoUnit/HOURS is not a unit of dates",
      "dates count in DAYS, WEEKS, MONTHS and YEARS; for shorter units use date-times: (.atStartOfDay date)",
    ],
    [
      "(.minus (LocalDate/of 2026 1 1) (Duration/ofDays 1))",
      "argument_error",
      ".minus: a date has no time for a duration to move",
      "use (.minusDays date n)",
    ],
  ]);
});

test("instants and durations move by days of 24 hours and shorter units", async () => {
  await expectPrinted([
    [
      '(let [t (Instant/parse "2025-12-31T23:59:59Z")] (map str [(.plusHours t 1) (.plusMinutes t 1) (.plusSeconds t 1) (.minusHours t 24) (.minusMinutes t 60) (.minusSeconds t -1)]))',
      '("2026-01-01T00:59:59Z" "2026-01-01T00:00:59Z" "2026-01-01T00:00:00Z" "2025-12-30T23:59:59Z" "2025-12-31T22:59:59Z" "2026-01-01T00:00:00Z")',
    ],
    [
      "(map str [(Duration/ofDays 2) (java.time.Duration/ofHours -25) (Duration/ofMinutes 90) (Duration/ofSeconds 0) (Duration/ofMillis 1500)])",
      '("PT48H" "PT-25H" "PT1H30M" "PT0S" "PT1.5S")',
    ],
    [
      "(let [t (java.util.Date. 0)] (map str [(.plus t (Duration/ofMinutes 90)) (.minus t (Duration/ofMillis 1)) (.plus t 2 ChronoUnit/DAYS) (.plus (Duration/ofHours 1) (Duration/ofHours 2)) (.plusDays (Duration/ofHours 1) 1)]))",
      '("1970-01-01T01:30:00Z" "1969-12-31T23:59:59.999Z" "1970-01-03T00:00:00Z" "PT3H" "PT25H")',
    ],
    ["(map #(.getEpochSecond (java.util.Date. %)) [0 1999 -1])", "(0 1 -1)"],
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
      "drop the fraction with (long x), or use a smaller unit",
    ],
    [
      "(.plusHours (java.util.Date. 0) 2400000001)",
      "argument_error",
      ".plusHours: the result is outside the calendar",
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
      ".plus: ChronoUnit/WEEKS is not a unit of instants",
      "instants count in DAYS and shorter units; for longer ones use dates: (.toLocalDate (.atZone instant ZoneOffset/UTC))",
    ],
  ]);
});

test("counts whole units between two dates or instants, rounded toward zero", async () => {
  await expectPrinted([
    [
      "(let [a (LocalDate/of 2024 1 31) b (LocalDate/of 2026 3 30)] (map #(.between % a b) [ChronoUnit/DAYS ChronoUnit/WEEKS ChronoUnit/MONTHS java.time.temporal.ChronoUnit/YEARS]))",
      "(789 112 25 2)",
    ],
    [
      "(let [a (LocalDate/of 2024 1 31) b (LocalDate/of 2026 3 30)] (map #(.until b a %) [ChronoUnit/DAYS ChronoUnit/WEEKS ChronoUnit/MONTHS ChronoUnit/YEARS]))",
      "(-789 -112 -25 -2)",
    ],
    ["(.between ChronoUnit/MONTHS (LocalDate/of 2024 2 29) (LocalDate/of 2024 1 31))", "0"],
    [
      "(let [a (java.util.Date. 0) b (java.util.Date. 90061001)] (map #(.between % a b) [ChronoUnit/DAYS ChronoUnit/HOURS ChronoUnit/MINUTES ChronoUnit/SECONDS ChronoUnit/MILLIS]))",
      "(1 25 1501 90061 90061001)",
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
      ".between: ChronoUnit/HOURS is not a unit of dates",
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
