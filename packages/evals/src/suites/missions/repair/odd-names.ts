// A mission over spreadsheet columns: their names aren't valid keywords, and booleans are written
// as text.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byLargest, code, groupsOf, list, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export const oddNames: SampleMission = {
  name: "odd-names",
  title: "Sums over a spreadsheet with names of its own",
  kind: "repair",
  world: (random) => {
    const rows = list(1000, (index) => ({
      "Txn #": code("", index, 6),
      "Cost Centre ": random.pick(["CC-10", "CC-20", "CC-30", "cc-30"]),
      "Amt (pence)": between(random, 50, 90_000),
      "Void?": random.pick(["N", "N", "N", "n", "Y", ""]),
    }));
    const answer = groupsOf(
      rows.filter((row) => row["Void?"] !== "Y"),
      (row) => row["Cost Centre "].toUpperCase(),
    )
      .map(([centre, kept]) => ({
        centre,
        pounds: sum(kept.map((row) => row["Amt (pence)"])) / 100,
        bookings: kept.length,
      }))
      .sort(
        byLargest(
          ({ pounds }) => pounds,
          ({ centre }) => centre,
        ),
      );
    return {
      agent: defineAgent({
        prompt: `What was booked on each cost centre, in pounds, and with how many bookings? Bookings that are marked as void do not count. Upper and lower case in the names of cost centres make no difference: write them in upper case. The largest first.`,
        signature: "() -> [{centre :string, pounds :float, bookings :int}]",
        tools: {
          bookings: { description: "All bookings of the year, as exported.", execute: () => rows },
        },
        maxTurns: 4,
      }),
      check: expecting(answer),
    };
  },
};
