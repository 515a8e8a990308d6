// A mission with mails that a model tool assigns to departments; the program computes which are
// late.

import { defineAgent, llmTool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byText, day, groupsOf, shuffled } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const mails = [
  ["billing", "You took the fee for March twice, please send one back."],
  ["billing", "My card was changed, where do I enter the new number for the invoice?"],
  ["technical", "Since the update the window stays white when I open a report."],
  ["technical", "The export stops at row 5,000 and says nothing."],
  ["sales", "We are forty people now. What would that come to per year?"],
  ["sales", "Could somebody show us the bigger plan next week?"],
] as const;

export const mailRoutes: SampleMission = {
  name: "mail-routes",
  title: "Mails by department, and which were answered late",
  kind: "nested",
  world: (random) => {
    const rows = shuffled(random, mails).map(([department, text], index) => {
      const received = day("2026-03-02", index);
      const days = between(random, 0, 4);
      return {
        department,
        days,
        mail: { id: index + 1, text, received, answered: day(received, days) },
      };
    });
    const answer = groupsOf(rows, ({ department }) => department)
      .map(([department, of]) => ({
        department,
        mails: of.length,
        late: of.filter(({ days }) => days > 2).length,
      }))
      .sort(byText(({ department }) => department));
    return {
      agent: defineAgent({
        prompt:
          "To which department does each mail belong, and how many of them were answered late, which is more than two days after they came? Sort by department.",
        signature:
          "(mails [{id :int, text :string, received :string, answered :string}]) -> [{department :string, mails :int, late :int}]",
        tools: {
          route: llmTool({
            description: "Says which department a mail belongs to.",
            prompt:
              "Which department has to answer this mail: billing (money that was or will be paid), technical (something does not work), sales (somebody may buy)?\n\n{{text}}",
            signature: "(text :string) -> #{billing technical sales}",
          }),
        },
      }),
      context: { mails: rows.map(({ mail }) => mail) },
      check: expecting(answer),
    };
  },
};
