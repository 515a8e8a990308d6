// Makes the data of missions, and computes with it for the checks. Everything is determined by the
// given random numbers.

import type { Random } from "../../statistics/random.ts";

const firstNames = [
  "Ann",
  "Bela",
  "Chidi",
  "Dana",
  "Emre",
  "Farah",
  "Goran",
  "Hana",
  "Ivo",
  "Jun",
  "Kemi",
  "Lars",
  "Mina",
  "Noor",
  "Otto",
  "Petra",
  "Quinn",
  "Rosa",
  "Sami",
  "Tove",
];
const lastNames = [
  "Adler",
  "Brandt",
  "Costa",
  "Dietz",
  "Eze",
  "Fischer",
  "Garcia",
  "Huang",
  "Ito",
  "Jansen",
  "Kaya",
  "Lindt",
  "Moreau",
  "Novak",
  "Okafor",
  "Park",
  "Rossi",
  "Silva",
  "Tanaka",
  "Weber",
];

export function list<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Returns an integer from `least` to `most`, inclusive. */
export function between(random: Random, least: number, most: number): number {
  return least + random.below(most - least + 1);
}

/** Returns an amount with two decimal places. */
export function money(random: Random, least: number, most: number): number {
  return between(random, least * 100, most * 100) / 100;
}

/** Returns an amount with commas between thousands, `1,204.50`. */
export function writtenAmount(amount: number): string {
  const [whole = "", cents = ""] = Math.abs(amount).toFixed(2).split(".");
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3)
    groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return `${amount < 0 ? "-" : ""}${groups.join(",")}.${cents}`;
}

export function fullName(random: Random): string {
  return `${random.pick(firstNames)} ${random.pick(lastNames)}`;
}

/** Returns for example `K0042`. */
export function code(prefix: string, number: number, digits = 4): string {
  return `${prefix}${String(number).padStart(digits, "0")}`;
}

/** Returns the date a number of days after another one, `2026-03-01`. */
export function day(from: string, days: number): string {
  // eslint-disable-next-line texts/shortened-texts -- a part of a timestamp is complete
  return new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Returns the instant a number of minutes after another one, `2026-03-01T09:30:00Z`. */
export function instant(from: string, minutes: number): string {
  // eslint-disable-next-line texts/shortened-texts -- a part of a timestamp is complete
  return `${new Date(Date.parse(from) + minutes * 60_000).toISOString().slice(0, 19)}Z`;
}

export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random.fraction() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Returns the middle number, or the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return (lower + upper) / 2;
}

export function byText<Item>(text: (item: Item) => string): (left: Item, right: Item) => number {
  return (left, right) => (text(left) < text(right) ? -1 : text(left) > text(right) ? 1 : 0);
}

/** Compares by number, largest first, then by text. */
export function byLargest<Item>(
  number: (item: Item) => number,
  text: (item: Item) => string,
): (left: Item, right: Item) => number {
  return (left, right) => number(right) - number(left) || byText(text)(left, right);
}

export function groupsOf<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups];
}
