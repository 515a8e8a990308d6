// A mission over a paginated list, in which each page names the next one.

import { defineAgent, tool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byText, code, groupsOf, instant, list, median } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const pageSize = 80;
const minutesBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 60_000;

export const ticketPages: SampleMission = {
  name: "ticket-pages",
  title: "Minutes until the first reply, by team",
  kind: "turns",
  world: (random) => {
    const tickets = list(1500, (index) => {
      const openedAt = instant("2026-02-01T06:00:00Z", between(random, 0, 40_000));
      return {
        id: code("T-", index, 5),
        team: random.pick(["billing", "hardware", "network", "access"]),
        openedAt,
        priority: random.pick(["low", "normal", "high", "HIGH"]),
        ...(random.chance(0.12)
          ? {}
          : { firstReplyAt: instant(openedAt, between(random, 2, 900)) }),
        subject: random.pick([
          "cannot log in",
          "invoice is wrong",
          "screen flickers",
          "no network",
        ]),
      };
    });
    const urgent = tickets.filter(({ priority }) => priority.toLowerCase() === "high");
    const answer = groupsOf(urgent, ({ team }) => team)
      .map(([team, rows]) => {
        const waits = rows.flatMap(({ openedAt, firstReplyAt }) =>
          firstReplyAt === undefined ? [] : [minutesBetween(openedAt, firstReplyAt)],
        );
        return {
          team,
          tickets: rows.length,
          unanswered: rows.length - waits.length,
          median_minutes: median(waits),
        };
      })
      .sort(byText(({ team }) => team));
    return {
      agent: defineAgent({
        prompt: `For each team: how many tickets of high priority are there, how many of them have no first reply, and what is the median of the minutes from opening to first reply of the others? Sort by team.`,
        signature: "() -> [{team :string, tickets :int, unanswered :int, median_minutes :float}]",
        tools: {
          tickets: tool({
            description:
              "A page of all tickets. Without a cursor the first one; next_cursor is absent on the last.",
            signature: "(cursor :string?) -> {items [:map], next_cursor :string?}",
            execute: ({ cursor }) => {
              const start =
                cursor === undefined || cursor === null ? 0 : Number.parseInt(cursor.slice(2), 36);
              if (Number.isNaN(start)) throw new Error(`unknown cursor ${String(cursor)}`);
              const next = start + pageSize;
              return {
                items: tickets.slice(start, next),
                ...(next < tickets.length ? { next_cursor: `c_${next.toString(36)}` } : {}),
              };
            },
          }),
        },
        maxTurns: 5,
      }),
      check: expecting(answer),
    };
  },
};
