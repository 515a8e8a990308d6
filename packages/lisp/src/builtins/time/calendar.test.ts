import { expect, test } from "vitest";
import fc from "fast-check";
import {
  calendarDate,
  dayOfWeek,
  dayOfYear,
  epochDayOf,
  lengthOfMonth,
  monthsLater,
  wholeMonths,
} from "./calendar.ts";

const furthest = 100_000_000;
const epochDay = fc.integer({ min: -furthest, max: furthest });

test("taking a date apart and putting it together returns the same day", () => {
  fc.assert(
    fc.property(epochDay, (day) => {
      expect(epochDayOf(calendarDate(day))).toBe(day);
    }),
  );
});

test("days of week, month and year increase from day to day", () => {
  fc.assert(
    fc.property(fc.integer({ min: -furthest, max: furthest - 1 }), (day) => {
      const [today, tomorrow] = [calendarDate(day), calendarDate(day + 1)];
      expect(dayOfWeek(day + 1)).toBe((dayOfWeek(day) % 7) + 1);
      expect(tomorrow.day).toBe(
        today.day === lengthOfMonth(today.year, today.month) ? 1 : today.day + 1,
      );
      expect(dayOfYear(tomorrow)).toBe(tomorrow.year === today.year ? dayOfYear(today) + 1 : 1);
    }),
  );
});

test("monthsLater reaches the expected month, and returns to the same day unless it was clamped", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: -10_000, max: 10_000 }),
      (day, months) => {
        const [from, later] = [calendarDate(day), monthsLater(day, months)];
        const to = calendarDate(later);
        expect((to.year - from.year) * 12 + to.month - from.month).toBe(months);
        expect(to.day).toBe(Math.min(from.day, lengthOfMonth(to.year, to.month)));
        if (to.day === from.day) expect(wholeMonths(day, later)).toBe(months);
      },
    ),
  );
});

test("returns NaN beyond the range of the calendar", () => {
  expect([
    monthsLater(furthest, 1),
    monthsLater(-furthest, -1),
    monthsLater(0, Infinity),
    monthsLater(0, 1e300),
  ]).toEqual([NaN, NaN, NaN, NaN]);
});
