// Chooses a random shape. Sizes are spread over all orders of magnitude. Most are small, so that
// programs get far, and some are as large as an entry point must accept.

import type { Random } from "../../fuzz/random.ts";
import { mostPlaces } from "./colliding-vectors.ts";
import { scalars, type ScalarName, type Shape } from "./shape.ts";

/** The main content of a shape. */
export type Taste = "any" | "collisions" | "integers" | "texts";

const scalarNames = Object.keys(scalars) as ScalarName[];

/** Pieces of text with a meaning for patterns, readers and envelopes. */
const pieces: readonly string[] = [
  ...[
    " ",
    "<",
    "</",
    "{{",
    "}}",
    "{{ x }}",
    "{{#",
    "```",
    "```clojure\n",
    "(",
    "[",
    "{",
    '"',
    "\\",
  ],
  ...[
    '\\"',
    "\n",
    "\r",
    "\t",
    "\u0000",
    "\u200b",
    "\u00ad",
    "\u{e0001}",
    "\u0301",
    "\ud800",
    "\udc00",
  ],
  ...[
    "😀",
    "a",
    "ab ",
    "1",
    "9",
    "1e",
    "-",
    "...",
    "…",
    ":",
    ",",
    "::",
    "=",
    "<context>",
    "</context>",
  ],
  ...[
    "<Firewalled>",
    "_token",
    "[INST]",
    "|",
    "| - |\n",
    "\u2028",
    "\u0085",
    "\u001b[31m",
    "ß",
    "İ",
  ],
  ...[
    "true ",
    "null,",
    "$map",
    '{"$set":[',
    "2024-02-29",
    "https://",
    "@",
    "#",
    "%",
    "$",
    "^",
    "*",
  ],
];

/**
 * Numbers of digits at which integers change their representation, and the maximum of the
 * language.
 */
const digitCounts: readonly number[] = [
  1, 16, 17, 20, 309, 1_000, 20_000, 157_826, 157_827, 200_000,
];

/**
 * Returns a random shape. `room` is the maximum number of values, or of characters of texts and
 * digits, in total.
 */
export function randomShape(random: Random, taste: Taste, room: number, depth = 0): Shape {
  const kind = random.fraction();
  if (depth >= 3 || room < 4) return leaf(random, taste, room);
  if (kind < 0.2) return leaf(random, taste, room);
  const inner = (times: number): Shape =>
    randomShape(random, taste, Math.floor(room / times), depth + 1);
  if (kind < 0.3) {
    const places = Math.min(mostPlaces, Math.floor(Math.log2(room)));
    return { is: "colliding", as: form(random), places: 1 + random.below(places) };
  }
  if (kind < 0.65) {
    const times = size(random, room);
    return { is: form(random), of: inner(times), times };
  }
  if (kind < 0.75) {
    const times = size(random, room);
    const name = random.pick(["status", "_token", "a b", "__proto__", "", "$map"]);
    return { is: "fields", name, of: inner(times), times };
  }
  if (kind < 0.85) {
    const levels = 1 + random.below(Math.min(700, room));
    return { is: "nest", as: form(random), of: inner(1), levels };
  }
  const times = 2 + random.below(3);
  return { is: "several", of: Array.from({ length: times }, () => inner(times)) };
}

function leaf(random: Random, taste: Taste, room: number): Shape {
  const kind = random.fraction();
  if (taste === "integers" ? kind < 0.8 : kind < 0.1) {
    const digits = random.chance(0.5) ? random.pick(digitCounts) : size(random, 200_000);
    return {
      is: "integer",
      digits: Math.min(digits, Math.max(room, 20)),
      isNegative: random.chance(0.3),
    };
  }
  if (taste === "texts" ? kind < 0.9 : kind < 0.3) {
    const piece = Array.from({ length: 1 + random.below(3) }, () => random.pick(pieces)).join("");
    return { is: "text", piece, times: size(random, Math.max(1, Math.floor(room / piece.length))) };
  }
  if (taste === "collisions" && kind < 0.7) return { is: "scalar", name: "nan" };
  return { is: "scalar", name: random.pick(scalarNames) };
}

function form(random: Random): "list" | "set" | "map" {
  return random.pick(["list", "set", "map"]);
}

/** Returns a size from 1 to `most`, with equal probability for each order of magnitude. */
function size(random: Random, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(Math.exp(random.fraction() * Math.log(most + 1)))));
}
