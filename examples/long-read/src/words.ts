// Turns templates into lines of the log: people by name or trade, sums in digits or words.

import { fillers } from "./phrases.ts";
import { pick, type Random } from "./random.ts";

/** The crew by name, with their trades. */
export const crew: ReadonlyMap<string, string> = new Map([
  ["Marta", "the mate"],
  ["Ivo", "the cook"],
  ["Sefa", "the carpenter"],
  ["Dunstan", "the surgeon"],
  ["Pell", "the gunner"],
  ["Oona", "the boatswain"],
  ["Ruy", "the sailmaker"],
  ["Hanne", "the cabin boy"],
]);

/**
 * Returns a template with its placeholders filled: the two people are {b} and {l}, or {a} and {c}.
 */
export function worded(
  template: string,
  [first, second]: readonly [string, string],
  sum: string,
  random: Random,
): string {
  const text = template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (/^[ab]$/i.test(name)) return called(first, name, random);
    if (/^[lc]$/i.test(name)) return called(second, name, random);
    if (name === "n") return sum;
    return Object.hasOwn(fillers, name)
      ? pick(fillers[name as keyof typeof fillers], random)
      : whole;
  });
  return capitalised(text);
}

function called(person: string, placeholder: string, random: Random): string {
  const words = random() < 0.5 ? person : (crew.get(person) ?? person);
  return placeholder === placeholder.toUpperCase() ? capitalised(words) : words;
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const small = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
];
const tens = ["", "", "twenty", "thirty", "forty"];

/** Returns a sum up to 49, in digits or words. */
export function sumText(sum: number, random: Random): string {
  const form = random();
  if (form < 0.3) return String(sum);
  if (sum === 12 && form < 0.8) return "a dozen";
  if (sum < 20) return small[sum] ?? String(sum);
  const ones = sum % 10 === 0 ? "" : `-${small[sum % 10] ?? ""}`;
  return `${tens[Math.floor(sum / 10)] ?? ""}${ones}`;
}

/** Wraps the text into lines of at most `columns` characters, each with its line end. */
export function wrapped(text: string, columns: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${each}\n`).join("");
}
