// A mission with two agents as tools: one knows the stock, the other the prices.

import { asTool, defineAgent, tool } from "@ptc/subagent";
import { expecting } from "../expecting.ts";
import { between, byText, code, list, money, sum } from "../rows.ts";
import type { SampleMission } from "../sample-mission.ts";

const places = ["north", "south", "harbour"];

export const twoDesks: SampleMission = {
  name: "two-desks",
  title: "What the stock of some articles is worth",
  kind: "nested",
  world: (random) => {
    const articles = list(12, (index) => ({
      article: code("A", index, 2),
      price: money(random, 2, 90),
      stock: places.map((place) => ({ place, pieces: between(random, 0, 40) })),
    }));
    const wanted = articles.filter((_, index) => index % 3 !== 1);
    const rows = wanted
      .map(({ article, price, stock }) => {
        const pieces = sum(stock.map((row) => row.pieces));
        return { article, pieces, value: Math.round(pieces * price * 100) / 100 };
      })
      .sort(byText(({ article }) => article));
    const stockDesk = defineAgent({
      name: "stock",
      description: "Counts how many pieces of articles there are, in all stores together.",
      prompt: "How many pieces of these articles are in all stores together: {{articles}}?",
      signature: "(articles [:string]) -> [{article :string, pieces :int}]",
      tools: {
        store: tool({
          description: "The stock of one of the stores north, south and harbour.",
          signature: "(place :string) -> [{article :string, pieces :int}]",
          execute: ({ place }) => {
            if (!places.includes(place)) throw new Error(`there is no store ${place}`);
            return articles.map(({ article, stock }) => ({
              article,
              pieces: stock.find((row) => row.place === place)?.pieces ?? 0,
            }));
          },
        }),
      },
    });
    const priceDesk = defineAgent({
      name: "prices",
      description: "Knows the price of a piece of an article.",
      prompt: "What does a piece of each of these articles cost: {{articles}}?",
      signature: "(articles [:string]) -> [{article :string, price :float}]",
      tools: {
        price: tool({
          description: "The price of one article.",
          signature: "(article :string) -> {price :float}",
          execute: ({ article }) => ({
            price: articles.find((row) => row.article === article)?.price ?? 0,
          }),
        }),
      },
    });
    return {
      agent: defineAgent({
        prompt:
          "How many pieces of each article of the list are there, and what are they worth? Sort by article; values to the cent.",
        signature: "(list [:string]) -> [{article :string, pieces :int, value :float}]",
        tools: { stock: asTool(stockDesk), prices: asTool(priceDesk) },
      }),
      context: { list: wanted.map(({ article }) => article) },
      check: expecting(rows),
    };
  },
};
