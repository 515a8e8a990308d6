import { expect, test } from "vitest";
import { expectFailures } from "../../test/expect-failures.ts";
import { expectPrinted, printed } from "../../test/evaluate.ts";

test("dates and instants are read in ISO form, as Java reads them", async () => {
  await expectPrinted([
    ['[(str (LocalDate/parse "2026-02-28")) (str (java.time.LocalDate/parse "2024-02-29"))]', '["2026-02-28" "2024-02-29"]'],
    ['[(str (Instant/parse "2026-01-01T00:00:00+02:00")) (str (java.time.Instant/parse "2026-01-01T00:00:00.5Z"))]', '["2025-12-31T22:00:00Z" "2026-01-01T00:00:00.500Z"]'],
    ['(map #(str (parse %)) ["2026-01-08" "2026-01-08T14:30:00" "2026-01-08T14:30:00+01:00"])', '["2026-01-08" "2026-01-08T14:30:00Z" "2026-01-08T13:30:00Z"]'],
    ['(map #(.getTime (java.util.Date. %)) [1000 -1 "2026-01-01T00:00:00Z" "Thu Jan 01 00:00:01 UTC 1970" "Wed, 8 Jan 2026 14:30:00 +0000"])', "[1000 -1 1767225600000 1000 1767882600000]"],
    ['(= (java.util.Date. (Instant/parse "1970-01-01T00:00:00Z")) (java.util.Date. 0))', "true"],
  ]);
  await expectFailures([
    ['(LocalDate/parse "2026-02-30")', "argument_error", 'LocalDate/parse: cannot read "2026-02-30"', 'write dates as "2026-01-31"'],
    ['(LocalDate/parse "2026-01-02T00:00:00Z")', "argument_error", 'LocalDate/parse: cannot read "2026-01-02T00:00:00Z"', "a date has no time: use (subs s 0 10), or (Instant/parse s)"],
    ['(Instant/parse "2026-01-01")', "argument_error", 'Instant/parse: cannot read "2026-01-01"', "without a time this is a date: use (LocalDate/parse s)"],
    ['(Instant/parse "2026-01-01T00:00:00")', "argument_error", 'Instant/parse: cannot read "2026-01-01T00:00:00"', 'an instant needs a zone: "2026-01-31T12:00:00Z"; (parse s) takes times without one as UTC'],
    ["(LocalDate/parse nil)", "type_error", "LocalDate/parse: expected a string, got nil"],
    ['(java.util.Date. "2024-01-02")', "argument_error", 'java.util.Date.: cannot read "2024-01-02"', 'write "2026-01-31T12:00:00Z"; for dates use (LocalDate/parse s)'],
    ["(java.util.Date. nil)", "type_error", "java.util.Date.: expected milliseconds since 1970 or text, got nil"],
    ["(java.util.Date. 1e18)", "argument_error", "java.util.Date.: the result is beyond the calendar"],
  ]);
});

test("arithmetic with dates and durations", async () => {
  await expectPrinted([
    ['[(str (.plusDays (LocalDate/parse "2024-02-28") 1)) (str (.minusDays (LocalDate/parse "2026-01-01") 1)) (.toEpochDay (.plusDays (LocalDate/parse "1970-01-01") 1.9))]', '["2024-02-29" "2025-12-31" 1]'],
    ['(let [d (Duration/between (Instant/parse "2026-01-02T00:00:00Z") (Instant/parse "2026-01-03T01:30:00.5Z"))] [(str d) (.toMillis d) (.toSeconds d) (.toMinutes d) (.toHours d) (.toDays d)])', '["PT25H30M0.5S" 91800500 91800 1530 25 1]'],
    ['(.toDays (Duration/between (Instant/parse "2026-01-02T00:00:00Z") (Instant/parse "2026-01-01T12:00:00Z")))', "0"],
    ['[(.toEpochMilli (java.util.Date. 5)) (inst-ms (java.util.Date. 5)) (- (.toEpochDay (LocalDate/parse "2026-03-01")) (.toEpochDay (LocalDate/parse "2026-02-01")))]', "[5 5 28]"],
    ['[(.isBefore (LocalDate/parse "2023-01-01") (LocalDate/parse "2023-12-31")) (.isAfter (java.util.Date. 0) (java.util.Date. 1)) (< (LocalDate/parse "2026-01-01") (LocalDate/parse "2026-01-02"))]', "[true false true]"],
  ]);
  await expectFailures([
    ['(.isBefore (LocalDate/parse "2023-01-01") (java.util.Date. 0))', "argument_error", ".isBefore: cannot compare a date with an instant", "bring both to one kind: (LocalDate/parse (subs (str instant) 0 10))"],
    ['(Duration/between (LocalDate/parse "2023-01-01") (LocalDate/parse "2023-01-02"))', "type_error", "Duration/between: expected an instant, got local-date 2023-01-01", "for dates take the days: (- (.toEpochDay b) (.toEpochDay a))"],
    ['(.getTime (LocalDate/parse "2023-01-01"))', "type_error", ".getTime: expected an instant, got local-date 2023-01-01", "make one with (Instant/parse s) or (java.util.Date. s)"],
    ["(.plusDays (java.util.Date. 0) 1)", "type_error", '.plusDays: expected a date, got instant #inst "1970-01-01T00:00:00Z"', "make one with (LocalDate/parse s)"],
    ["(.plusDays (LocalDate/parse \"2023-01-01\") 1e12)", "argument_error", ".plusDays: the result is beyond the calendar"],
    ["(.toDays 5)", "type_error", ".toDays: expected a duration, got number 5", "make one with (Duration/between start end)"],
  ]);
});

test("now is the clock of the run", async () => {
  const clock = { now: () => 1_700_000_000_000.4, monotonic: () => 0 };
  expect(await printed("[(str (java.util.Date.)) (System/currentTimeMillis) (currentTimeMillis)]", { clock })).toBe('["2023-11-14T22:13:20Z" 1700000000000 1700000000000]');
});
