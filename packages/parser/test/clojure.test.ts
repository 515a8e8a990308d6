// Compares the reader with recorded results of Clojure's reader.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { read } from "@ptc/parser";
import { differences } from "./differences.ts";
import { sketch } from "./sketch.ts";

const recorded = JSON.parse(
  readFileSync(new URL("clojure-vectors.json", import.meta.url), "utf8"),
) as {
  readonly vectors: readonly (readonly [text: string, clojure: string])[];
};

function sketchOf(text: string): string {
  const result = read(text);
  return result.ok ? sketch(result.forms) : "error";
}

test("reads every text like Clojure, except for the listed differences", () => {
  const decided = new Map(differences.map(({ text, ours }) => [text, ours]));
  const wrong = recorded.vectors.flatMap(([text, clojure]) => {
    const ours = sketchOf(text);
    return ours === (decided.get(text) ?? clojure) ? [] : [{ text, clojure, ours }];
  });
  expect(recorded.vectors.length).toBeGreaterThan(700);
  expect(wrong).toEqual([]);
});

test.each(differences)("$text differs from Clojure: $why", ({ text, ours }) => {
  const clojure = recorded.vectors.find(([recordedText]) => recordedText === text)?.[1];
  expect(clojure).toBeDefined();
  expect(clojure).not.toBe(ours);
  expect(sketchOf(text)).toBe(ours);
});
