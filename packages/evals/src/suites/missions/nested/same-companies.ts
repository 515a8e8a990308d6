// A mission with company names in several spellings: a model judges pairs and responds with a
// keyword.

import { defineAgent, llmTool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { money, shuffled, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const pairs = [
  ["Nordwind Logistik GmbH", "NORDWIND LOGISTICS", true],
  ["Baker & Sons", "Baker and Sons Ltd.", true],
  ["Alpenglas AG", "Alpengas AG", false],
  ["IBM", "International Business Machines", true],
  ["Hansen Shipping", "Hansen Clipping", false],
] as const;

export const sameCompanies: SampleMission = {
  name: "same-companies",
  title: "Invoices of companies that are the same under two names",
  kind: "nested",
  world: (random) => {
    const rows = shuffled(random, pairs).map(([left, right, same], index) => ({
      same,
      pair: {
        id: index + 1,
        left,
        right,
        left_total: money(random, 100, 900),
        right_total: money(random, 100, 900),
      },
    }));
    const same = rows.filter((row) => row.same).map(({ pair }) => pair);
    return {
      agent: defineAgent({
        prompt:
          "Which pairs are one company under two names? Give their ids, ascending, and what these pairs come to together.",
        signature:
          "(pairs [{id :int, left :string, right :string, left_total :float, right_total :float}]) -> {ids [:int], total :float}",
        tools: {
          judge: llmTool({
            description: "Judges whether two names are those of one company: :same or :different.",
            prompt:
              "Are these two names of one and the same company, as far as the names tell? Spelling, language and legal form may differ.\n1. {{left}}\n2. {{right}}",
            signature: "(left :string, right :string) -> :keyword",
            jsonSignature: "{same :bool}",
            responseTemplate: "(if {{same}} :same :different)",
          }),
        },
      }),
      context: { pairs: rows.map(({ pair }) => pair) },
      check: expecting({
        ids: same.map(({ id }) => id).sort((left, right) => left - right),
        total: sum(same.flatMap(({ left_total, right_total }) => [left_total, right_total])),
      }),
    };
  },
};
