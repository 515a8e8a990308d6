// Tasks over one table: count, filter, add, find, sort, group.

import { cents, grouped, largestGroup, meanOf, medianOf, ranked, sumOf } from "./calculations.ts";
import { tasksOf, type FleetTask } from "./fleet-case.ts";
import type { Fleet } from "./fleet-data.ts";

/** Tasks of one expression, in one turn. */
export function basicTasks({ bikes, rentals }: Fleet): readonly FleetTask[] {
  const completed = rentals.filter(({ status }) => status === "completed");
  return tasksOf("basic", 1, [
    {
      name: "count bikes",
      prompt: "How many bikes does the rental own?",
      tables: ["bikes"],
      answer: ":int",
      expected: bikes.length,
    },
    {
      name: "count electric cargo bikes",
      prompt: "How many of the cargo bikes are electric?",
      tables: ["bikes"],
      answer: ":int",
      expected: bikes.filter(({ kind, electric }) => kind === "cargo" && electric).length,
    },
    {
      name: "sum of payments",
      prompt: "What did all completed rentals pay together?",
      tables: ["rentals"],
      answer: ":float",
      expected: cents(sumOf(completed, ({ paid }) => paid)),
    },
    {
      name: "mean weight",
      prompt: "What is the mean weight of a bike in kilograms, to two decimal places?",
      tables: ["bikes"],
      answer: ":float",
      expected: cents(meanOf(bikes, ({ weight_kg }) => weight_kg)),
    },
    {
      name: "dearest hour",
      prompt: "What is the highest hourly price of a bike that isn't electric?",
      tables: ["bikes"],
      answer: ":float",
      expected: Math.max(...bikes.filter(({ electric }) => !electric).map(({ hourly }) => hourly)),
    },
  ]);
}

/** Tasks that combine conditions, order rows or take a statistic, in one turn. */
export function intermediateTasks({
  bikes,
  riders,
  rentals,
  repairs,
}: Fleet): readonly FleetTask[] {
  const completed = rentals.filter(({ status }) => status === "completed");
  return tasksOf("intermediate", 1, [
    {
      name: "long app rentals",
      prompt: "How many completed rentals of the channel app lasted more than 90 minutes?",
      tables: ["rentals"],
      answer: ":int",
      expected: completed.filter(({ channel, minutes }) => channel === "app" && minutes > 90)
        .length,
    },
    {
      name: "three longest",
      prompt:
        "Which three rentals lasted longest, whatever their status? The longest first, equal ones by id.",
      tables: ["rentals"],
      answer: "[{id :string, minutes :int}]",
      expected: ranked(
        rentals,
        ({ minutes }) => minutes,
        ({ id }) => id,
      )
        .slice(0, 3)
        .map(({ id, minutes }) => ({ id, minutes })),
    },
    {
      name: "oldest bike",
      prompt: "Which bike was bought first? Of several, take the one with the lowest id.",
      tables: ["bikes"],
      answer: "{id :string, bought_on :string}",
      expected: bikes
        .toSorted((left, right) =>
          `${left.bought_on}${left.id}` < `${right.bought_on}${right.id}` ? -1 : 1,
        )
        .slice(0, 1)
        .map(({ id, bought_on }) => ({ id, bought_on }))[0],
    },
    {
      name: "median minutes",
      prompt: "What is the median length of the completed rentals, in minutes?",
      tables: ["rentals"],
      answer: ":float",
      expected: medianOf(completed.map(({ minutes }) => minutes)),
    },
    {
      name: "yearly riders of Greyport",
      prompt: "Name the riders from Greyport with a yearly plan, in alphabetical order.",
      tables: ["riders"],
      answer: "[:string]",
      expected: riders
        .filter(({ city, plan }) => city === "Greyport" && plan === "yearly")
        .map(({ name }) => name)
        .sort(),
    },
    {
      name: "reasons of expensive repairs",
      prompt: "For which different reasons was a repair of more than 200 requested? Any order.",
      tables: ["repairs"],
      answer: "[:string]",
      expected: [...new Set(repairs.filter(({ cost }) => cost > 200).map(({ reason }) => reason))],
      isUnordered: true,
    },
  ]);
}

/** Tasks that group rows. */
export function groupTasks({ bikes, rentals, repairs }: Fleet): readonly FleetTask[] {
  const completed = rentals.filter(({ status }) => status === "completed");
  const rejected = repairs.filter(({ decision }) => decision === "rejected");
  return tasksOf("group", 3, [
    {
      name: "payments by channel",
      prompt: "What did the completed rentals of each channel pay? The largest sum first.",
      tables: ["rentals"],
      answer: "[{channel :string, paid :float}]",
      expected: ranked(
        Array.from(
          grouped(completed, ({ channel }) => channel),
          ([channel, rows]) => ({ channel, paid: cents(sumOf(rows, ({ paid }) => paid)) }),
        ),
        ({ paid }) => paid,
        ({ channel }) => channel,
      ),
    },
    {
      name: "rentals by month",
      prompt:
        "How many rentals of any status began in each month? Months as 2026-01, the earliest first.",
      tables: ["rentals"],
      answer: "[{month :string, rentals :int}]",
      expected: Array.from(
        grouped(rentals, ({ day }) => day.slice(0, 7)),
        ([month, rows]) => ({ month, rentals: rows.length }),
      ).sort((left, right) => (left.month < right.month ? -1 : 1)),
    },
    {
      name: "mean repair by reason",
      prompt:
        "What does a repair of each reason cost on average, to two decimal places, whatever its decision? Any order.",
      tables: ["repairs"],
      answer: "[{reason :string, mean_cost :float}]",
      expected: Array.from(
        grouped(repairs, ({ reason }) => reason),
        ([reason, rows]) => ({ reason, mean_cost: cents(meanOf(rows, ({ cost }) => cost)) }),
      ),
      isUnordered: true,
    },
    {
      name: "most rejected mechanic",
      prompt:
        "Which mechanic had the most rejected repairs, and how many? Of several, take the first in alphabetical order.",
      tables: ["repairs"],
      answer: "{mechanic :string, rejected :int}",
      expected: ranked(
        Array.from(
          grouped(rejected, ({ mechanic }) => mechanic),
          ([mechanic, rows]) => ({ mechanic, rejected: rows.length }),
        ),
        (row) => row.rejected,
        ({ mechanic }) => mechanic,
      )[0],
    },
    {
      name: "station with most electric bikes",
      prompt:
        "At which station are the most electric bikes? Of several, take the first in alphabetical order.",
      tables: ["bikes"],
      answer: ":string",
      expected: largestGroup(
        grouped(
          bikes.filter(({ electric }) => electric),
          ({ station }) => station,
        ),
        (rows) => rows.length,
      ),
    },
  ]);
}
