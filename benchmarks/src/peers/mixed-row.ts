// Combines the programs of a mix into one row: the median of their times, for each round and
// engine.
import { median } from "../median.ts";
import { addTime, emptyTimes, type Row } from "./row.ts";

/** Returns a row named `name` over the rows of a mix. */
export function mixedRow(name: string, mix: string, rows: readonly Row[]): Row {
  const members = rows.filter((row) => row.mix === mix);
  const row: Row = {
    name,
    targets: [],
    mix: undefined,
    absent: members[0]?.absent ?? new Map(),
    times: emptyTimes(),
  };
  for (const [engine, rounds] of members[0]?.times ?? []) {
    for (const round of rounds.keys())
      addTime(
        row,
        engine,
        round,
        median(members.map(({ times }) => times.get(engine)?.get(round) ?? Number.NaN)),
      );
  }
  return row;
}
