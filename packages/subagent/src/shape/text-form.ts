// Recognizes texts that contain other data: dates, times, and numbers in several notations. A
// program must parse them, and the form determines how.

import { isNumberWithUnit } from "./number-with-unit.ts";

export type TextForm =
  | "empty"
  | "date"
  | "month"
  | "time"
  | "time without zone"
  | "time of day"
  | "duration"
  | "date in other notation"
  | "number"
  | "number with commas"
  | "number with decimal comma"
  | "number with unit"
  | "text";

/** Longer texts aren't dates or numbers. */
const longest = 40;

const forms: readonly (readonly [TextForm, RegExp])[] = [
  ["date", /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/],
  ["month", /^\d{4}-(?:0[1-9]|1[0-2])$/],
  [
    "time",
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/,
  ],
  [
    "time without zone",
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:\.\d{1,9})?)?$/,
  ],
  ["time of day", /^(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?: ?[AaPp]\.?[Mm]\.?)?$/],
  ["duration", /^\d{1,5}:[0-5]\d(?::[0-5]\d)?$/],
  // Months are at most 12 and days at most 31, in either order.
  [
    "date in other notation",
    /^(?:(?:0?[1-9]|1[0-2])[./-](?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|1[0-2]))[./-](?:\d{4}|\d\d)(?:,? \d{1,2}:\d\d(?::\d\d)?)?$/,
  ],
  [
    "date in other notation",
    /^\d{4}[./-](?:0?[1-9]|1[0-2])[./-](?:0?[1-9]|[12]\d|3[01])(?:,? \d{1,2}:\d\d(?::\d\d)?)?$/,
  ],
  [
    "date in other notation",
    /^(?:\d{1,2}\.?[ -][A-Za-z]{3,9}\.?[ -]\d{2,4}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4})$/,
  ],
  // A number that starts with 0, such as 00123, is an id or a postal code.
  ["number", /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/],
  ["number with commas", /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/],
  ["number with decimal comma", /^[+-]?\d{1,3}(?:\.\d{3})*,\d{1,4}$|^[+-]?\d{1,30},\d{1,4}$/],
];

const digit = /\d/;

export function textForm(text: string): TextForm {
  if (text === "") return "empty";
  if (text.length > longest || !digit.test(text)) return "text";
  const known = forms.find(([, pattern]) => pattern.test(text))?.[0];
  if (known !== undefined && startsWithDate.test(text) && !isOnCalendar(text)) return "text";
  return known ?? (isNumberWithUnit(text) ? "number with unit" : "text");
}

const startsWithDate = /^\d{4}-\d\d-\d\d/;

/** False for days that a month doesn't have, such as 2026-02-31. */
function isOnCalendar(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= days;
}

/** True if sorting texts of this form as texts sorts them by time. */
export function sortsByTime(form: TextForm): boolean {
  return form === "date" || form === "month" || form === "time" || form === "time without zone";
}
