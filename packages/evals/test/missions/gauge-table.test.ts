// Tests that the check of gauge-table accepts the correct answer from the table, and refuses
// careless ones.

import { gaugeTable, makeTable, type Table } from "../../src/suites/missions/shapes/gauge-table.ts";
import { testCheck } from "./test-check.ts";

type Mistake =
  | "takes only numbers for levels"
  | "reads no level that has a unit"
  | "takes a level that was not measured for nought"
  | "counts every cell that is not nil as measured"
  | "compares levels as texts"
  | "takes the row that comes first for the first day"
  | "leaves out rows that end early"
  | "takes rain for levels";

function levelOf(cell: unknown, mistake?: Mistake): number | undefined {
  const none = mistake === "takes a level that was not measured for nought" ? 0 : undefined;
  if (mistake === "takes only numbers for levels" && typeof cell !== "number") return none;
  const text = String(cell);
  if (mistake === "reads no level that has a unit" && text.includes("cm")) return none;
  const digits = /^[\d.]+/.exec(text)?.[0];
  return digits === undefined ? none : Number(digits);
}

function read({ columns, rows }: Table, mistake?: Mistake): unknown {
  const place = (column: string): number => columns.indexOf(column);
  const levels = place(mistake === "takes rain for levels" ? "rain_mm" : "level_cm");
  const valid = rows.filter(
    (row) => mistake !== "leaves out rows that end early" || row.length === columns.length,
  );
  const stations = [...new Set(valid.map((row) => String(row[place("station")])))].sort();
  return stations.map((station) => {
    const days = valid
      .filter((row) => row[place("station")] === station)
      .map((row) => ({ day: String(row[place("day")]), cell: row[levels] }));
    const measured = days.flatMap(({ day, cell }) => {
      const level = levelOf(cell, mistake);
      return level === undefined ? [] : [{ day, level }];
    });
    const numbers = measured.map(({ level }) => level);
    const highest =
      mistake === "compares levels as texts"
        ? Number(numbers.map(String).sort().at(-1))
        : Math.max(...numbers);
    const highestDays = measured.filter(({ level }) => level === highest).map(({ day }) => day);
    if (mistake !== "takes the row that comes first for the first day") highestDays.sort();
    const unmeasured =
      mistake === "counts every cell that is not nil as measured"
        ? days.filter(({ cell }) => (cell ?? undefined) === undefined).length
        : days.length - measured.length;
    const mean = numbers.reduce((total, level) => total + level, 0) / numbers.length;
    return { station, mean, highest, first: highestDays[0], unmeasured };
  });
}

testCheck(gaugeTable, (random) => makeTable(random).table, read, [
  "takes only numbers for levels",
  "reads no level that has a unit",
  "takes a level that was not measured for nought",
  "counts every cell that is not nil as measured",
  "compares levels as texts",
  "takes the row that comes first for the first day",
  "leaves out rows that end early",
  "takes rain for levels",
]);
