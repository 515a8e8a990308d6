// Recognizes texts that contain other data: dates, times, and numbers in several notations. A
// program must parse them, and the form determines how.

export type TextForm =
  | "empty"
  | "date"
  | "month"
  | "time"
  | "time without zone"
  | "time of day"
  | "date in other notation"
  | "number"
  | "number with commas"
  | "number with decimal comma"
  | "number with unit"
  | "text";

/** Longer texts aren't dates or numbers. */
const longest = 40;

const forms: readonly (readonly [TextForm, RegExp])[] = [
  ["empty", /^$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["month", /^\d{4}-\d\d$/],
  ["time", /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/],
  ["time without zone", /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/],
  ["time of day", /^\d{1,2}:\d\d(?::\d\d)?$/],
  ["date in other notation", /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./]\d{1,2}[./]\d{1,2})$/],
  [
    "date in other notation",
    /^(?:\d{1,2}\.?[ -][A-Za-z]{3,9}\.?[ -]\d{2,4}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4})$/,
  ],
  // A number that starts with 0, such as 00123, is an id or a postal code.
  ["number", /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/],
  ["number with commas", /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/],
  ["number with decimal comma", /^[+-]?\d{1,3}(?:\.\d{3})*,\d{1,4}$|^[+-]?\d{1,30},\d{1,4}$/],
  [
    "number with unit",
    /^(?:[+-]?(?:\p{Sc} ?|[A-Z]{3} )\d[\d.,]*|[+-]?\d[\d.,]*(?: ?[%\p{Sc}]| \p{L}{1,4}))$/u,
  ],
];

export function textForm(text: string): TextForm {
  if (text.length > longest) return "text";
  return forms.find(([, pattern]) => pattern.test(text))?.[0] ?? "text";
}

/** True if sorting texts of this form as texts sorts them by time. */
export function sortsByTime(form: TextForm): boolean {
  return form === "date" || form === "month" || form === "time" || form === "time without zone";
}
