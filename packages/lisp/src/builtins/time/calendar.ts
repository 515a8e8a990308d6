// The calendar behind dates: days since 1970 against year, month and day, and the lengths of
// months. Gregorian without end in both directions, as java.time and the host count. Pure numbers;
// what lies beyond the host's calendar comes out as NaN.

const millisecondsPerDay = 86_400_000;
const monthLengths: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A date taken apart; `month` and `day` count from 1. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function calendarDate(epochDay: number): CalendarDate {
  const date = new Date(epochDay * millisecondsPerDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Days since 1970 of a date that exists; NaN where the calendar of the host ends. */
export function epochDayOf({ year, month, day }: CalendarDate): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / millisecondsPerDay;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** How many days the month has, `month` from 1 to 12. */
export function lengthOfMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? NaN);
}

/** 1 for the first of January. */
export function dayOfYear({ year, month, day }: CalendarDate): number {
  let days = day;
  for (let earlier = 1; earlier < month; earlier += 1) days += lengthOfMonth(year, earlier);
  return days;
}

/** 1 for Monday to 7 for Sunday. */
export function dayOfWeek(epochDay: number): number {
  return ((((epochDay + 3) % 7) + 7) % 7) + 1;
}

/**
 * Days since 1970 some months later; a day that the month does not have becomes its last, as in
 * java.time.
 */
export function monthsLater(epochDay: number, months: number): number {
  const { year, month, day } = calendarDate(epochDay);
  const total = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(total / 12), month: total - Math.floor(total / 12) * 12 + 1 };
  return epochDayOf({ ...target, day: Math.min(day, lengthOfMonth(target.year, target.month)) });
}

/**
 * The whole months from one date to another, toward zero: a month is whole when the day of the
 * month is reached.
 */
export function wholeMonths(start: number, end: number): number {
  const [from, to] = [calendarDate(start), calendarDate(end)];
  // No month has 32 days, so the days are the fraction of a month.
  return (
    Math.trunc((to.year - from.year) * 12 + to.month - from.month + (to.day - from.day) / 32) + 0
  );
}

/** The ISO week of a day: weeks begin on Monday and belong to the year of their Thursday. */
export function weekOf(day: number): { week: number; year: number } {
  const thursday = calendarDate(day - dayOfWeek(day) + 4);
  return { week: Math.ceil(dayOfYear(thursday) / 7), year: thursday.year };
}

/** The first day, a Monday, of the first ISO week of a year: that of January the fourth. */
export function firstDayOfWeeks(year: number): number {
  const fourth = epochDayOf({ year, month: 1, day: 4 });
  return fourth - dayOfWeek(fourth) + 1;
}
