// A mission over a table whose rows are lists, so only the column names give the meaning of a cell.
// Levels are numbers, texts or words for a missing level, and rows end early if their last cells
// are empty.

import { defineAgent } from "@ptc/subagent";
import type { Random } from "../../../statistics/random.ts";
import { expecting } from "../expecting.ts";
import { between, day, list, shuffled, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

type Cell = number | string | null;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const stations = ["Aller", "Bode", "Eider", "Fulda", "Havel", "Lahn", "Naab", "Saale"];
const none: readonly Cell[] = [null, null, null, "-", "n/a", ""];
const notes = [null, null, null, null, "ice", "read twice"];

function writtenLevel(random: Random, level: number): Cell {
  return random.pick([level, level, level, String(level), `${String(level)} cm`]);
}

/**
 * Returns the levels of a station by day. The highest level occurs on two days, which are both
 * measured.
 */
function makeLevels(random: Random) {
  const levels = list(40, (index) => ({
    day: day("2026-02-01", index),
    level: between(random, 45, 299),
    isMeasured: random.chance(0.85),
  }));
  const highest = between(random, 300, 340);
  const first = between(random, 0, 18);
  const second = between(random, 19, 39);
  return levels.map((each, index) =>
    index === first || index === second ? { ...each, level: highest, isMeasured: true } : each,
  );
}

function makeRow(random: Random, columns: readonly string[], cells: ReadonlyMap<string, Cell>) {
  const row = columns.map((column) => cells.get(column) ?? null);
  const filled = row.findLastIndex((cell) => cell !== null) + 1;
  return random.chance(0.8) ? row.slice(0, filled) : row;
}

/** Returns the table as the model gets it, and the correct answer. */
export function makeTable(random: Random) {
  const columns = [...shuffled(random, ["station", "day", "rain_mm"]), "level_cm", "note"];
  const series = stations.map((station) => ({ station, levels: makeLevels(random) }));
  const rows = series.flatMap(({ station, levels }) =>
    levels.map((each) =>
      makeRow(
        random,
        columns,
        new Map<string, Cell>([
          ["station", station],
          ["day", each.day],
          ["rain_mm", random.chance(0.9) ? between(random, 0, 300) / 10 : null],
          ["level_cm", each.isMeasured ? writtenLevel(random, each.level) : random.pick(none)],
          ["note", random.pick(notes)],
        ]),
      ),
    ),
  );
  const answer = series.map(({ station, levels }) => {
    const measured = levels.filter(({ isMeasured }) => isMeasured);
    const highest = Math.max(...measured.map(({ level }) => level));
    return {
      station,
      mean: sum(measured.map(({ level }) => level)) / measured.length,
      highest,
      first: measured.find(({ level }) => level === highest)?.day,
      unmeasured: levels.length - measured.length,
    };
  });
  const table: Table = { columns, rows: shuffled(random, rows) };
  return { table, answer };
}

export const gaugeTable: SampleMission = {
  name: "gauge-table",
  title: "Levels of rivers, out of a table whose rows have no field names",
  kind: "shape",
  world: (random) => {
    const { table, answer } = makeTable(random);
    return {
      agent: defineAgent({
        prompt:
          "For each station: the mean of the levels in cm, the highest of them, the first day that had this level, and the number of days on which the level was not measured. Each row is one day of one station. Sort by station.",
        signature:
          "() -> [{station :string, mean :float, highest :int, first :string, unmeasured :int}]",
        maxTurns: 4,
      }),
      context: { gauges: table },
      check: expecting(answer),
    };
  },
};
