// Tasks whose data comes from tools: pages, one call for each row, and a search with documents.

import { tool } from "@ptc/subagent";
import { cents, grouped, ranked, sumOf } from "./calculations.ts";
import type { FleetTask } from "./fleet-case.ts";
import type { Fleet } from "./fleet-data.ts";

const pageSize = 25;
const forecasts: ReadonlyMap<string, { readonly rain_mm: number; readonly wind_kmh: number }> =
  new Map([
    ["Dunmore", { rain_mm: 0, wind_kmh: 18 }],
    ["Eastwick", { rain_mm: 7, wind_kmh: 31 }],
    ["Fairhaven", { rain_mm: 2, wind_kmh: 44 }],
    ["Greyport", { rain_mm: 0, wind_kmh: 52 }],
  ]);

/** The rules of the rental, as a search finds them. */
const rules: ReadonlyMap<string, { readonly title: string; readonly text: string }> = new Map([
  [
    "D1",
    {
      title: "Lost keys",
      text: "A lost key costs 35. The desk hands out a spare key at once.",
    },
  ],
  [
    "D2",
    {
      title: "Late returns",
      text: "A bike that comes back late costs the hourly price for each started hour. From the fourth late return in a year, a fee of 12 is added. The form for objections is F-207.",
    },
  ],
  [
    "D3",
    {
      title: "Damage and returns",
      text: "Report damage when you return the bike. The form for damage is F-118. Without a report, the deposit is kept.",
    },
  ],
  [
    "D4",
    { title: "Winter storage", text: "From November on, half of the fleet is stored at Museum." },
  ],
]);

/** Tasks with tools. */
export function toolTasks({ riders, rentals, repairs }: Fleet): readonly FleetTask[] {
  const completed = rentals.filter(({ status }) => status === "completed");
  const windy = Array.from(
    grouped(riders, ({ city }) => city),
    ([city, members]) => ({ city, riders: members.length }),
  )
    .filter(({ city }) => (forecasts.get(city)?.wind_kmh ?? 0) > 30)
    .sort((left, right) => (left.city < right.city ? -1 : 1));
  const approved = repairs.filter(({ decision }) => decision === "approved");
  return [
    {
      name: "all pages of rentals",
      tag: "tools",
      prompt:
        "Read all rentals with the tool. What did the completed ones of each channel pay in total? The largest sum first.",
      tables: [],
      answer: "[{channel :string, paid :float}]",
      expected: ranked(
        Array.from(
          grouped(completed, ({ channel }) => channel),
          ([channel, rows]) => ({ channel, paid: cents(sumOf(rows, ({ paid }) => paid)) }),
        ),
        ({ paid }) => paid,
        ({ channel }) => channel,
      ),
      maxTurns: 6,
      tools: () => ({
        rentals_page: tool({
          description: `Returns a page of ${String(pageSize)} rentals, from page 1, and the number of the next page, which is absent on the last one.`,
          signature:
            "(page :int) -> {rentals [{id :string, bike_id :string, rider_id :string, day :string, minutes :int, paid :float, status :string, channel :string}], next_page :int?}",
          execute: ({ page }) => ({
            rentals: rentals.slice((page - 1) * pageSize, page * pageSize),
            ...(page * pageSize < rentals.length ? { next_page: page + 1 } : {}),
          }),
        }),
      }),
    },
    {
      name: "riders where it is windy",
      tag: "tools",
      prompt:
        "In which cities of our riders does the wind blow with more than 30 km/h today, and how many riders live there? In alphabetical order.",
      tables: ["riders"],
      answer: "[{city :string, riders :int}]",
      expected: windy,
      maxTurns: 5,
      tools: () => ({
        forecast: tool({
          description: "Returns the forecast of today for a city.",
          signature: "(city :string) -> {rain_mm :int, wind_kmh :int}",
          execute: ({ city }) => {
            const found = forecasts.get(city);
            if (found === undefined) throw new Error(`no forecast for ${city}`);
            return found;
          },
        }),
      }),
    },
    {
      name: "form for objections",
      tag: "tools",
      prompt:
        "A rider objects to the price of a bike that came back late. Which form is needed? Find it in the rules.",
      tables: [],
      answer: "{document_id :string, form :string}",
      expected: { document_id: "D2", form: "F-207" },
      maxTurns: 5,
      tools: () => ({
        search_rules: tool({
          description: "Returns the ids and titles of the rules whose title or text has a word.",
          signature: "(word :string) -> [{id :string, title :string}]",
          execute: ({ word }) =>
            [...rules]
              .filter(([, { title, text }]) =>
                `${title} ${text}`.toLowerCase().includes(word.toLowerCase()),
              )
              .map(([id, { title }]) => ({ id, title })),
        }),
        read_rule: tool({
          description: "Returns the text of a rule.",
          signature: "(id :string) -> {title :string, text :string}",
          execute: ({ id }) => {
            const found = rules.get(id);
            if (found === undefined) throw new Error(`there is no rule ${id}`);
            return found;
          },
        }),
      }),
    },
    {
      name: "repairs in another currency",
      tag: "tools",
      prompt:
        "What did the approved repairs of each mechanic cost in crowns, at today's rate and to two decimal places? Any order.",
      tables: ["repairs"],
      answer: "[{mechanic :string, crowns :float}]",
      expected: Array.from(
        grouped(approved, ({ mechanic }) => mechanic),
        ([mechanic, rows]) => ({ mechanic, crowns: cents(sumOf(rows, ({ cost }) => cost) * 7.46) }),
      ),
      isUnordered: true,
      maxTurns: 4,
      tools: () => ({
        rate: tool({
          description:
            "Returns today's rate: one unit of our currency is so many units of another one.",
          signature: "(currency :string) -> {rate :float}",
          execute: ({ currency }) => {
            if (!/crown/i.test(currency)) throw new Error(`no rate for ${currency}: try crowns`);
            return { rate: 7.46 };
          },
        }),
      }),
    },
  ];
}
