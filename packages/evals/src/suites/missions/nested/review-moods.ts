// A mission with texts whose mood no rule finds: the program asks a model about each.

import { defineAgent, llmQuery } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { code, shuffled } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const reviews = {
  good: [
    "I would not have thought that a kettle could make me smile every morning. This one does.",
    "Three years of daily use and it still does what it did on the first day.",
    "My neighbour borrowed it and then bought one, which says it all.",
  ],
  bad: [
    "It went back the same afternoon, and I am still waiting for my money.",
    "If you like the smell of burnt plastic in your kitchen, this is the one to get.",
    "I gave it to my brother-in-law. We no longer speak.",
  ],
  mixed: [
    "It boils quickly and looks fine, but the lid came off in the second week.",
    "A lovely thing to look at. Pouring without spilling is another matter.",
  ],
};

export const reviewMoods: SampleMission = {
  name: "review-moods",
  title: "Moods of reviews by product, judged by a model",
  kind: "nested",
  world: (random) => {
    const rows = shuffled(
      random,
      Object.entries(reviews).flatMap(([mood, texts]) => texts.map((text) => ({ mood, text }))),
    ).map(({ mood, text }, index) => ({
      mood,
      row: { id: code("R", index, 2), product: index % 2 === 0 ? "K1" : "K2", text },
    }));
    const counts = ["K1", "K2"].map((product) => {
      const of = (mood: string): number =>
        rows.filter(({ row, mood: its }) => row.product === product && its === mood).length;
      return { product, good: of("good"), bad: of("bad"), mixed: of("mixed") };
    });
    return {
      agent: defineAgent({
        prompt:
          "Judge each review by what its writer thinks of the product: good, bad, or mixed where both is said. How many of each has each product? Sort by product.",
        signature:
          "(reviews [{id :string, product :string, text :string}]) -> [{product :string, good :int, bad :int, mixed :int}]",
        tools: { "llm-query": llmQuery() },
        maxModelCalls: 20,
      }),
      context: { reviews: rows.map(({ row }) => row) },
      check: expecting(counts),
    };
  },
};
