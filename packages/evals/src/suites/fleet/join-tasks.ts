// Tasks over several tables, and tasks with a plan of several steps.

import { cents, grouped, largestGroup, meanOf, ranked, sumOf } from "./calculations.ts";
import { tasksOf, type FleetTask } from "./fleet-case.ts";
import type { Fleet } from "./fleet-data.ts";

/** Tasks that join tables. */
export function joinTasks({ bikes, riders, rentals, repairs }: Fleet): readonly FleetTask[] {
  const completed = rentals.filter(({ status }) => status === "completed");
  const bikeOf = new Map(bikes.map((bike) => [bike.id, bike]));
  const riderOf = new Map(riders.map((rider) => [rider.id, rider]));
  const rented = new Set(rentals.map(({ bike_id }) => bike_id));
  const paidBy = grouped(completed, ({ rider_id }) => rider_id);
  const repairsOf = grouped(
    repairs.filter(({ decision }) => decision === "approved"),
    ({ bike_id }) => bike_id,
  );
  return tasksOf("join", 3, [
    {
      name: "payments by kind",
      prompt: "What did the completed rentals of each kind of bike pay? The largest sum first.",
      tables: ["rentals", "bikes"],
      answer: "[{kind :string, paid :float}]",
      expected: ranked(
        Array.from(
          grouped(completed, ({ bike_id }) => bikeOf.get(bike_id)?.kind ?? ""),
          ([kind, rows]) => ({ kind, paid: cents(sumOf(rows, ({ paid }) => paid)) }),
        ),
        ({ paid }) => paid,
        ({ kind }) => kind,
      ),
    },
    {
      name: "best customer",
      prompt: "Which rider paid most for completed rentals, and how much in total?",
      tables: ["rentals", "riders"],
      answer: "{name :string, paid :float}",
      expected: ranked(
        Array.from(paidBy, ([id, rows]) => ({
          name: riderOf.get(id)?.name ?? "",
          paid: cents(sumOf(rows, ({ paid }) => paid)),
        })),
        ({ paid }) => paid,
        ({ name }) => name,
      )[0],
    },
    {
      name: "never rented",
      prompt: "List the ids of the bikes that were never rented, not even cancelled, by id.",
      tables: ["bikes", "rentals"],
      answer: "[:string]",
      expected: bikes.filter(({ id }) => !rented.has(id)).map(({ id }) => id),
    },
    {
      name: "repairs of electric bikes",
      prompt: "What do the approved repairs of electric bikes and of the other bikes cost?",
      tables: ["repairs", "bikes"],
      answer: "{electric :float, other :float}",
      expected: {
        electric: cents(
          sumOf(
            [...repairsOf].filter(([id]) => bikeOf.get(id)?.electric === true),
            ([, rows]) => sumOf(rows, ({ cost }) => cost),
          ),
        ),
        other: cents(
          sumOf(
            [...repairsOf].filter(([id]) => bikeOf.get(id)?.electric === false),
            ([, rows]) => sumOf(rows, ({ cost }) => cost),
          ),
        ),
      },
    },
    {
      name: "city of long rides",
      prompt: "From which city do the riders come whose completed rentals are longest on average?",
      tables: ["rentals", "riders"],
      answer: ":string",
      expected: largestGroup(
        grouped(completed, ({ rider_id }) => riderOf.get(rider_id)?.city ?? ""),
        (rows) => meanOf(rows, ({ minutes }) => minutes),
      ),
    },
    {
      name: "models that lose money",
      prompt:
        "For which models did the approved repairs of all bikes cost more than their completed rentals paid? In alphabetical order, or an empty list.",
      tables: ["bikes", "rentals", "repairs"],
      answer: "[:string]",
      expected: Array.from(
        grouped(bikes, ({ model }) => model),
        ([model, own]) => {
          const ids = new Set(own.map(({ id }) => id));
          const cost = sumOf([...ids], (id) => sumOf(repairsOf.get(id) ?? [], (row) => row.cost));
          const paid = sumOf(
            completed.filter(({ bike_id }) => ids.has(bike_id)),
            (row) => row.paid,
          );
          return cost > paid ? [model] : [];
        },
      )
        .flat()
        .sort(),
    },
    {
      name: "payment per plan",
      prompt:
        "What did a rider of each plan pay on average for completed rentals, to two decimal places? Riders without a rental count as 0. Any order.",
      tables: ["riders", "rentals"],
      answer: "[{plan :string, mean_paid :float}]",
      expected: Array.from(
        grouped(riders, ({ plan }) => plan),
        ([plan, members]) => ({
          plan,
          mean_paid: cents(
            meanOf(members, ({ id }) => sumOf(paidBy.get(id) ?? [], ({ paid }) => paid)),
          ),
        }),
      ),
      isUnordered: true,
    },
  ]);
}

/** Tasks over time and with a budget, which most models solve in several steps. */
export function stepTasks({ rentals, repairs }: Fleet): readonly FleetTask[] {
  const completed = rentals.filter(({ status }) => status === "completed");
  const months = Array.from(
    grouped(completed, ({ day }) => day.slice(0, 7)),
    ([month, rows]) => ({ month, paid: sumOf(rows, ({ paid }) => paid) }),
  ).sort((left, right) => (left.month < right.month ? -1 : 1));
  const growth = months.slice(1).map(({ month, paid }, index) => {
    const before = months[index]?.paid ?? 0;
    return { month, percent: Math.round((1000 * (paid - before)) / before) / 10 };
  });
  let budget = 600;
  const chosen = repairs
    .filter(({ decision }) => decision === "pending")
    .toSorted((left, right) => left.cost - right.cost || (left.id < right.id ? -1 : 1))
    .filter(({ cost }) => {
      if (cost > budget) return false;
      budget -= cost;
      return true;
    });
  const busiest = largestGroup(
    grouped(rentals, ({ bike_id }) => bike_id),
    (rows) => rows.length,
  );
  const days = rentals
    .filter(({ bike_id }) => bike_id === busiest)
    .map(({ day }) => Date.parse(day) / 86_400_000)
    .sort((left, right) => left - right);
  return tasksOf("steps", 4, [
    {
      name: "month of most growth",
      prompt:
        "In which month did the payments of completed rentals grow most over the month before, in percent to one decimal place?",
      tables: ["rentals"],
      answer: "{month :string, percent :float}",
      expected: ranked(
        growth,
        ({ percent }) => percent,
        ({ month }) => month,
      )[0],
    },
    {
      name: "repairs within a budget",
      prompt:
        "Choose pending repairs for a budget of 600: the cheapest first, equal ones by id, as long as the next one fits. Which ones are they, and what do they cost together?",
      tables: ["repairs"],
      answer: "{ids [:string], total :float}",
      expected: {
        ids: chosen.map(({ id }) => id),
        total: cents(sumOf(chosen, ({ cost }) => cost)),
      },
    },
    {
      name: "longest pause",
      prompt:
        "Take the bike with the most rentals of any status (the lowest id of several). How many days are between its two consecutive rentals that are farthest apart?",
      tables: ["rentals"],
      answer: "{bike_id :string, days :int}",
      expected: {
        bike_id: busiest,
        days: Math.max(...days.slice(1).map((day, index) => day - (days[index] ?? 0))),
      },
    },
  ]);
}
