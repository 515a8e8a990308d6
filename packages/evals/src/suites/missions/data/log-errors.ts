// A mission that searches three thousand lines of a log.

import { defineAgent } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byLargest, groupsOf, instant, list } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const services = ["auth", "payments", "search", "mailer"];
const codes = ["E1042", "E1107", "E2001", "E2210", "E3099", "E3310", "E4004"];

export const logErrors: SampleMission = {
  name: "log-errors",
  title: "The most frequent error codes in a log",
  kind: "data",
  world: (random) => {
    const entries = list(3000, (index) => {
      const level = random.pick(["INFO", "INFO", "INFO", "WARN", "ERROR"]);
      const error = random.pick(codes.slice(0, 1 + random.below(codes.length)));
      const milliseconds = random.chance(0.75) ? between(random, 12, 9_000) : undefined;
      const about = level === "INFO" ? `request handled, last error was ${error}` : error;
      return {
        level,
        error,
        milliseconds,
        line: `${instant("2026-03-14T00:00:00Z", Math.floor(index / 2))} ${level} [${random.pick(services)}] ${about}${milliseconds === undefined ? "" : ` after ${String(milliseconds)}ms`} user=u${String(random.below(500))}`,
      };
    });
    const answer = groupsOf(
      entries.filter(({ level }) => level === "ERROR"),
      ({ error }) => error,
    )
      .map(([name, rows]) => ({
        code: name,
        count: rows.length,
        slowest_ms: Math.max(...rows.map(({ milliseconds }) => milliseconds ?? 0)),
      }))
      .sort(
        byLargest(
          ({ count }) => count,
          (row) => row.code,
        ),
      )
      .slice(0, 4);
    return {
      agent: defineAgent({
        prompt: `Which four error codes (E and four digits) are most frequent in the lines of level ERROR, how often does each stand there, and how many milliseconds did its slowest take? Not every line tells a time. The most frequent first, equal ones by code.`,
        signature: "() -> [{code :string, count :int, slowest_ms :int}]",
        maxTurns: 1,
      }),
      context: { log: entries.map(({ line }) => line) },
      check: expecting(answer),
    };
  },
};
