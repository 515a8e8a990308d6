// The mission: three agents and a judge, nested below each other. Each reads what its parent never
// sees, and returns a few rows.
//
//   desk ─▶ find ─▶ search                   which notes speak of what came and went back
//        └▶ check ─▶ note                    the figures of tables, computed
//                 └▶ figures (a model)       the figures of prose, read

import { asTool, defineAgent, llmTool, tool, type Agent, type Mission } from "@ptc/subagent";
import type { Corpus, Note } from "./notes.ts";

const excerptLength = 100;

/** Returns the mission that finds the supplier with the fewest returned pumps in the notes. */
export function researchDesk({ notes }: Pick<Corpus, "notes">): Mission {
  return {
    title: "Which supplier's pumps come back least, by forty notes of a goods-in desk?",
    agent: defineAgent({
      name: "desk",
      prompt: `How many pumps came in 2025 from each of the suppliers in data/suppliers, how many of them went back, and whose went back least, in percent of what came? For each supplier have the notes found first, then checked; all suppliers at once. A supplier about whom nothing can be found is listed under unanswered with the reason, and costs the others nothing. Percentages with one decimal place.`,
      signature:
        "(suppliers [:string]) -> {suppliers [{supplier :string, slips :int, delivered :int, returned :int, percent :float}], least :string, unanswered [{supplier :string, why :string}]}",
      tools: { find: asTool(finder(notes)), check: asTool(checker(notes)) },
      maxTurns: 4,
      turnBudget: 24,
      maxModelCalls: 60,
    }),
    context: () => ({
      suppliers: ["Alder Works", "Birch & Daughters", "Cobalt Marine", "Dunlin Supply"],
    }),
  };
}

function finder(notes: readonly Note[]): Agent {
  return defineAgent({
    name: "finder",
    description: "Finds the ids of the notes that say what a supplier delivered or got back.",
    prompt: `Find the notes of our goods-in desk that may say how many pumps came from {{supplier}}, or how many of them went back. Offers, bills, visits and news are not among them; a note that might be, is. Give the ids in the order of their dates. If no note names the supplier, fail with the reason no_notes.`,
    signature: "(supplier :string) -> {notes [:string]}",
    tools: {
      search: tool({
        description:
          "The notes in whose title or text all words of the query stand, by date; excerpt is how a note begins.",
        signature:
          "(query :string) -> [{id :string, date :string, title :string, excerpt :string}]",
        execute: ({ query }) => {
          const words = query.toLowerCase().split(/\s+/);
          return notes
            .filter(({ title, text }) => {
              const all = `${title} ${text}`.toLowerCase();
              return words.every((word) => all.includes(word));
            })
            .map(({ id, date, title, text }) => ({
              id,
              date,
              title,
              excerpt: text.slice(0, excerptLength),
            }));
        },
      }),
    },
    maxTurns: 4,
  });
}

function checker(notes: readonly Note[]): Agent {
  return defineAgent({
    name: "checker",
    description: "Reads notes on a supplier and lists what came under each slip and went back.",
    prompt: `List for each slip of {{supplier}} how many pumps came and how many of them went back, by the notes with the ids in data/notes. Compute what stands in a table of a note; have figures read what stands in prose. The notes are in the order of their dates, and what a later one says of a slip replaces what an earlier one said; of what no note speaks there is none.`,
    signature:
      "(supplier :string, notes [:string]) -> {slips [{slip :string, delivered :int, returned :int}]}",
    tools: {
      note: tool({
        description: "A whole note. A table in it has a line for each row, with | between cells.",
        signature: "(id :string) -> {id :string, date :string, title :string, text :string}",
        execute: ({ id }) => {
          const found = notes.find((note) => note.id === id);
          if (found === undefined) throw new Error(`there is no note ${id}`);
          return { ...found };
        },
      }),
      figures: llmTool({
        description: "Reads one note in prose: the counts that it gives for slips.",
        prompt: `This is a note of a goods-in desk about pumps of {{supplier}}.
{{title}}: {{text}}
For each slip in it: its number; delivered, how many pumps came under it; returned, how many of these went back in all. Leave out a count that the note does not give. Numbers as digits.`,
        signature:
          "(supplier :string, title :string, text :string) -> [{slip :string, delivered :int?, returned :int?}]",
      }),
    },
    maxTurns: 4,
  });
}
