// A mission with claims that an agent checks against documents, one by one.

import { asTool, defineAgent, tool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, shuffled } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

export const claimCheck: SampleMission = {
  name: "claim-check",
  title: "Claims of a leaflet against the papers of a firm",
  kind: "nested",
  world: (random) => {
    const staff = between(random, 40, 80);
    const year = between(random, 1961, 1989);
    const papers = shuffled(random, [
      `Register of firms: the firm was founded in ${String(year)} by two brothers in a shed.`,
      `Annual report: at the end of the year the firm had ${String(staff)} employees, of them 9 in training.`,
      "Press: the firm won the design prize of the region for its folding chair, a first in its history.",
      "Annual report: nothing was exported to Asia; nine tenths of all chairs stayed in Europe.",
    ]);
    const claims = [
      { claim: `The firm has existed since ${String(year)}.`, verdict: "true" },
      { claim: `The firm employs more than ${String(staff + 10)} people.`, verdict: "false" },
      { claim: "The firm has won several design prizes.", verdict: "false" },
      { claim: "The firm makes its chairs of local wood.", verdict: "unknown" },
    ];
    const checker = defineAgent({
      name: "checker",
      description: "Checks one claim against the papers: true, false, or unknown.",
      prompt:
        "Do the papers say that this is so: {{claim}} Answer true or false where they tell, and unknown where they do not.",
      signature: "(claim :string) -> {verdict #{true false unknown}}",
      tools: {
        search: tool({
          description: "The papers that have one of the words; without words all of them.",
          signature: "(words [:string]?) -> [:string]",
          execute: ({ words }) =>
            papers.filter(
              (paper) =>
                words === undefined ||
                words === null ||
                words.length === 0 ||
                words.some((word) => paper.toLowerCase().includes(word.toLowerCase())),
            ),
        }),
      },
    });
    return {
      agent: defineAgent({
        prompt: "How many of the claims are true, false and unknown? And which ones are false?",
        signature:
          "(claims [:string]) -> {counts {true :int, false :int, unknown :int}, false_claims [:string]}",
        tools: { check: asTool(checker) },
        turnBudget: 40,
      }),
      context: { claims: claims.map(({ claim }) => claim) },
      check: expecting({
        counts: { true: 1, false: 2, unknown: 1 },
        false_claims: claims.filter(({ verdict }) => verdict === "false").map(({ claim }) => claim),
      }),
    };
  },
};
