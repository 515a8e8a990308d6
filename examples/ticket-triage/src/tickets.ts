// Support tickets, made from a seed: the problem, its wording, and its urgency. Words of one
// category occur in texts of the others, as in real life.

import { problems, pressing, relaxed, greetings, fillers, type Category } from "./phrases.ts";

export interface Ticket {
  readonly id: string;
  readonly text: string;
}

/** The true category and urgency of a ticket. No model sees it. */
export interface Truth {
  readonly id: string;
  readonly category: Category;
  readonly urgent: boolean;
}

export interface TicketDay {
  readonly tickets: readonly Ticket[];
  readonly truths: readonly Truth[];
}

export function ticketDay(seed: number, count = 200): TicketDay {
  const random = randomOf(seed);
  const made = Array.from({ length: count }, (_, index): Ticket & Truth => {
    const category = pick(["billing", "billing", "outage", "account", "other"] as const, random);
    // A feature request is seldom urgent, but an outage often is.
    const urgent = random() < (category === "outage" ? 0.5 : category === "other" ? 0.08 : 0.25);
    const problem = filled(pick(problems[category], random), random);
    const pressure = urgent ? pick(pressing, random) : random() < 0.5 ? pick(relaxed, random) : "";
    const sentences = random() < 0.3 ? [pressure, problem] : [problem, pressure];
    return {
      id: `T${String(index + 1).padStart(3, "0")}`,
      category,
      urgent,
      text: [pick(greetings, random), ...sentences].filter((part) => part !== "").join(" "),
    };
  });
  return {
    tickets: made.map(({ id, text }) => ({ id, text })),
    truths: made.map(({ id, category, urgent }) => ({ id, category, urgent })),
  };
}

/** Replaces placeholders such as `{amount}` with one of their words. */
function filled(template: string, random: () => number): string {
  const text = template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(fillers, name) ? pick(fillers[name as keyof typeof fillers], random) : whole,
  );
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  // The index is in range because `random` is below 1.
  return items[Math.floor(random() * items.length)] as Item;
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
