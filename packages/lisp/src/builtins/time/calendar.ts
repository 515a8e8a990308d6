// The calendar behind dates: converts between days since 1970 and year, month and day, and knows
// the lengths of months. Gregorian without end in both directions, like java.time and the host.
// Works on plain numbers; dates beyond the host's calendar give NaN.

const millisecondsPerDay = 86_400_000;
const monthLengths: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A date as its parts; `month` and `day` count from 1. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function calendarDate(epochDay: number): CalendarDate {
  const date = new Date(epochDay * millisecondsPerDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Returns the days since 1970 of an existing date, or NaN beyond the host's calendar. */
export function epochDayOf({ year, month, day }: CalendarDate): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / millisecondsPerDay;
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Returns the number of days in the month, `month` from 1 to 12. */
export function lengthOfMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (monthLengths[month - 1] ?? NaN);
}

/** Returns the day of the year, 1 for January 1. */
export function dayOfYear({ year, month, day }: CalendarDate): number {
  let days = day;
  for (let earlier = 1; earlier < month; earlier += 1) days += lengthOfMonth(year, earlier);
  return days;
}

/** Returns the day of the week, 1 for Monday to 7 for Sunday. */
export function dayOfWeek(epochDay: number): number {
  return ((((epochDay + 3) % 7) + 7) % 7) + 1;
}

/**
 * Returns the days since 1970 some months later. Like java.time, replaces a day the month lacks
 * with its last day.
 */
export function monthsLater(epochDay: number, months: number): number {
  const { year, month, day } = calendarDate(epochDay);
  const total = year * 12 + (month - 1) + months;
  const target = { year: Math.floor(total / 12), month: total - Math.floor(total / 12) * 12 + 1 };
  return epochDayOf({ ...target, day: Math.min(day, lengthOfMonth(target.year, target.month)) });
}

/**
 * Returns the whole months from one date to another, toward zero. A month is complete when the day
 * of the month is reached.
 */
export function wholeMonths(start: number, end: number): number {
  const [from, to] = [calendarDate(start), calendarDate(end)];
  // Months have fewer than 32 days, so the days are a fraction of a month.
  return (
    Math.trunc((to.year - from.year) * 12 + to.month - from.month + (to.day - from.day) / 32) + 0
  );
}

/**
 * Returns the ISO week of a day. Weeks begin on Monday and belong to the year of their Thursday.
 */
export function weekOf(day: number): { week: number; year: number } {
  const thursday = calendarDate(day - dayOfWeek(day) + 4);
  return { week: Math.ceil(dayOfYear(thursday) / 7), year: thursday.year };
}

/** Returns the first day, a Monday, of the first ISO week of a year: the week of January 4. */
export function firstDayOfWeeks(year: number): number {
  const fourth = epochDayOf({ year, month: 1, day: 4 });
  return fourth - dayOfWeek(fourth) + 1;
}
