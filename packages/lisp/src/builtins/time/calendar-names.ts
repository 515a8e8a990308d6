// The days of the week and the months by name. Java has objects for them; here they are the texts
// those print as, so that they compare, sort into maps and leave the program as text.

import type { Value } from "@ptc/core/values";
import { row, type BuiltinRow } from "../row.ts";
import { wrongType } from "../../evaluation/expectations.ts";
import { textConstant, unary } from "./temporal-arguments.ts";

export const weekdayNames: readonly string[] = [
  "MONDAY",
  "TUESDAY",
  "WEDNESDAY",
  "THURSDAY",
  "FRIDAY",
  "SATURDAY",
  "SUNDAY",
];
export const monthNames: readonly string[] = [
  "JANUARY",
  "FEBRUARY",
  "MARCH",
  "APRIL",
  "MAY",
  "JUNE",
  "JULY",
  "AUGUST",
  "SEPTEMBER",
  "OCTOBER",
  "NOVEMBER",
  "DECEMBER",
];

/** 1 for "MONDAY", 12 for "DECEMBER". */
function numberOfName(value: Value): number {
  for (const names of [weekdayNames, monthNames]) {
    const index = typeof value === "string" ? names.indexOf(value) : -1;
    if (index !== -1) return index + 1;
  }
  throw wrongType(
    ".getValue",
    'a day of the week such as "MONDAY" or a month such as "MAY"',
    value,
    "write (.getValue (.getDayOfWeek date))",
  );
}

export const calendarNameRows: readonly BuiltinRow[] = [
  row(".getValue", "(.getValue name)", {
    doc: "The number of a day of the week, 1 for Monday, or of a month.",
    example: ['(.getValue (.getDayOfWeek (LocalDate/parse "2026-01-05")))', "1"],
    arities: unary(numberOfName),
  }),
  ...weekdayNames.map((name) =>
    textConstant(
      `DayOfWeek/${name}`,
      name,
      `The day of the week as .getDayOfWeek answers it: ${JSON.stringify(name)}.`,
    ),
  ),
];
