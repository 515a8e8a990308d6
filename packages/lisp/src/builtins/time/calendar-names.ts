// The days of the week and the months by name. Java has objects for them. Here they are the texts
// those objects print as, so they compare, sort and leave the program as text. Styles and languages
// of names are texts too.

import { Vector, type Value } from "@ptc/core/values";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { wrongType } from "../../evaluation/arguments/expectations.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { partOfEntry } from "../text/java-containers.ts";
import { textConstant, unary, wholeArgument } from "./temporal-arguments.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

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

/** Returns the number of a name: 1 for "MONDAY", 12 for "DECEMBER". */
function numberOfName(value: Value): number {
  for (const names of [weekdayNames, monthNames]) {
    const index = typeof value === "string" ? names.indexOf(value) : -1;
    if (index !== -1) return index + 1;
  }
  throw wrongType(
    ".getValue",
    'a map entry, a day of the week such as "MONDAY", or a month such as "MAY"',
    value,
    "write (.getValue (.getDayOfWeek date))",
  );
}

/** Returns `January` for `JANUARY`. */
export function capitalized(name: string): string {
  return name.charAt(0) + name.slice(1).toLowerCase();
}

/** Returns the list that contains a name. Its members follow each other in a circle. */
function circleOf(value: Value, operation: string): { circle: readonly string[]; name: string } {
  for (const circle of [weekdayNames, monthNames]) {
    const name = circle.find((member) => member === value);
    if (name !== undefined) return { circle, name };
  }
  throw wrongType(
    operation,
    "a day of the week or a month",
    value,
    "write DayOfWeek/MONDAY or Month/MAY",
  );
}

/** `(.plus DayOfWeek/MONDAY 8)` is Tuesday. */
export function nameLater(name: string, count: number, operation: string): string {
  const { circle } = circleOf(name, operation);
  const index = (circle.indexOf(name) + (count % circle.length) + circle.length) % circle.length;
  return circle[index] ?? name;
}

function nameOf(names: readonly string[], number: Value, operation: string): string {
  const index = wholeArgument(number, operation);
  const name = names[index - 1];
  if (name !== undefined) return name;
  throw wrongArgument(
    operation,
    `expected a number from 1 to ${String(names.length)}, got ${String(index)}`,
  );
}

const styleWidths: ReadonlyMap<Value, number> = new Map([
  ["FULL", Infinity],
  ["FULL_STANDALONE", Infinity],
  ["SHORT", 3],
  ["SHORT_STANDALONE", 3],
  ["NARROW", 1],
]);

/** Returns an English name, whatever the requested language is called. */
function displayName(value: Value, style: Value): string {
  const operation = ".getDisplayName";
  const { name } = circleOf(value, operation);
  const width = styleWidths.get(style);
  if (width === undefined)
    throw wrongType(operation, "a style", style, "the styles are TextStyle/FULL, SHORT and NARROW");
  return capitalized(name).slice(0, width);
}

/** @throws EvaluationError for a language other than English */
export function localeArgument(value: Value, operation: string): void {
  if (typeof value === "string" && /^(?:en(?:[_-][A-Z]{2})?|)$/.test(value)) return;
  throw wrongType(
    operation,
    "an English locale",
    value,
    "names are English: use Locale/ENGLISH, Locale/US or none",
  );
}

function namesOf(names: readonly string[]): Arities {
  return {
    0: (branch) => {
      branch.charge(bytesOfVector + names.length * 8);
      return Vector.of<Value>([...names]);
    },
  };
}

export const calendarNameRows: readonly BuiltinRow[] = [
  row(".getValue", ["(.getValue entry)", "(.getValue name)"], {
    doc: "Returns the value of a map entry, or the number of a weekday, 1 for Monday, or of a month.",
    example: ['(.getValue (.getDayOfWeek (LocalDate/parse "2026-01-05")))', "1"],
    arities: unary((value) =>
      value instanceof Vector ? partOfEntry(value, ".getValue", 1) : numberOfName(value),
    ),
  }),
  row("DayOfWeek/of", "(DayOfWeek/of n)", {
    doc: "Returns the name of a weekday, 1 for Monday.",
    example: ["(DayOfWeek/of 3)", '"WEDNESDAY"'],
    arities: unary((number) => nameOf(weekdayNames, number, "DayOfWeek/of")),
  }),
  row("DayOfWeek/values", "(DayOfWeek/values)", {
    doc: "Lists the days of the week, from Monday.",
    example: ["(first (DayOfWeek/values))", '"MONDAY"'],
    arities: namesOf(weekdayNames),
  }),
  row("Month/values", "(Month/values)", {
    doc: "Lists the months.",
    example: ["(count (Month/values))", "12"],
    arities: namesOf(monthNames),
  }),
  row("Month/of", "(Month/of n)", {
    doc: "Names a month, 1 for January.",
    example: ["(Month/of 3)", '"MARCH"'],
    arities: unary((number) => nameOf(monthNames, number, "Month/of")),
  }),
  row(".getDisplayName", "(.getDisplayName name style locale)", {
    doc: "Names a weekday or month in English, in full, in three letters or in one.",
    example: ["(.getDisplayName DayOfWeek/MONDAY TextStyle/SHORT Locale/US)", '"Mon"'],
    arities: {
      3: (_, name, style, locale) => {
        localeArgument(locale, ".getDisplayName");
        return displayName(name, style);
      },
    },
  }),
  textConstant("TextStyle/FULL", "FULL", "The style of names in full, for .getDisplayName."),
  textConstant("TextStyle/SHORT", "SHORT", "The style of names in three letters."),
  textConstant("TextStyle/NARROW", "NARROW", "The style of names in one letter."),
  textConstant("Locale/US", "en_US", "The language of all names, English."),
  textConstant("Locale/ENGLISH", "en", "The language of all names, English."),
  textConstant("Locale/ROOT", "", "The language of all names, English."),
  ...monthNames.map((name) =>
    textConstant(
      `Month/${name}`,
      name,
      `The month as .getMonth answers it: ${JSON.stringify(name)}.`,
    ),
  ),
  ...weekdayNames.map((name) =>
    textConstant(
      `DayOfWeek/${name}`,
      name,
      `The day of the week as .getDayOfWeek answers it: ${JSON.stringify(name)}.`,
    ),
  ),
];
