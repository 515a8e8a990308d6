// A mission about meetings that overlap in time and count on working days only.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byLargest, day, groupsOf, list, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const people = ["ana", "bo", "cem", "dee", "eli", "fay", "gus", "hal", "ida", "jo"];

const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const isWorkingDay = (date: string): boolean =>
  ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

export const meetingHours: SampleMission = {
  name: "meeting-hours",
  title: "Hours in meetings, overlapping ones counted once",
  kind: "data",
  world: (random) => {
    const meetings = list(1500, (index) => {
      const start = between(random, 16, 66) * 15;
      const end = Math.min(start + between(random, 1, 8) * 15, 1200);
      const date = day("2026-03-02", random.below(28));
      return {
        id: index,
        start,
        end,
        date,
        row: {
          meetingId: index,
          attendee: random.pick(people),
          startsAt: `${date}T${clockText(start)}`,
          endsAt: `${date}T${clockText(end)}`,
          accepted: random.chance(0.8),
        },
      };
    });
    const counted = meetings.filter(({ row, date }) => row.accepted && isWorkingDay(date));
    // The check counts quarters of an hour that are busy, so that it does not have to merge
    // intervals.
    const quarters = (rows: typeof counted): number =>
      new Set(
        rows.flatMap(({ date, start, end }) =>
          list((end - start) / 15, (step) => `${date} ${String(start / 15 + step)}`),
        ),
      ).size;
    const busy = groupsOf(counted, ({ row }) => row.attendee)
      .map(([attendee, rows]) => ({ attendee, hours: quarters(rows) / 4 }))
      .sort(
        byLargest(
          ({ hours }) => hours,
          ({ attendee }) => attendee,
        ),
      );
    return {
      agent: defineAgent({
        prompt: `Which three people spent most hours in meetings that they accepted, on Mondays to Fridays, and how many hours have all people together? Where meetings of a person overlap, the time counts once. No meeting goes past midnight.`,
        signature: "() -> {top [{attendee :string, hours :float}], all :float}",
        maxTurns: 1,
      }),
      context: { meetings: meetings.map(({ row }) => row) },
      check: expecting({ top: busy.slice(0, 3), all: sum(busy.map(({ hours }) => hours)) }),
    };
  },
};
