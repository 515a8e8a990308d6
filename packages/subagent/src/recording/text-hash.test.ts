import { expect, test } from "vitest";
import { TextHash } from "./text-hash.ts";

function digestOf(...parts: readonly string[]): string {
  const hash = new TextHash();
  for (const part of parts) hash.add(part);
  return hash.digest();
}

test("digests are equal for equal parts, and differ for each changed character", () => {
  const text = "a line of a recording, ä and 😀";
  expect(digestOf(text)).toMatch(/^[0-9a-f]{16}$/);
  expect(digestOf(text)).toBe(digestOf(text));
  const others = Array.from(text, (_, index) => `${text.slice(0, index)}?${text.slice(index + 1)}`);
  const all = [text, `${text}\0`, `${text}\0\0\0\0`, "", "\0", ...others];
  expect(new Set(all.map((each) => digestOf(each))).size).toBe(all.length);
});

test("digests of long texts depend on all their parts", () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `line ${String(index)}`);
  const changed = lines.map((line, index) => (index === 4_321 ? `${line}!` : line));
  expect(digestOf(...lines)).toBe(digestOf(...lines));
  expect(digestOf(...lines)).not.toBe(digestOf(...changed));
  expect(digestOf("x".repeat(200_000))).not.toBe(digestOf("x".repeat(200_001)));
});
